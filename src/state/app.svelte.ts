import { createContext } from 'svelte';
import type { Failure } from '#core/failure.ts';
import type { KeyState, KeyStatus } from '#core/key.ts';
import { answererOf, onDevice, type Settings } from '#core/settings.ts';
import type { Session, SessionKind } from '#core/log/session.ts';
import { everyPartial } from '#db/scratch.ts';
import { latestSession, sessionOf } from '#db/sessions.ts';
import { changeSetting, readSettings, writeSetting } from '#db/settings.ts';
import { forgottenAmong } from '#db/tombstones.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { readBegun, writeBegun } from '#state/chat/begun-session.ts';
import { AskToForget } from '#state/memory/forgetting.svelte.ts';
import { lasting } from '#state/lasting.svelte.ts';
import { Live } from '#state/chat/live.svelte.ts';
import { Notices } from '#state/notices.svelte.ts';
import { SessionList } from '#state/session-list.svelte.ts';
import { SessionView } from '#state/chat/session-view.svelte.ts';
import { StartCheck } from '#state/start-check.svelte.ts';
import { Edge } from '#state/edge.ts';
import { waitingAtDesk } from '#state/memory/waiting-at-desk.ts';

/** How long after the start housekeeping begins, ms. */
const calm = 5000;

/** A backup is due, the folder of the memory files cannot be written to, or conversations are damaged. */
type Remind = (of: 'backup' | 'memory-folder' | 'damage') => void;

/** The app as all pages see it: one per tab, made in the root layout and given by context. */
export class AppState {
	readonly app: App;
	readonly notices = new Notices();
	readonly forgetting: AskToForget;
	readonly check: StartCheck;
	readonly sessions: SessionList;
	readonly settings: Live<Settings>;
	/** How much waits at the review desk: memory lines and drafts of summaries. */
	readonly waiting: Live<number>;
	#key = $state.raw<KeyStatus | null>(null);
	#online = $state(true);
	#update = $state.raw<(() => void) | null>(null);
	#waits: (() => void) | null = null;
	#line = '';
	#askedToPersist = false;
	/** Another conversation was asked for and is not there yet: what is typed now would be lost with this one. */
	isLeaving = $state(false);
	/** Somebody asked for the composer on a page that has none: it takes the focus where it comes, also on a phone. */
	isComposerWanted = false;
	// Filled while a page derives its view, and drawn by nobody.
	// eslint-disable-next-line svelte/prefer-svelte-reactivity
	readonly #views = new Map<string, SessionView>();

	constructor(app: App) {
		this.app = app;
		this.check = new StartCheck(app);
		this.sessions = new SessionList(app.db);
		this.forgetting = new AskToForget(app);
		this.settings = new Live(watch(() => readSettings(app.db)));
		this.waiting = new Live(watch(() => waitingAtDesk(app.db)));
	}

	/** Null until the telephone has answered. */
	get key(): KeyStatus | null {
		return this.#key;
	}

	/** The telephone has said something new about the key. */
	readonly learnKey = (status: KeyStatus): void => {
		this.#key = status;
	};

	get isOnline(): boolean {
		return this.#online;
	}

	/** A reply is being written in this tab, or a conversation compacted. */
	get isBusy(): boolean {
		return [...this.#views.values()].some(
			({ answering, compacting }) => answering.isRunning || compacting.isOurs
		);
	}

	/** Takes the new version that is ready, or null. Nothing that runs is interrupted: it is waited for. */
	get update(): (() => void) | null {
		const take = this.#update;
		return take && (() => this.#whenCalm(take));
	}

	#whenCalm(act: () => void): void {
		this.#waits?.();
		this.#waits = $effect.root(() => {
			// Whatever runs is watched, because the page is left the moment the last of it has ended.
			$effect(() => {
				if (!this.isBusy) act();
			});
		});
	}

	readonly offerUpdate = (take: () => void): void => {
		this.#update = take;
	};

	/**
	 * Follow the world for as long as the page lives: network, endpoint, what an earlier tab left behind. `remind`:
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
		const unlisten = edge.listen();
		const look = () => {
			this.#online = this.app.online();
		};
		look();
		window.addEventListener('online', look);
		window.addEventListener('focus', this.#lookForKey);
		window.addEventListener('offline', look);
		const line = watch(() => readSettings(this.app.db)).subscribe(
			(settings) => void this.#askForKey(settings),
			(reason) => {
				throw reason;
			}
		);
		void this.#recover();
		const keeping = new AbortController();
		const timer = setTimeout(() => {
			void edge.keep(() => this.#keepHouse(edge, keeping.signal, remind), keeping.signal);
		}, calm);
		return () => {
			line();
			clearTimeout(timer);
			this.#waits?.();
			keeping.abort();
			unlisten();
			window.removeEventListener('online', look);
			window.removeEventListener('focus', this.#lookForKey);
			window.removeEventListener('offline', look);
		};
	}

	/** What a tab that was closed in the middle of an answer has left becomes a step of its turn. */
	async #recover(): Promise<void> {
		if ((await everyPartial(this.app.scratch)).length === 0) return;
		const { recoverReplies } = await import('#flows/answer/recover-replies.ts');
		await recoverReplies(this.app);
	}

	/** Housekeeping of all tabs, done by one of them; loaded when the page has settled. */
	async #keepHouse(edge: Edge, signal: AbortSignal, remind: Remind): Promise<void> {
		const [house, { keepCopies }, { keepBackups }, { keepLearning }, folder, tab] =
			await Promise.all([
				import('#flows/keep-house.ts'),
				import('#flows/copies/keep-copies.ts'),
				import('#flows/backups/keep-backups.ts'),
				import('#flows/learning/keep-learning.ts'),
				import('#flows/backups/keep-memory-folder.ts'),
				import('#flows/forgetting/forget-in-tab.ts')
			]);
		tab.forgetInTab(this.app.db, signal);
		const keepers = [
			() => house.runKeeper(this.app, signal),
			() =>
				keepCopies(this.app, signal, {
					lost: this.check.tell,
					broken: () => remind('damage')
				}),
			() => keepBackups(this.app, signal, () => remind('backup')),
			() => keepLearning(this.app, signal),
			() => folder.keepMemoryFolder(this.app, signal, () => remind('memory-folder'))
		];
		await Promise.all(keepers.map((keeper) => edge.keep(keeper, signal)));
	}

	/** Learn how it stands with the key, now and whenever the endpoint has changed. */
	async #askForKey({ endpoint, authHeader }: Settings): Promise<void> {
		const line = `${authHeader} ${endpoint}`;
		if (line === this.#line) return;
		const isFirst = this.#line === '';
		this.#line = line;
		const { telephone } = this.app;
		// The telephone reads where it calls by itself when it starts.
		this.#key = await (isFirst
			? telephone.keyStatus()
			: telephone.configure({ endpoint, authHeader }));
	}

	/** Another tab may have set or forgotten the key; who comes back to this one is told who would answer. */
	readonly #lookForKey = (): void => {
		if (this.#line === '') return;
		void this.app.telephone.keyStatus().then(this.learnKey);
	};

	/**
	 * Ask the browser once to keep the data for good: at a calm moment, after the first answered message, when
	 * there is something to keep.
	 */
	async askToPersist(): Promise<void> {
		if (this.#askedToPersist || !('storage' in navigator)) return;
		this.#askedToPersist = true;
		if (!(await navigator.storage.persisted())) await navigator.storage.persist();
	}

	/** The person has seen what a model costs; it is not said again. */
	async agree(model: string): Promise<void> {
		await changeSetting(this.app.db, 'agreedModels', (agreed) =>
			agreed.includes(model) ? agreed : [...agreed, model]
		);
	}

	/** Whether summaries may be prepared with paid calls nobody pressed a button for. */
	async allowBackgroundDrafts(allowed: boolean): Promise<void> {
		await writeSetting(this.app.db, 'backgroundDrafts', allowed ? 'yes' : 'no');
	}

	/** Who would answer in a session now. */
	answerer(session: Pick<Session, 'model'>): string {
		const settings = this.settings.current;
		const key: KeyState = this.#key?.state ?? 'none';
		return settings ? answererOf(settings, session, key) : onDevice;
	}

	/** Id of the session of `/`, or null in a new profile. */
	async latest(): Promise<string | null> {
		return (await latestSession(this.app.db))?.id ?? null;
	}

	/**
	 * Id of a session to write into. One that was begun and has no message yet is used again, with what stands
	 * unsent in it; only where it is of another kind, and something stands in it, a new one is begun.
	 */
	async begin(how: { readonly kind: SessionKind; readonly offRecord: boolean }): Promise<string> {
		const begun = readBegun();
		if (begun && !(await this.#wasStored(begun.id))) {
			const isSame = begun.kind === how.kind && begun.offRecord === how.offRecord;
			const view = this.view(begun.id);
			if (isSame || view.isEmpty) {
				view.become(how);
				writeBegun({ ...how, id: begun.id });
				return begun.id;
			}
		}
		const { id } = newSession(this.app, how);
		writeBegun({ ...how, id });
		return id;
	}

	/** It has messages, or had some that were forgotten. */
	async #wasStored(id: string): Promise<boolean> {
		const { db } = this.app;
		return !!(await sessionOf(db, id)) || (await forgottenAmong(db, [id])).size > 0;
	}

	/** A chat of its own, whatever else was begun: for words that are sent at once. */
	beginApart(): SessionView {
		const fresh = newSession(this.app, { kind: 'main', offRecord: false });
		return this.#keep(lasting(() => new SessionView(this.app, fresh, true)));
	}

	/** A session on screen. One that is answering goes on while another is looked at. */
	view(id: string): SessionView {
		const known = this.#views.get(id);
		if (known) return known;
		const begun = readBegun();
		const isBegun = begun?.id === id;
		const { kind, offRecord } = isBegun ? begun : { kind: 'main' as const, offRecord: false };
		const fresh = newSession(this.app, { kind, offRecord });
		return this.#keep(lasting(() => new SessionView(this.app, { ...fresh, id }, isBegun)));
	}

	#keep(view: SessionView): SessionView {
		for (const [id, { answering, compacting }] of this.#views) {
			// A message that waits for a draft is sent by the view it was written in.
			const isNeeded = answering.isRunning || answering.review !== null || compacting.isRunning;
			if (!isNeeded) this.#views.delete(id);
		}
		this.#views.set(view.id, view);
		return view;
	}
}

export const [appState, provideAppState] = createContext<AppState>();
