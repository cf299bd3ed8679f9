import { moveUnsent } from '#db/scratch/move-unsent.ts';
import { attachedOf, unsentOf } from '#db/scratch/unsent.ts';
import { spared } from '#db/scratch/spared.ts';
import { storing } from '#db/storing.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { isOpenSession } from '#core/session/session.ts';
import type { App } from '#flows/ports.ts';
import { takeLeft } from '#flows/sessions/take-left.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { Attachment } from '#state/composer/attachments.svelte.ts';
import { putBack } from '#state/composer/taken.ts';

/** Into the composer of a session comes what a reset could not take along from the one before it. */
export async function bringLeft(app: App, view: SessionView): Promise<void> {
	const taken = await storing(async () => {
		const session = await sessionOf(app.db, view.id);
		return session && isOpenSession(session) ? takeLeft(app, session) : null;
	});
	// Where it cannot be read now it is there at the next time.
	if (taken.status === 'failed' || !taken.value) return;
	const { unsent, files } = taken.value;
	if (unsent) view.unsent.putBefore({ text: unsent.text, pasted: unsent.pasted ?? [] });
	if (files) view.attachments.putBack(files.items);
}

/** What still stands unsent in a session that has ended, because the one that followed could not take it along. */
export class LeftUnsent {
	readonly #scratch: App['scratch'];
	readonly #view: SessionView;
	/** What still lies here, once it is known: a reset that takes something along leaves nothing of it. */
	#lying = $state.raw<{ readonly text: string; readonly files: boolean } | null>(null);

	constructor(app: App, view: SessionView) {
		this.#scratch = app.scratch;
		this.#view = view;
		void this.#look(app);
	}

	get text(): string {
		return this.#lying?.text ?? '';
	}

	get files(): readonly Attachment[] {
		return this.#lying?.files === true ? this.#view.attachments.items : [];
	}

	/** Write on in another session. Where it cannot be stored there it stays stored here too. */
	async moveTo(other: SessionView): Promise<void> {
		const view = this.#view;
		other.unsent.store();
		// What is moved is what stands on screen. Taken out first: that stores it once more, and a page that goes then has it here.
		const taken = view.take();
		const where = { from: view.id, to: other.id, joined: true };
		const moved = await storing(() => moveUnsent(this.#scratch, where));
		// What other tabs had written there came along.
		const words = moved.status === 'stored' && moved.value?.unsent ? moved.value.unsent : taken;
		putBack(other, { ...taken, text: words.text, pasted: words.pasted ?? [] });
		this.#lying = null;
		if (moved.status === 'stored') taken.letGo();
	}

	async #look({ scratch }: App): Promise<void> {
		const { unsent, id } = this.#view;
		const read = await spared(
			scratch,
			() => Promise.all([unsentOf(scratch, id), attachedOf(scratch, id)]),
			null
		);
		// Where it cannot be read, what this tab holds is shown: twice is better than not at all.
		this.#lying = {
			text: read === null ? unsent.text : (read[0]?.text ?? ''),
			files: read === null || read[1].length > 0
		};
		// A composer that was on screen then holds it still, in case the session goes on.
		if (unsent.text !== '' && this.text === '') unsent.rest();
	}
}
