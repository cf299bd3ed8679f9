import { saidLines, withoutLines } from '#core/memory/file.ts';
import { revisionsUpTo } from '#core/memory/deletions.ts';
import { saidIn, tells } from '#core/forgetting/traces.ts';
import { typedIn } from '#core/provenance/line-origin.ts';
import { judgeSecrecy } from '#core/provenance/off-record.ts';
import { normaliseLine } from '#core/lines/line.ts';
import { curatedPath, type Proposal, type TidyPlan } from '#core/memory/memory.ts';
import { formKey, lineKey } from '#core/lines/same-line.ts';
import {
	blankRefusals,
	cutMemoryFiles,
	cutProposals,
	cutRevisions,
	dropOrigins,
	emptyMemoryFile,
	emptyRevisions,
	refuseLines
} from '#db/forgetting/memory.ts';
import { cutUnsaved, dropUnsaved } from '#db/forgetting/unsaved.ts';
import { memoryFiles, revisionsOf } from '#db/memory/files.ts';
import { saidThereAlone, type Walk } from '#flows/forgetting/walk.ts';

/** Memory: the forgotten lines leave their files and every revision; what waits at the desk goes with its source. */

export async function forgetInMemoryFiles(walk: Walk): Promise<void> {
	const { db, at } = walk;
	const gone = await pathForgotten(walk);
	if (gone !== null) await emptyMemoryFile(db, gone);
	if (walk.lineKeys.size > 0)
		await cutMemoryFiles(db, (text) => withoutLines(text, walk.isLine), at);
}

/** What stands unsaved in an editor: of a file that is forgotten it goes, but for what was written to it since. */
export async function forgetInUnsaved(walk: Walk): Promise<void> {
	const { scratch, forgetting } = walk;
	const { what } = forgetting;
	if (what.kind === 'memory-file') await dropUnsaved(scratch, what.path, what.deletedAt);
	if (walk.lineKeys.size > 0) await cutUnsaved(scratch, (text) => withoutLines(text, walk.isLine));
}

/** The path of a forgotten file, as long as nobody has written it again. Its row stays, so that nothing seems lost. */
async function pathForgotten({ db, forgetting: { what } }: Walk): Promise<string | null> {
	if (what.kind !== 'memory-file') return null;
	const file = await db.memoryFiles.get(what.path);
	return file?.deletedAt === what.deletedAt ? what.path : null;
}

export async function forgetInMemoryRevisions(walk: Walk): Promise<void> {
	const { db, forgetting } = walk;
	const { what } = forgetting;
	if (what.kind === 'memory-file') {
		const rows = await revisionsOf(db, what.path);
		const isAll = (await pathForgotten(walk)) !== null;
		const gone = isAll ? rows : revisionsUpTo(rows, what.deletedAt);
		await emptyRevisions(
			db,
			gone.map(({ id }) => id)
		);
	}
	if (walk.lineKeys.size > 0) await cutRevisions(db, (text) => withoutLines(text, walk.isLine));
}

/** Where a line came from is told by ids, which say nothing; only origins of forgotten lines go. */
export async function forgetInMemoryOrigins(walk: Walk): Promise<void> {
	if (walk.lineForms.size === 0) return;
	const { db, lineForms, isLine } = walk;
	const kept = (await memoryFiles(db))
		.flatMap(({ text }) => saidLines(text))
		.filter((line) => !isLine(line));
	// One that is left may have the form of one that goes (A and A-): what is known of it stays.
	const standing = new Set(kept.map(normaliseLine));
	await dropOrigins(db, (form) => lineForms.has(form) && !standing.has(form));
}

/** An emptied row stays, so that an import does not bring its words back; the name of the file it was for may tell them. */
const emptied = ({ home: _, ...proposal }: Proposal): Proposal => ({
	...proposal,
	text: '',
	hash: '',
	path: curatedPath,
	replaces: null,
	tags: [],
	turnIds: [],
	...(proposal.offered !== undefined && { offered: '' }),
	status: proposal.status === 'waiting' ? 'superseded' : proposal.status,
	...(proposal.tidy && { tidy: { ...proposal.tidy, takes: [], why: '' } })
});

/** A clean-up without the lines it would take or has taken that are forgotten, and without a reason that repeats one. */
function tidyWithout(walk: Walk, tidy: TidyPlan): TidyPlan {
	const takes = tidy.takes.filter(({ line }) => !walk.isLine(line));
	const isTelling = takes.length < tidy.takes.length || repeatsLine(walk, tidy.why);
	return isTelling ? { ...tidy, takes, why: '' } : tidy;
}

/** Whether a sentence holds one of the forgotten lines word for word. */
function repeatsLine({ forgetting: { what, lines } }: Walk, sentence: string): boolean {
	const told = ` ${normaliseLine(sentence)} `;
	return [...lines, ...(what.kind === 'line' ? [what.line] : [])].some((line) => {
		const wanted = normaliseLine(line);
		return wanted !== '' && told.includes(` ${wanted} `);
	});
}

/**
 * Lines that wait, or were refused, go with what they were learnt from; accepted ones stay with their line. What names
 * other messages of the session goes too where only the forgotten one says it: who wrote it may have named a wrong one.
 */
export async function forgetInProposals(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole, turnIds, exchanges, others } = walk;
	const isSaidThere = saidThereAlone(walk);
	const isTypedThere = judgeSecrecy(saidIn(exchanges), typedIn(others));
	const isGone = (row: Proposal): boolean => {
		if (walk.isLine(row.text) || (row.replaces !== null && walk.isLine(row.replaces))) return true;
		if (row.status === 'accepted') return false;
		// What is left of a clean-up that would take a line which is gone can no longer be done.
		if (row.tidy?.takes.some(({ line }) => walk.isLine(line))) return true;
		if (isWhole && row.sessionId === sessionId) return true;
		const sources = row.turnIds.filter((id) => turnIds.has(id));
		if (sources.length === 0) return row.sessionId === sessionId && isSaidThere(row.text);
		const isFromThere = tells(walk.traces, row.text) || isTypedThere(row.text);
		return sources.length === row.turnIds.length || isFromThere;
	};
	/** What was offered came from there, though the user's own words are left of it. */
	const isOfferGone = ({ offered = '', turnIds: from, sessionId: of }: Proposal): boolean =>
		offered !== '' &&
		(walk.isLine(offered) || (isWhole && of === sessionId) || from.some((id) => turnIds.has(id)));
	const all = await db.proposals.toArray();
	const rows = all.filter(isGone);
	const gone = new Set(rows);
	const unsaid = new Set(all.filter((row) => !gone.has(row) && isOfferGone(row)));
	const cut = all.flatMap((row): Proposal[] => {
		if (gone.has(row)) return [];
		const tidy = row.tidy && tidyWithout(walk, row.tidy);
		const isCut = unsaid.has(row);
		if (tidy === row.tidy && !isCut) return [];
		return [{ ...row, ...(tidy && { tidy }), ...(isCut && { offered: '' }) }];
	});
	const isRejected = ({ status }: Proposal) => status === 'rejected';
	const refused = [
		...rows.filter(isRejected).flatMap(({ text, offered = text }) => [text, offered]),
		...[...unsaid].filter(isRejected).flatMap(({ offered = '' }) => offered)
	].flatMap((text) => [lineKey(text), formKey(text)]);
	await cutProposals(db, [...rows.map(emptied), ...cut], refused);
}

/** A forgotten line is not proposed again; the list that says so holds its hash and no words. */
export async function forgetInRefusals(walk: Walk): Promise<void> {
	const { db, at, lineKeys } = walk;
	// Who deletes a file has not said that its facts are unwanted.
	if (lineKeys.size === 0 || walk.forgetting.what.kind === 'memory-file') return;
	await blankRefusals(db, [...walk.lineForms].map(formKey));
	await refuseLines(
		db,
		[...lineKeys].map((hash) => ({ hash, line: '', at })),
		[...lineKeys].map((id) => pendingKept(walk, id))
	);
}

/** The tombstone of the line that is being forgotten keeps what is still to be done. */
const pendingKept = ({ forgetting, changed, at }: Walk, id: string) => ({
	id,
	kind: 'line' as const,
	at,
	...(forgetting.what.kind === 'line' && lineKey(forgetting.what.line) === id
		? { pending: { ...forgetting, changed } }
		: {})
});
