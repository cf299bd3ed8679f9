import { createContext } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import type { Failure } from '#core/failure.ts';
import { answererOf } from '#core/models/answerer.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { Settings } from '#core/settings.ts';
import type { Session } from '#core/session/session.ts';
import { everyPartial } from '#db/scratch/unsent.ts';
import { isLocalEndpoint } from '#core/wire/endpoint.ts';
import { readSettings } from '#db/settings.ts';
import { onWrite } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';
import { SessionViews } from '#state/chat/session-views.ts';
import { Edge } from '#state/tab/edge.ts';
import type { Remind } from '#state/tab/keep-tab.ts';
import { KeyWatch } from '#state/keys/key-watch.svelte.ts';
import { AskToForget } from '#state/memory/forgetting.svelte.ts';
import { waitingAtDesk } from '#state/desk/waiting-at-desk.ts';
import { NewVersion } from '#state/tab/new-version.svelte.ts';
import { resetFirst } from '#state/tab/reset-first.ts';
import { lastingTabId } from '#state/tab/tab-id.ts';
import { Notices } from '#state/notices.svelte.ts';
import { SessionList } from '#state/session-list.ts';
import { readingPens } from '#state/tab/reading-pens.svelte.ts';
import { StartCheck } from '#state/tab/start-check.svelte.ts';
import { UnderWay } from '#state/tab/under-way.svelte.ts';

/** How long after the start housekeeping begins, ms. */
const calm = 5000;

/** The app as all pages see it: one per tab, made in routes/keepsake.ts and given by context. Each part has one concern. */
export class AppState {
	readonly app: App;
	/** When this tab began, ms since 1970. */
	readonly begunAt: number;
	readonly notices = new Notices();
	readonly forgetting: AskToForget;
	readonly check: StartCheck;
	/** The list at the side. */
	readonly sessions: SessionList;
	/** Sessions that are on screen, or work on in this tab. */
	readonly views: SessionViews;
	readonly key: KeyWatch;
	readonly underWay = new UnderWay();
	readonly newVersion = new NewVersion(() => this.isBusy);
	readonly settings: Live<Settings>;
	/** How much waits at the review desk: memory lines and drafts of summaries. */
	readonly waiting: Live<number>;
	/** Called in an effect: it runs again when memory was written, in whatever tab. */
	readonly followMemory: () => void;
	/** Another session was asked for and is not there yet: what is typed now would be lost with this one. */
	isLeaving = $state(false);
	/** Somebody asked for the composer on a page that has none: it takes the focus where it comes, also on a phone. */
	isComposerWanted = false;
	#first: Promise<boolean> | undefined;

	constructor(app: App) {
		this.app = app;
		this.begunAt = app.clock.now();
		this.check = new StartCheck(app);
		this.sessions = new SessionList(app.db);
		this.views = new SessionViews(app);
		this.key = new KeyWatch(app);
		this.forgetting = new AskToForget(app);
		this.settings = new Live(() => readSettings(app.db));
		this.waiting = new Live(() => waitingAtDesk(app.db));
		this.followMemory = createSubscriber((again) => onWrite([app.db.memoryFiles], again));
	}

	/** Something runs in this tab that leaving the page would cut off. */
	get isBusy(): boolean {
		return this.views.isBusy || this.underWay.isAny;
	}

	/** What the clock ends before anybody goes on in it, asked for once; false where nothing can have ended. */
	resetFirst(): Promise<boolean> {
		return (this.#first ??= resetFirst(this.app));
	}

	/** Who would answer in a session now. Until it is known a key counts as set: nobody is told that their words stay here. */
	answerer(session: Pick<Session, 'model'>): string {
		const settings = this.settings.current;
		return settings ? answererOf(settings, session, this.key.status?.state ?? 'set') : onDevice;
	}

	/** A model is chosen and no key is here, where its endpoint most likely wants one. */
	get lacksKey(): boolean {
		const { current } = this.settings;
		return (
			(current?.model ?? onDevice) !== onDevice &&
			this.key.status?.state === 'none' &&
			!isLocalEndpoint(current?.endpoint ?? '')
		);
	}

	/**
	 * Follow the world for as long as the page lives: endpoint, what an earlier tab left behind. `remind`:
	 * something has to be written outside the browser that needs the person. `tell`: something broke that nobody caught.
	 */
	start({
		remind,
		tell
	}: {
		readonly remind: Remind;
		readonly tell: (failure: Failure) => void;
	}): () => void {
		const edge = new Edge(this.app, tell);
		const key = this.key.start();
		const stops = [edge.listen(), key];
		// Settings that are gone are no other endpoint: the key would go with the one it is for.
		this.check.missing.addEventListener('abort', key);
		// On a page without a composer too: what is duplicated there would begin with the id of this tab.
		lastingTabId(this.app);
		void this.#recover();
		const keeping = new AbortController();
		const { signal } = keeping;
		void this.#keepPens(signal);
		void this.resetFirst();
		const { check, underWay } = this;
		const timer = setTimeout(() => {
			const keep = async () =>
				(await import('#state/tab/keep-tab.ts')).keepTab(
					this.app,
					{ edge, check, remind, underWay },
					signal
				);
			void edge.keep(keep, signal);
		}, calm);
		return () => {
			clearTimeout(timer);
			keeping.abort();
			this.newVersion.stop();
			for (const stop of stops) stop();
		};
	}

	/** Where this cannot be fetched words under the pen last as long as their page. */
	async #keepPens(signal: AbortSignal): Promise<void> {
		readingPens.isOn = true;
		const fetched = await import('#state/tab/keep-pens.ts').catch(() => null);
		try {
			await fetched?.keepPens(this.app, signal);
		} finally {
			readingPens.isOn = false;
		}
	}

	/** What a tab that was closed in the middle of an answer has left becomes a step of its turn. */
	async #recover(): Promise<void> {
		if ((await everyPartial(this.app.scratch)).length === 0) return;
		const { recoverReplies } = await import('#flows/answer/reply/recover-replies.ts');
		await recoverReplies(this.app);
	}
}

export const [appState, provideAppState] = createContext<AppState>();
