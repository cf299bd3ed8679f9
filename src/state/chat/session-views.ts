import type { Session } from '#core/session/session.ts';
import { latestSession } from '#db/log/sessions.ts';
import type { App } from '#flows/ports.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { begunLock, mayBeBegun, readBegun, writeBegun } from '#state/chat/begun-session.ts';
import { SessionView } from '#state/chat/session-view.svelte.ts';
import { lasting } from '#state/lasting.svelte.ts';

/** What a chat is begun as. */
export type BegunAs = Pick<Session, 'kind' | 'offRecord'>;

/** The sessions of this tab: the one on screen, those that work on while another is looked at, and one begun. */
export class SessionViews {
	readonly #app: App;
	// Filled while a page derives its view, and drawn by nobody.
	readonly #views = new Map<string, SessionView>();
	/** Chats that were begun, and looked at here; drawn by nobody. */
	readonly #held = new Set<string>();

	constructor(app: App) {
		this.#app = app;
	}

	/** A reply is being written in this tab, a message goes out after it, or a session is compacted by hand. */
	get isBusy(): boolean {
		return [...this.#views.values()].some(
			({ answering, compacting, queued }) => answering.isRunning || queued.isOn || compacting.isOurs
		);
	}

	/** A session on screen. One that is answering goes on while another is looked at. */
	of(id: string): SessionView {
		const known = this.known(id);
		if (known) return known;
		const begun = readBegun(id);
		if (begun) this.#hold(id);
		const fresh = newSession(this.#app);
		const session = { ...fresh, ...begun, id };
		return this.#keep(lasting(() => new SessionView(this.#app, session, begun !== null)));
	}

	/** One that is held already: asking for another one lets go of those that are not needed. */
	known(id: string): SessionView | undefined {
		return this.#views.get(id);
	}

	/** Id of the session of `/`, or null in a new profile. */
	async latest(): Promise<string | null> {
		const { db, clock } = this.#app;
		return (await latestSession(db, clock.now()))?.id ?? null;
	}

	/**
	 * Id of a session to write into. One that was begun here, or in a tab that is gone, and has no message yet is used
	 * again, with what stands unsent in it; only where it is of another kind, and something stands in it, a new one is
	 * begun.
	 */
	async begin(how: BegunAs = { kind: 'main', offRecord: false }): Promise<string> {
		// In a new profile nothing is fetched before there is a composer.
		const again = mayBeBegun() ? await this.#begunAgain(how) : null;
		const begun = again ?? newSession(this.#app, how);
		writeBegun(begun);
		return begun.id;
	}

	/** A chat of its own, whatever else was begun: for words that are sent at once. */
	beginApart(): SessionView {
		const fresh = newSession(this.#app);
		writeBegun(fresh);
		return this.of(fresh.id);
	}

	async #begunAgain(how: BegunAs) {
		// Where that cannot be fetched one more is begun.
		const fetched = await import('#state/chat/begun-again.ts').catch(() => null);
		return fetched?.begunAgain(this.#app, how, { views: this.#views, held: this.#held });
	}

	/** What stands unsent in it is of this tab, for as long as that lives. */
	#hold(id: string): void {
		if (this.#held.has(id)) return;
		this.#held.add(id);
		void this.#app.locks.hold(begunLock(id), () => new Promise(() => undefined), { wait: true });
	}

	#keep(view: SessionView): SessionView {
		for (const [id, { answering, compacting, attachments }] of this.#views) {
			// A message that waits for a draft is sent by the view it was written in, and a file is attached there.
			const isNeeded =
				answering.isRunning ||
				answering.review !== null ||
				compacting.isRunning ||
				attachments.isReading;
			if (!isNeeded) this.#views.delete(id);
		}
		this.#views.set(view.id, view);
		return view;
	}
}
