import { inPlaceOf, type Tombstone } from '#core/forgetting/what.ts';
import type { Proposal, Refusal } from '#core/memory/memory.ts';
import type { Truth } from '#db/schema.ts';

/** What forgetting writes of memory and of what waits at the desk; see `db/forgetting/log.ts`. */

/** A text without what is forgotten; the very same text where it holds nothing of it. */
type TextLeft = (text: string) => string;

/** The row of a deleted file stays, so that nothing seems lost. */
export async function emptyMemoryFile(db: Truth, path: string): Promise<void> {
	await db.memoryFiles.update(path, { text: '' });
}

export async function cutMemoryFiles(db: Truth, textLeft: TextLeft, at: number): Promise<void> {
	await db.memoryFiles.toCollection().modify((file) => {
		const text = textLeft(file.text);
		if (text !== file.text) Object.assign(file, { text, rev: file.rev + 1, updatedAt: at });
	});
}

export async function emptyRevisions(db: Truth, ids: readonly string[]): Promise<void> {
	await db.memoryRevisions.where('id').anyOf(ids).modify({ text: '' });
}

export async function cutRevisions(db: Truth, textLeft: TextLeft): Promise<void> {
	await db.memoryRevisions.toCollection().modify((revision) => {
		const text = textLeft(revision.text);
		if (text !== revision.text) Object.assign(revision, { text });
	});
}

/** Where lines were learnt. */
export async function dropOrigins(db: Truth, isGone: (line: string) => boolean): Promise<void> {
	await db.memoryOrigins.filter(({ line }) => isGone(line)).delete();
}

/** Proposals as they are left; what was refused with them stays refused, by its hash alone. */
export const cutProposals = (
	db: Truth,
	left: readonly Proposal[],
	refused: readonly string[]
): Promise<void> =>
	db.transaction('rw', db.proposals, db.refusals, async () => {
		await db.proposals.bulkPut([...left]);
		await blankRefusals(db, refused);
	});

/** Takes the words out of the refusals with these hashes. */
export async function blankRefusals(db: Truth, hashes: readonly string[]): Promise<void> {
	await db.refusals.where('hash').anyOf(hashes).modify({ line: '' });
}

/** Lines that are not to be proposed again, nor to come back with a backup. */
export async function refuseLines(
	db: Truth,
	refusals: readonly Refusal[],
	tombstones: readonly Tombstone[]
): Promise<void> {
	await db.refusals.bulkPut([...refusals]);
	const before = await db.tombstones.bulkGet(tombstones.map(({ id }) => id));
	await db.tombstones.bulkPut(tombstones.map((row, at) => inPlaceOf(before[at], row)));
}
