import type { SessionKind } from '#core/session/session.ts';
import { latestSession, sessionOf } from '#db/log/sessions.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import type { App } from '#flows/ports.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { readBegun, writeBegun } from '#state/chat/begun-session.ts';
import { SessionView } from '#state/chat/session-view.svelte.ts';
import { lasting } from '#state/lasting.svelte.ts';

/** The sessions of this tab: the one on screen, those that work on while another is looked at, and one begun. */
export class SessionViews {
	readonly #app: App;
	// Filled while a page derives its view, and drawn by nobody.
	// eslint-disable-next-line svelte/prefer-svelte-reactivity
	readonly #views = new Map<string, SessionView>();

	constructor(app: App) {
		this.#app = app;
	}

	/** A reply is being written in this tab, or a session compacted by hand. */
	get isBusy(): boolean {
		return [...this.#views.values()].some(
			({ answering, compacting }) => answering.isRunning || compacting.isOurs
		);
	}

	/** A session on screen. One that is answering goes on while another is looked at. */
	of(id: string): SessionView {
		const known = this.#views.get(id);
		if (known) return known;
		const begun = readBegun();
		const isBegun = begun?.id === id;
		const fresh = newSession(this.#app, { kind: 'main', offRecord: false });
		const session = { ...fresh, ...(isBegun && begun), id };
		return this.#keep(lasting(() => new SessionView(this.#app, session, isBegun)));
	}

	/** Id of the session of `/`, or null in a new profile. */
	async latest(): Promise<string | null> {
		const { db, clock } = this.#app;
		return (await latestSession(db, clock.now()))?.id ?? null;
	}

	/**
	 * Id of a session to write into. One that was begun and has no message yet is used again, with what stands
	 * unsent in it; only where it is of another kind, and something stands in it, a new one is begun.
	 */
	async begin(how: { readonly kind: SessionKind; readonly offRecord: boolean }): Promise<string> {
		const begun = readBegun();
		if (begun && !(await this.#wasStored(begun.id))) {
			const isSame = begun.kind === how.kind && begun.offRecord === how.offRecord;
			const view = this.of(begun.id);
			if (isSame || view.isEmpty) {
				view.choices.become(how);
				return begun.id;
			}
		}
		const fresh = newSession(this.#app, how);
		writeBegun(fresh);
		return fresh.id;
	}

	/** A chat of its own, whatever else was begun: for words that are sent at once. */
	beginApart(): SessionView {
		const fresh = newSession(this.#app, { kind: 'main', offRecord: false });
		return this.#keep(lasting(() => new SessionView(this.#app, fresh, true)));
	}

	/** It has messages, or had some that were forgotten. */
	async #wasStored(id: string): Promise<boolean> {
		const { db } = this.#app;
		return !!(await sessionOf(db, id)) || (await forgottenAmong(db, [id])).size > 0;
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
