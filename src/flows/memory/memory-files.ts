import { curatedPath, dailyPath, isMemoryPath } from '#core/memory/memory.ts';
import type { MemoryFile, MemoryOrigin, MemoryRevision } from '#core/memory/memory.ts';
import { addBullet, addUnder, cleanFile, extractionHeading, keepBom } from '#core/memory/file.ts';
import type { Failed } from '#core/failure.ts';
import { bulletLike } from '#core/memory/compared-lines.ts';
import { textOf } from '#core/log/blocks.ts';
import { rewordedLines } from '#core/memory/reworded-lines.ts';
import { cleanLine, whyNoLine } from '#core/lines/line.ts';
import { originOf } from '#core/lines/same-line.ts';
import { localDayOf, localTimeOf } from '#core/time/stamp.ts';
import { memoryFile, originsOfLines, writeMemory } from '#db/memory/files.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { findTurn } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { nothingTold, type Told } from '#db/told.ts';
import { activityOf } from '#flows/activity.ts';
import { done, doneOf, failed, onceMore, reading, type Done } from '#flows/done.ts';
import { writeBack } from '#flows/memory/write-back.ts';
import { revise } from '#flows/memory/revise.ts';
import type { App } from '#flows/ports.ts';

/** What the user does to memory files: every write is a revision, and every one can be undone. */

type MemoryPorts = Pick<App, 'db' | 'clock'>;

/** `revisionId`: of the write, for its undo. */
type Saving =
	{ readonly status: 'stored'; readonly value: MemoryFile; readonly revisionId: string } | Failed;

/**
 * Save a file as the editor holds it. `expectedRev` is the rev that was read (null: the file was not there);
 * `changed-meanwhile` when somebody else wrote since: both texts are kept, theirs in the file, ours with the caller.
 */
export async function saveMemoryFile(
	ports: MemoryPorts,
	file: { readonly path: string; readonly text: string; readonly expectedRev: number | null }
): Promise<Saving> {
	if (!isMemoryPath(file.path)) return failed({ kind: 'unreadable', what: file.path });
	const before = (await memoryFile(ports.db, file.path))?.text ?? '';
	const text = keepBom(before, cleanFile(file.text).text);
	const made = revise(ports.clock, { path: file.path, text, by: 'user' });
	const stored = await writeMemory(
		ports.db,
		{
			revision: made,
			expectedRev: file.expectedRev,
			origins: await originsTakenAlong(ports, { path: file.path, before, text })
		},
		told(ports, made, 'saved')
	);
	return stored.status === 'failed' ? stored : { ...stored, revisionId: made.id };
}

/** What was known of lines that this edit rewords, for the lines they have become. The old ones stay for an undo. */
async function originsTakenAlong(
	{ db, clock }: MemoryPorts,
	{ path, before, text }: { readonly path: string; readonly before: string; readonly text: string }
): Promise<readonly MemoryOrigin[]> {
	const became = rewordedLines(before, text);
	if (became.length === 0) return [];
	const origins = await originsOfLines(db, new Set(became.map(({ from }) => from)));
	return became.flatMap(({ from, to }) =>
		origins
			.filter(({ line }) => line === from)
			.map((origin) => ({
				...origin,
				id: clock.newId(),
				path,
				line: to,
				// Of the new words only the form is known here.
				signs: undefined
			}))
	);
}

/**
 * Delete a file. Its revisions stay, so `restoreMemoryFile` brings it back. `expectedRev`: as it is to be for that; left
 * out: whatever it is.
 */
export async function deleteMemoryFile(
	ports: MemoryPorts,
	path: string,
	expectedRev?: number
): Promise<Done> {
	const file = await memoryFile(ports.db, path);
	if (expectedRev !== undefined && file?.rev !== expectedRev)
		return failed({ kind: 'changed-meanwhile' });
	if (!file) return done;
	const made = revise(ports.clock, { path, text: file.text, by: 'user', deleted: true });
	const write = { revision: made, expectedRev: file.rev, origins: [] };
	return doneOf(await writeMemory(ports.db, write, told(ports, made, 'deleted')));
}

/** `revisionId`: of the write, for its undo. */
export type Restoring = { readonly status: 'done'; readonly revisionId: string } | Failed;

/** Make a file what it was in an earlier revision (also one that has been deleted since). */
export async function restoreMemoryFile(
	ports: MemoryPorts,
	path: string,
	revisionId: string
): Promise<Restoring> {
	const wanted = await ports.db.memoryRevisions.get(revisionId);
	if (wanted?.path !== path) return failed({ kind: 'changed-meanwhile' });
	// Emptied when a deletion behind it was forgotten.
	if (wanted.text === '') return failed({ kind: 'forgotten' });
	const file = await memoryFile(ports.db, path);
	const made = revise(ports.clock, { path, text: wanted.text, by: 'undo' });
	const write = { revision: made, expectedRev: file?.rev ?? null, origins: [] };
	const stored = await writeMemory(ports.db, write, told(ports, made, 'restored'));
	return stored.status === 'failed' ? stored : { status: 'done', revisionId: made.id };
}

/** Whether there is something to go back to: not where the words of a deleted file were forgotten since. */
export async function canGoBack(
	ports: MemoryPorts,
	path: string,
	revisionId: string
): Promise<boolean> {
	const write = await writeBack(ports, path, (row) => row.id === revisionId);
	return write !== 'not-meant' && write !== 'forgotten';
}

/** Take one write of a file back. `changed-meanwhile` where the file has been written since. */
export async function undoMemoryWrite(
	ports: MemoryPorts,
	path: string,
	revisionId: string,
	undoneTold: Told = nothingTold
): Promise<Done> {
	const write = await writeBack(ports, path, (row) => row.id === revisionId);
	return typeof write === 'string'
		? failed({ kind: 'changed-meanwhile' })
		: doneOf(await writeMemory(ports.db, write, undoneTold));
}

type Remembering =
	/** `revisionId`: of the write, for its undo. */
	| { readonly status: 'remembered'; readonly path: string; readonly revisionId: string }
	/** The file holds the very line: nothing was written. */
	| { readonly status: 'known'; readonly path: string }
	| Failed;

interface Fact {
	readonly text: string;
	readonly sessionId: string | null;
	/** The turn the words stand in; null: they were written for this. */
	readonly turnId?: string | null;
	readonly guest: boolean;
}

/**
 * `/remember`, and “Remember” on a message: write at once, what was typed for it as the user's own words. Yours go to
 * MEMORY.md, which is loaded until you take the line out; a guest session, which never sees that file, writes to today's
 * note. A line stands well in whatever the file holds, so where somebody else has written in that very moment it is
 * written once more.
 */
export const rememberText = (ports: MemoryPorts, fact: Fact): Promise<Remembering> =>
	onceMore(() => reading(() => rememberOnce(ports, fact)));

async function rememberOnce(ports: MemoryPorts, fact: Fact): Promise<Remembering> {
	const wrong = whyNoLine(fact.text);
	if (wrong) return failed(wrong);
	const line = cleanLine(fact.text);
	const { db, clock } = ports;
	const at = clock.now();
	const path = fact.guest ? dailyPath(localDayOf(at, clock.zone())) : curatedPath;
	const file = await memoryFile(db, path);
	const text = file?.text ?? '';
	if (bulletLike(text, line)) return { status: 'known', path };
	const heading = extractionHeading.saved(localTimeOf(at, clock.zone()));
	const from = await standingIn(db, fact);
	const origin = originOf(line, { id: clock.newId(), path, ...from, writer: 'user', at });
	const made = revise(clock, {
		path,
		text: fact.guest ? addUnder(text, { heading, line }) : addBullet(text, line),
		by: 'user'
	});
	const stored = await writeMemory(
		db,
		{ revision: made, expectedRev: file?.rev ?? null, origins: [origin] },
		told(ports, made, 'remembered', fact.sessionId)
	);
	if (stored.status === 'failed') return stored;
	return { status: 'remembered', path, revisionId: made.id };
}

/** Where the words stand, and whose they are. A conversation that has not begun is none to go back to. */
async function standingIn(
	db: Truth,
	{ text, sessionId, turnId = null }: Fact
): Promise<Pick<MemoryOrigin, 'sessionId' | 'turnIds' | 'origin'>> {
	const isStored = sessionId !== null && (await sessionOf(db, sessionId)) !== undefined;
	const turn = isStored && turnId !== null && (await findTurn(db, sessionId, turnId));
	if (!turn) return { sessionId: isStored ? sessionId : null, turnIds: [], origin: 'own' };
	const isOwn = spelled(textOf(turn.asked)).includes(spelled(text));
	return { sessionId, turnIds: [turn.turnId], origin: isOwn ? 'own' : 'assistant' };
}

/** Letters and digits alone: what was selected on screen has no marks of Markdown. */
const spelled = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

export const told =
	(
		ports: MemoryPorts,
		{ path, id }: MemoryRevision,
		what: 'saved' | 'deleted' | 'restored' | 'remembered',
		sessionId: string | null = null
	): Told =>
	() => [
		activityOf(ports, {
			kind: 'memory',
			sessionId,
			details: { what, path, undo: 'memory', revisionId: id }
		})
	];
