import type { Failure } from '#core/failure.ts';
import type { Imported } from '#state/importing.svelte.ts';
import { failureText } from './failure-text.ts';
import * as format from './format.ts';
import { words } from './words.ts';

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
	const reason =
		failure.kind === 'unreadable' || failure.kind === 'damaged'
			? unreadableReason(failure.kind === 'damaged' ? 'damaged' : failure.what)
			: failureText(failure);
	return words.files.couldNotImport(reason);
}

/** Begins `Imported`; counts what was skipped. */
export function importedText(sums: Imported): string {
	const parts: string[] = [];
	if (sums.sessions > 0)
		parts.push(format.count(sums.sessions, { one: 'conversation', other: 'conversations' }));
	if (sums.turns > 0) parts.push(format.count(sums.turns, { one: 'turn', other: 'turns' }));
	if (sums.memoryFiles > 0)
		parts.push(format.count(sums.memoryFiles, { one: 'memory file', other: 'memory files' }));
	if (parts.length === 0 && sums.skippedLines === 0) return words.files.importedNothing;
	const what = parts.length === 0 ? words.files.nothingNew : format.listed(parts);
	return words.files.imported({ what, skipped: sums.skippedLines });
}
