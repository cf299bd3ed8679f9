import type { Progress } from '#core/progress.ts';
import type { Summary } from '#core/summary/summary.ts';

/** Words of summaries: drafts, cards, undo, loss. */
import * as format from '../../format.ts';

/** Turns as people count them. */
interface Range {
	readonly from: number;
	readonly through: number;
}

const turnsOf = ({ from, through }: Range): string => format.turns(from, through);

export const compaction = {
	running: 'Organizing conversation',
	progress: (progress: Progress | null) =>
		progress && progress.of > 0
			? `Organizing conversation… ${format.number(progress.done)} of ${format.count(progress.of, { one: 'part', other: 'parts' })}`
			: 'Organizing conversation…',
	cancel: 'Cancel compaction',
	cancelled: 'Compaction cancelled. Nothing was changed.',
	/** A message waited for it. */
	cancelledFor: 'Compaction cancelled. Nothing was changed, and nothing more will be sent.',
	nothingBecause: (reason: string) => `Nothing to compact: ${reason}.`,
	draft: 'Draft summary of earlier messages',
	draftHelp: 'None of it is sent before you use it.',
	smallWindow:
		'The window on this device is small on purpose, so that you can see how this works. Search still finds everything.',
	saves: ({
		perTurn,
		breakEven
	}: {
		readonly perTurn: number;
		readonly breakEven: number | 'never';
	}) =>
		breakEven === 'never' || perTurn <= 0
			? 'It does not make later turns cheaper.'
			: `It saves about ${format.money(perTurn)} with each later turn and pays for itself ${breakEven === 0 ? 'at once' : `after ${format.count(breakEven, { one: 'turn', other: 'turns' })}`}.`,
	use: 'Use summary',
	edit: 'Edit summary',
	discard: 'Discard summary',
	draftUnderPen:
		'The draft summary has words you have not saved, and a new draft would replace it. Save or cancel them first.',
	atWork: 'A summary is already being made. Cancel it first to ask for another.',
	emergency:
		'The limit came before a summary was ready, so one was made at once. It is in the session; undo takes it back.',
	used: 'The summary is in use.',
	discarded: 'Summary discarded.',
	replaced: 'The earlier draft was replaced.',
	card: (round: number) => `Summary of earlier messages, round ${format.number(round)}`,
	/** Not named like the card of a summary: whoever looks for that one must not find this. */
	deletedCard: (round: number) => `Messages left out, round ${format.number(round)}`,
	restore: 'Restore summary',
	superseded: 'superseded',
	undo: 'Undo compaction',
	/** An earlier round may stand for the same messages again, so it is not said that they are back. */
	undone: (round: number) =>
		`Compaction undone: the summary of round ${format.number(round)} is no longer in use.`,
	redone: (round: number) => `Summary of round ${format.number(round)} is in use again.`,
	delete: 'Delete summary',
	deleteTitle: 'Delete summary?',
	/** `stays`: the round that can go on standing for them. */
	deleteHelp: (range: Range | null, stays: number | null) =>
		`The messages it stands for${range ? `, ${turnsOf(range)},` : ''} are still here. ${
			stays === null
				? 'Should the model see them again? Later summaries that stand for them go too.'
				: `Round ${format.number(stays)} was written from them without this one and can stay; only what was made from this one goes too. Or should the model see the messages again, or neither? Then all later summaries go.`
		}`,
	keepRound: (round: number) => `Keep round ${format.number(round)}`,
	bringBack: 'Bring the messages back',
	leaveOut: 'Leave the messages out too',
	deleted: 'Summary deleted.',
	whatWasLost: 'What was lost',
	lost: {
		rules: 'Rules and wishes',
		decisions: 'Decisions and promises',
		questions: 'Open questions',
		names: 'Names',
		numbers: 'Numbers and amounts',
		dates: 'Days and times',
		links: 'Links',
		files: 'Files',
		ids: 'Ids',
		code: 'Names in code',
		quotes: 'Quotations'
	},
	/** `items` in all and `perKind` of a kind are listed at most. */
	lostCut: ({ items, perKind }: { readonly items: number; readonly perKind: number }) =>
		`There may be more: only the worst are listed, ${format.number(perKind)} of a kind and ${format.number(items)} in all.`,
	nothingLost: 'Every name, number, path and decision that was looked for is still there.',
	/** Of what is named in no covered message. */
	fromBefore: 'from the previous summary',
	addToSummary: 'Add to summary',
	/** Of one heading of what was lost. */
	addAll: 'Add all of these',
	pin: 'Pin',
	originals: 'Show originals',
	more: 'More summary actions',
	copy: 'Copy summary',
	download: 'Download summary',
	showChanges: 'Show changes',
	changes: 'Changes',
	sinceRound: (round: number) => `Since round ${format.number(round)}`,
	sinceWritten: 'Since it was written',
	changedMeanwhile:
		'This summary was changed elsewhere while you were editing. What you save replaces what is there now.',
	takeTheirs: 'Use the other version',
	tookTheirs: 'The other version is here now.',
	originalMessages: 'Original messages',
	text: 'Summary text',
	save: 'Save',
	edited: 'edited',
	saved: 'Summary saved.',
	editUndone: 'The summary reads as it did before.',
	/** What whoever wrote it has not seen. */
	unread: ({ pieces, media }: { readonly pieces: number; readonly media: number }) =>
		[
			...(pieces > 0
				? [
						`the middle of ${format.count(pieces, { one: 'long piece', other: 'long pieces' })} not read`
					]
				: []),
			...(media > 0
				? [
						`${format.count(media, { one: 'image or document', other: 'images or documents' })} not seen`
					]
				: [])
		].join(', '),
	/** Of a whole request: when it was put to use, or of a draft, in front of which more may have been said since, made. */
	weight: (of: Pick<Summary, 'tokensBefore' | 'tokensAfter' | 'committedAt'>) =>
		`request ${format.number(of.tokensBefore)} → ${format.tokens(of.tokensAfter)}${of.committedAt === null ? ' when it was made' : ''}`,
	cost: (dollars: number | null) => `cost ${format.money(dollars)}`,
	/** Turns, which can be counted on the screen: with tools a turn is many messages. */
	covers: (turns: number, range: Range | null) =>
		range
			? `Stands in for ${turnsOf(range)}, ${format.number(turns)} of them new`
			: `Stands in for ${format.count(turns, { one: 'turn', other: 'turns' })}`,
	tiers: {
		full: 'by the model, as planned',
		'smaller-chunks': 'read in smaller parts',
		'cheaper-model': 'by another model',
		partial: 'parts of it only',
		extractive: 'taken word for word, without a model',
		placeholder: 'placeholder without content: the model sees nothing of these turns'
	},
	draftBack: 'The draft waits again.',
	/** Of a draft with words under the pen, that is no longer the one that waits. */
	lostDraft: {
		replaced:
			'Another draft was made elsewhere and has replaced this one. What you have written is still here.',
		discarded: 'This draft was discarded elsewhere. What you have written is still here.',
		overtaken:
			'Another summary was put to use elsewhere, so this draft can no longer be used. Copy the words you want to keep; Cancel gives the rest up.',
		unknown:
			'A copy without this summary was restored elsewhere. Copy the words you want to keep; Cancel gives the rest up.'
	},
	undoneUnderPen: (round: number) =>
		`The summary of round ${format.number(round)} is no longer in use. Words you have not saved in it are kept for when it is restored.`,
	showOther: 'Show it',
	hideOther: 'Hide it',
	keepMine: 'Keep mine',
	/** Why there is nothing to do: behind a colon, or in a list of facts. */
	nothingReasons: {
		'all-recent': 'everything is recent enough to go word for word',
		'few-messages': 'there are only a few messages',
		'little-to-gain': 'a summary would be about as long as the messages it stands for',
		'nothing-new': 'nothing has been said since the last summary',
		'decided-before': 'nothing has changed since it was last looked at',
		'all-left-out':
			'every message it stands for is left out or deleted; “Delete summary” takes its words out too'
	},
	/** Rounds that stand one on the other, from 2. */
	worn: (rounds: number) => `summarised ${format.number(rounds)} times over`,
	again: 'Summarise again from the originals',
	againShort: 'Worn summary',
	wornHelp: (rounds: number) =>
		`What was said first has now been summarised ${format.number(rounds)} times over, and each time a little may get lost. Every message is still here: the summary can be written again from them.`,
	wornKeep: 'Keep it as it is',
	wholeText: 'Whole text',
	anchors: 'Anchors',
	leftOutToo:
		'You deleted this summary and left its messages out too: the model sees neither. They can still be read here.',
	tainted: 'Contains text from tools, the web, imports or pastes'
} as const;
