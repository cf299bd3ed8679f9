/** Words of the review desk. */
import * as format from '../../../format.ts';

const lines = (value: number) => format.count(value, { one: 'item', other: 'items' });

const stay = (value: number) => `${format.number(value)} stay${value === 1 ? 's' : ''}`;

/** `days`: how many more after today; null: not by itself. */
function sentFor(days: number | null): string {
	if (days === null) return 'only looked up';
	if (days === 0) return 'sent today';
	return days === 1 ? 'sent until tomorrow' : `sent for ${format.number(days)} days more`;
}

/** How many stay, and why: one reason as a sentence, several with the number of each. */
function staying(sums: {
	readonly tainted: number;
	readonly drafts: number;
	readonly changed: number;
	readonly refused: number;
	readonly unsaved: number;
}): string[] {
	const reasons = [
		{
			value: sums.tainted,
			alone: ': what comes from tools, the web or imports is taken only where you select it.',
			among: 'from tools, the web or imports, to be selected'
		},
		{
			value: sums.drafts,
			alone: ': summaries are read and used one by one.',
			among: 'summaries, to use one by one'
		},
		{
			value: sums.changed,
			alone: ': changed or added since you looked, or about a line that is gone. Look again.',
			among: 'changed or added since you looked, or about a line that is gone'
		},
		{
			value: sums.refused,
			alone: ': on the list of what is not to be remembered.',
			among: 'on the list of what is not to be remembered'
		},
		{
			value: sums.unsaved,
			alone: ' because of words you have not saved: save or cancel them, then accept.',
			among: 'with words you have not saved'
		}
	].filter(({ value }) => value > 0);
	const [first, ...others] = reasons;
	if (!first) return [];
	if (others.length === 0) return [`${stay(first.value)}${first.alone}`];
	const all = reasons.reduce((sum, { value }) => sum + value, 0);
	const each = reasons.map(({ value, among }) => `${format.number(value)} ${among}`);
	return [`${stay(all)}: ${each.join('; ')}.`];
}

export const desk = {
	title: 'Review',
	list: 'To review',
	help: 'Nothing here is remembered or sent before you accept it.',
	origins: {
		own: 'Your words',
		assistant: 'Assistant',
		tool: 'Tool',
		web: 'Web',
		import: 'Import'
	},
	/** Why it is marked so though nothing was imported. */
	importRead: 'The assistant had also read something you pasted, attached or imported.',
	accept: 'Accept',
	edit: 'Edit',
	reject: 'Reject',
	source: 'Source',
	proposalText: 'Proposal text',
	save: 'Save',
	/** While words were being written into it. */
	decided: (isAccepted: boolean) =>
		`This line was ${isAccepted ? 'accepted' : 'decided'} meanwhile. Saved, your words wait as a new one.`,
	acceptAll: 'Accept all',
	toSelect: 'Lines from tools, the web or imports: select them to accept them.',
	/** While many are. */
	deciding: 'Working through the list…',
	target: (path: string) => `For ${format.apart(path)}`,
	goesTo: 'For',
	todaysNote: (days: number | null) => `Today’s note: ${sentFor(days)}`,
	curated: 'MEMORY.md: sent with every message',
	curateAll: 'Mark all for MEMORY.md',
	curateSelected: (value: number) => `Mark for MEMORY.md (${format.number(value)})`,
	aimed: (sums: { readonly path: string; readonly lines: number }) =>
		sums.lines === 0
			? 'None of these goes to another file: they replace others, or are there already.'
			: `${sums.lines === 1 ? 'It is' : `${lines(sums.lines)} are`} for ${format.apart(sums.path)} now, and still ${sums.lines === 1 ? 'waits' : 'wait'} for Accept.`,
	replaces: (path: string) => `In place of a line of ${format.apart(path)}`,
	old: 'Now',
	fresh: 'Then',
	keepBoth: 'Keep both',
	keptBoth: 'Both lines will be kept.',
	beside: {
		same: (path: string) => `${format.apart(path)} says this already`,
		more: (path: string) => `About the same as a line of ${format.apart(path)}`,
		other: (path: string) => `At odds with a line of ${format.apart(path)}`
	},
	replaceIt: 'Replace it',
	willReplace: 'It will replace the other line.',
	more: 'More actions',
	showChange: 'Show change',
	hideChange: 'Hide change',
	change: (path: string) => `Change in ${format.apart(path)}`,
	noChange: 'The line it would change is no longer there.',
	show: 'Show',
	all: 'Everything',
	drafts: 'Summaries',
	shown: (sums: { readonly shown: number; readonly all: number }) =>
		`${format.number(sums.shown)} of ${lines(sums.all)}`,
	select: (text: string) => `Select: ${format.apart(text)}`,
	selectShown: 'Select all shown',
	selectNone: 'Select none',
	acceptSelected: (value: number) => `Accept selected (${format.number(value)})`,
	rejectSelected: (value: number) => `Reject selected (${format.number(value)})`,
	accepted: (path: string) => `Written to ${format.apart(path)}.`,
	/** Of what was accepted: `lines` of it do not go along for good, the first of them to stop after so many days. */
	goesAlong: ({
		all,
		lines,
		days
	}: Readonly<Record<'all' | 'lines', number>> & { readonly days: number | null }) => {
		const who =
			all === 1
				? 'It is'
				: lines === all
					? 'They are'
					: `${format.number(lines)} of them ${lines === 1 ? 'is' : 'are'}`;
		return `${who} ${sentFor(days)}${days === null ? '' : ', then only looked up'}.`;
	},
	/** Memory came to hold it while it waited. */
	known: 'It is already in memory, so nothing was written.',
	rejected: 'Rejected. It will not be proposed again.',
	rejectedSome: (value: number) => `Rejected ${lines(value)}. They will not be proposed again.`,
	changed: 'This line has changed meanwhile. Look at it again.',
	edited: 'Changed. It still waits for Accept.',
	acceptedAll: (
		sums: { readonly taken: number; readonly known: number } & Parameters<typeof staying>[0],
		/** How long they go along. */
		...reach: readonly string[]
	) =>
		[
			sums.taken > 0 ? `Accepted ${lines(sums.taken)}.` : 'Nothing accepted.',
			...reach,
			...(sums.known > 0
				? [`Already in memory, so not written: ${format.number(sums.known)}.`]
				: []),
			...staying(sums)
		].join(' '),
	undone: {
		accepted: 'Undone: what was accepted waits again.',
		carried: 'Undone: it is back where it was.',
		rejected: 'Undone: what was rejected waits again.',
		replaced: 'Undone: it waits again as it was.',
		used: 'Undone: the summary is no longer in use, and does not wait here as a draft again.',
		discarded: 'Undone: the draft waits again.',
		allowed: 'Undone: it will not be proposed.',
		refused: 'Undone: it may be proposed again, and what waited of it waits again.'
	},
	redone: 'Decided again.',
	empty: 'Nothing is waiting.',
	emptyHelp: 'What the assistant would like to remember comes here first.',
	noneShown: 'Nothing of this kind is waiting.',
	refusals: 'Not to be remembered',
	refusalsHelp:
		'These lines are not proposed again, also where small words, capitals or marks differ. In quite different words they may come back.',
	refusedCount: (value: number) => format.count(value, { one: 'line', other: 'lines' }),
	noRefusals: 'Lines you reject are listed here.',
	forgotten: 'A line you had forgotten: its words are kept nowhere.',
	allow: 'Allow again',
	allowed: 'It may be proposed again.',
	refuseText: 'Never remember',
	refuse: 'Add to the list',
	refused: 'It will not be proposed, and nothing that says the same is waiting any more.',
	nothingToRefuse: 'Write the line that must not be remembered.'
} as const;
