import { mostBranches } from '#core/import/chat-shape.ts';
import type { Failure } from '#core/failure.ts';
import type { Imported, ImportStage } from '#state/data/importing.svelte.ts';
import { failureText } from './failure-text.ts';
import * as format from './format.ts';
import { words } from './all-words.ts';

/** What an import came to, in words. */

/** Why one item of a file cannot be read. */
export function unreadableReason(reason: string | null): string {
	const known: Readonly<Record<string, string>> = words.files.reasons;
	return (
		(reason !== null && Object.hasOwn(known, reason) ? known[reason] : undefined) ??
		words.files.reasons.unknown
	);
}

/** Begins `Could not import`. */
export function couldNotImport(failure: Failure): string {
	const { couldNotImport, couldNotRead } = words.files;
	if (failure.kind !== 'unreadable' && failure.kind !== 'damaged')
		return couldNotImport(failureText(failure));
	const what = failure.kind === 'damaged' ? 'unusable' : failure.what;
	// A backup may be taken away while it comes in.
	return (what === 'gone' ? couldNotImport : couldNotRead)(unreadableReason(what));
}

type ImportedStage = Extract<ImportStage, { readonly at: 'imported' }>;
const allHere = { isAllHere: true, unreadable: [] };

/** Begins `Imported`; counts what was skipped, and says when it was stopped on the way. */
export function importedText(
	sums: Imported,
	{ isAllHere, unreadable }: Pick<ImportedStage, 'isAllHere' | 'unreadable'> = allHere
): string {
	const parts = [
		...counted(sums.sessions, words.files.conversations),
		...counted(sums.grown, words.files.grownConversations),
		...counted(sums.turns, words.files.turnWords),
		...counted(sums.memoryFiles, words.files.memoryFiles),
		...counted(sums.proposals, words.files.proposals)
	];
	const isStopped = sums.status === 'stopped';
	const isPartly =
		sums.skippedLines + sums.gone + sums.writtenSince + sums.heldBack > 0 || isStopped;
	if (parts.length === 0 && !isPartly && isAllHere) return words.files.importedNothing;
	const what = parts.length === 0 ? words.files.nothingNew : format.listed(parts);
	const said = words.files.imported({ what, skipped: sums.skippedLines });
	return [
		said,
		...(unreadable.length > 0 ? [words.files.unreadableLeft(unreadable.length)] : []),
		...(sums.leftOut.length > 0 ? [branchesNotKept(sums.leftOut)] : []),
		...(sums.missingImages > 0 ? [words.files.missingPictures(sums.missingImages)] : []),
		...(sums.heldBack > 0 ? [words.files.heldBack(sums.heldBack)] : []),
		...(sums.beside > 0 ? [words.files.beside(sums.beside)] : []),
		...(sums.reopened > 0 ? [words.files.reopened(sums.reopened)] : []),
		...(sums.missingTurns > 0 ? [`${words.files.missingTurns(sums.missingTurns)}.`] : []),
		...(sums.unfinished > 0 ? [words.files.unfinished(sums.unfinished)] : []),
		...(sums.isSalvaged ? [words.files.salvaged] : []),
		...(sums.writtenSince > 0 ? [words.files.writtenSince(sums.writtenSince)] : []),
		...(sums.gone > 0 ? [words.files.goneMeanwhile(sums.gone)] : []),
		...(isStopped ? [words.files.importStopped] : [])
	].join(' ');
}

/** Conversations whose names are said; the rest is counted. */
const mostNamed = 5;

function branchesNotKept(leftOut: Imported['leftOut']): string {
	const named = leftOut
		.slice(0, mostNamed)
		.map(({ title, branches }) =>
			words.files.branchesOf({ value: branches, title: title || words.files.untitled })
		);
	const more = leftOut.length - named.length;
	const sessions = format.listed([
		...named,
		...(more > 0 ? [words.files.moreConversations(more)] : [])
	]);
	return words.files.branchesNotKept({ sessions, most: mostBranches });
}

const counted = (
	value: number,
	forms: { readonly one: string; readonly other: string }
): string[] => (value > 0 ? [format.count(value, forms)] : []);
