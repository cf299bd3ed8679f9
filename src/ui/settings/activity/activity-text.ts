import type { Activity, DetailName } from '#core/activity.ts';
import type { Failure } from '#core/failure.ts';
import { isTime } from '#core/shape.ts';
import { failureText } from '../../words/failure-text.ts';
import { noSummaryText } from '../../words/fallback-text.ts';
import { words } from '../../words/all-words.ts';

/** One thing that happened, in words a person understands: what, the details that are known, and what they mean. */

const known = words.activity;

const labelOf = (labels: Readonly<Record<string, string>>, name: string): string =>
	Object.hasOwn(labels, name) ? (labels[name] ?? '') : '';

const numberIn = ({ details }: Activity, name: DetailName): number | null => {
	const value = details[name];
	return typeof value === 'number' ? value : null;
};

const textIn = ({ details }: Activity, name: DetailName): string => {
	const value = details[name];
	return typeof value === 'string' ? value : '';
};

/** Made in a hurry because the limit was reached: shown as a warning wherever it is told. */
export const isEmergency = ({ details }: Pick<Activity, 'details'>): boolean =>
	details['emergency'] === true || details['trigger'] === 'emergency';

/** What was deleted, where that is known. */
function deletedIn(row: Activity): string {
	if (numberIn(row, 'turns') !== null) return known.deleted.turn;
	return labelOf(known.deleted, textIn(row, 'what') || textIn(row, 'of'));
}

/** The memory file that was written, to be looked at; null: none, or it is gone. */
export const fileOf = (row: Activity): string | null =>
	row.kind === 'memory' && row.details['what'] !== 'deleted' ? textIn(row, 'path') || null : null;

function headOf(row: Activity & { readonly lines?: number }): string {
	if (row.lines) return known.accepted(row.lines);
	const back = row.details['undoes'] === undefined ? 0 : (numberIn(row, 'lines') ?? 0);
	if (back > 1) return known.putBack(back);
	// Its row has the kind of what it takes back.
	const undone =
		row.details['undoes'] === undefined ? '' : labelOf(known.undone, textIn(row, 'what'));
	if (undone !== '') return undone;
	const deleted = row.kind === 'deletion' ? deletedIn(row) : '';
	if (deleted !== '') return deleted;
	if (row.kind === 'draft' && row.details['discarded'] === true) return known.discarded;
	if (row.kind === 'compaction' && row.details['again'] === true) return known.again;
	if (row.kind === 'import' && row.details['begun'] !== undefined) return known.begun;
	const failed = row.kind === 'failure' ? labelOf(known.failed, textIn(row, 'what')) : '';
	return failed === '' ? known.kinds[row.kind] : failed;
}

/** One sentence: what happened, and the details that are known of it. */
export function activityText(row: Activity & { readonly lines?: number }): string {
	const counted = (name: DetailName, say: (value: number) => string): string => {
		const value = numberIn(row, name);
		return value === null || value === 0 ? '' : say(value);
	};
	const before = numberIn(row, 'tokensBefore');
	const after = numberIn(row, 'tokensAfter');
	const cost = row.details['cost'];
	const tier = labelOf(words.compaction.tiers, textIn(row, 'tier'));
	const parts = [
		textIn(row, 'title'),
		textIn(row, 'path') || textIn(row, 'name'),
		labelOf(words.compaction.nothingReasons, textIn(row, 'reason')),
		counted('round', known.round),
		before !== null && after !== null ? known.tokens({ before, after }) : '',
		counted('messages', known.messages),
		labelOf(known.by, textIn(row, 'by') || textIn(row, 'trigger')),
		tier === words.compaction.tiers.full ? '' : tier,
		textIn(row, 'model'),
		cost === undefined ? '' : known.cost(typeof cost === 'number' ? cost : null),
		counted('sessions', known.sessions),
		row.kind === 'deletion' ? '' : counted('turns', known.turns),
		isTime(row.details.madeAt) ? counted('madeAt', known.copyOf) : '',
		counted('missingArchives', known.missing),
		counted('memoryFiles', known.memoryFiles),
		row.kind === 'flush' ? '' : counted('proposals', known.proposals),
		counted('skippedLines', known.skipped),
		counted('branchesLeftOut', known.branchesLeftOut),
		counted('attempts', known.attempts),
		keptOf(row),
		counted('cutSummaries', known.cutSummaries),
		counted('cutResults', known.cutResults),
		counted('cutRequests', known.cutRequests),
		counted('dropped', known.dropped),
		counted('passed', known.passed)
	].filter((part) => part !== '');
	return [headOf(row), ...parts].join(' · ');
}

const isCompaction = (row: Activity): boolean =>
	row.kind === 'failure' && textIn(row, 'what') === 'compaction';

/** Why it failed, and what can be done. */
export const failureOf = (row: Activity, failure: Failure): string =>
	isCompaction(row) ? noSummaryText(failure) : failureText(failure);

/** Of a damaged archive. */
function keptOf(row: Activity): string {
	const [kept, of] = [numberIn(row, 'kept'), numberIn(row, 'of')];
	return kept !== null && of !== null ? known.keptTurns({ kept, of }) : '';
}

/** What it means, a sentence each. */
export function activityNotes(row: Activity): readonly string[] {
	const notes: string[] = [];
	if (isEmergency(row)) notes.push(known.emergency);
	if (row.details['insufficient'] === true) notes.push(known.insufficient);
	if (isCompaction(row)) notes.push(known.lost);
	if (row.kind === 'failure' && textIn(row, 'what') === 'log') notes.push(known.logHelp);
	if (row.kind === 'transformed') notes.push(known.transformed);
	if (row.details['isSalvaged'] === true) notes.push(known.salvaged);
	if (row.kind === 'import' && row.details['stopped'] === true)
		notes.push(row.details.again === true ? words.files.importEnded : words.files.importCutOff);
	if (row.kind === 'flush') notes.push(...flushNotes(row));
	return notes;
}

/** Lines of this row that came to the review desk. */
export const proposalsOf = (row: Activity): number => numberIn(row, 'proposals') ?? 0;

/** What came of the question before a summary. A reply without words says nothing of what its tools did. */
function flushNotes(row: Activity): readonly string[] {
	const proposals = proposalsOf(row);
	const written = numberIn(row, 'written') ?? 0;
	const said = textIn(row, 'said');
	const notes = [
		...(row.details['stopped'] === true ? [known.stopped] : []),
		...(proposals > 0 ? [known.proposed(proposals)] : []),
		...(written > 0 ? [known.written(written)] : []),
		...(said === '' ? [] : [known.said(said)])
	];
	return notes.length === 0 && row.failure === null ? [known.silent] : notes;
}
