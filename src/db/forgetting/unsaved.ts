import type { NotSent } from '#core/reply/not-sent.ts';
import type { PartialReply, Scratch } from '#db/schema.ts';
import { notSentKey } from '#db/scratch/kept-values.ts';
import { editKey } from '#db/scratch/unsent-edits.ts';
import { dropComposer } from '#db/scratch/unsent.ts';

/** What forgetting writes of what stands unsent, unsaved or half written; see `db/forgetting/log.ts`. */

export async function dropPartials(
	scratch: Scratch,
	sessionId: string,
	isGone: (partial: PartialReply) => boolean
): Promise<void> {
	await scratch.partials.where('sessionId').equals(sessionId).filter(isGone).delete();
}

export async function dropUnsent(scratch: Scratch, sessionId: string): Promise<void> {
	await dropComposer(scratch, sessionId);
	await scratch.unsent.where('sessionId').startsWith(editKey(sessionId, '')).delete();
}

/** What was written of other wordings of some turns, in whatever tab; by `editKey`. */
export async function dropEdits(scratch: Scratch, places: readonly string[]): Promise<void> {
	await scratch.unsent
		.where('sessionId')
		.startsWithAnyOf([...places])
		.filter(({ sessionId }) => places.some((place) => `${sessionId} `.startsWith(`${place} `)))
		.delete();
}

export async function dropAttached(scratch: Scratch, sessionId: string): Promise<void> {
	await scratch.attached.delete(sessionId);
}

/** What is asked or told of messages that were not sent. */
export async function dropNotSent(
	{ views }: Scratch,
	isGone: (notSent: NotSent, sessionId: string) => boolean
): Promise<void> {
	const name = notSentKey('');
	await views
		.where('key')
		.startsWith(name)
		.filter(({ key, value }) => isGone(value as NotSent, key.slice(name.length)))
		.delete();
}

/** What was kept of a memory file up to a time (ms). */
export async function dropUnsaved(scratch: Scratch, path: string, until: number): Promise<void> {
	await scratch.unsavedFiles
		.where('[path+by]')
		.between([path], [path, []])
		.filter((row) => row.at <= until)
		.delete();
}

export async function cutUnsaved(
	scratch: Scratch,
	textLeft: (text: string) => string
): Promise<void> {
	await scratch.unsavedFiles.toCollection().modify((unsaved) => {
		const text = textLeft(unsaved.text);
		if (text !== unsaved.text) Object.assign(unsaved, { text });
	});
}
