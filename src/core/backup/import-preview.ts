import type { Beside, ForeignFormat } from '#core/import/chat.ts';

/** What an import would do, as it is shown before anything is written. */

/** A setting as a file has it. */
export interface SettingToTake {
	readonly key: string;
	readonly value: unknown;
}

/** One thing in the file. */
export interface ImportItem {
	/** Names it to whoever leaves it out; two things of one name differ in it. */
	readonly id: string;
	readonly name: string;
	readonly what:
		| 'session'
		| 'memory-file'
		| 'archive'
		| 'archives'
		| 'settings'
		| 'decisions'
		| 'records'
		| 'memories';
	/**
	 * `changed`: a file that differs, a conversation that has gone on. `forgotten`: the user deleted it here, for the
	 * reason `can-come-back` not for good yet.
	 * `left-alone`: it is known what it is, and it has no place here.
	 */
	readonly state: 'new' | 'there' | 'changed' | 'forgotten' | 'unreadable' | 'left-alone';
	readonly reason: string | null;
	/** For memory files: what is here and what the file holds; for memories: the lines that would be proposed. */
	readonly before: string | null;
	readonly after: string | null;
	/** Turns, lines or rows. */
	readonly count: number;
	/** Unix ms of the last message; null for what is no conversation. */
	readonly at: number | null;
	/** Pictures that are spoken of and not in the file. */
	readonly missingImages: number;
	/** Turns that a conversation speaks of and that its file has lost. */
	readonly missingTurns: number;
	/** Branches that do not say where they left the conversation. */
	readonly branchesMended: number;
	/** Branches of a conversation beyond the most that are kept. */
	readonly branchesLeftOut: number;
	/** A conversation has rules or pins of its own, and the file is not believed: it comes without them. */
	readonly rulesLeftOut: boolean;
	/** A conversation was archived here; with what it brings it is open again. */
	readonly reopens: boolean;
	/** A conversation went on differently here: what the file has beyond that stays out. */
	readonly isHeldBack: boolean;
	/** Of what it brings, something stands in a branch that is not on screen. */
	readonly isBeside: boolean;
	/** A conversation that is archived in the file comes so with its archive alone: without that it is open. */
	readonly endsByArchive: boolean;
	/** Signs that a person cannot see; they are left out. */
	readonly hiddenSigns: number;
	/** A memory file that was deleted or renamed here. */
	readonly isGone: boolean;
	/** Lines among the records that are not to be remembered, and may be here. */
	readonly refusals: number;
	/** Lines that were forgotten here; they stay out. */
	readonly forgottenLines: number;
	/** Settings that decide where words go and what passes unread, for `decisions`. */
	readonly decisions: readonly SettingToTake[];
	/** Taken unless the user says no. */
	readonly isChosen: boolean;
}

export type ImportFormat =
	'keepsake-backup' | 'archive' | 'markdown' | 'memories' | 'several' | ForeignFormat;

export interface ImportPreview {
	readonly importId: string;
	readonly format: ImportFormat;
	readonly items: readonly ImportItem[];
	readonly skippedLines: number;
	/** Files that could be read of a backup of ours that is damaged; null for everything else. */
	readonly salvaged: number | null;
}

/** An item with what most of them have. */
export const importItem = (
	over: Pick<ImportItem, 'name' | 'what' | 'state'> & Partial<ImportItem>
): ImportItem => ({
	id: over.name,
	reason: null,
	before: null,
	after: null,
	count: 0,
	at: null,
	missingImages: 0,
	missingTurns: 0,
	branchesMended: 0,
	branchesLeftOut: 0,
	rulesLeftOut: false,
	reopens: false,
	isHeldBack: false,
	isBeside: false,
	endsByArchive: false,
	hiddenSigns: 0,
	isGone: false,
	refusals: 0,
	forgottenLines: 0,
	decisions: [],
	isChosen: !['unreadable', 'left-alone', 'forgotten'].includes(over.state),
	...over
});

/** Whether an item would change something here, so that a person may say no to it. */
export const bringsSomething = ({ state }: ImportItem): boolean =>
	state === 'new' || state === 'changed';

/** Proposals of one import beyond these are skipped, and come with the next: nobody reviews more at once. */
export const mostProposals = 1000;

/** How many lines of the memories that are chosen one import skips. */
export function beyondProposals(
	items: readonly ImportItem[],
	leftOut: ReadonlySet<string>
): number {
	const lines = items
		.filter(({ id, what }) => what === 'memories' && !leftOut.has(id))
		.reduce((sum, { count }) => sum + count, 0);
	return Math.max(0, lines - mostProposals);
}

/** The archives are offered and left out: what is archived in the file comes open. */
export const leavesArchives = (
	items: readonly ImportItem[],
	leftOut: ReadonlySet<string>
): boolean =>
	items.some((item) => item.what === 'archives' && bringsSomething(item) && leftOut.has(item.id));

/**
 * Whoever brings one new thing and nothing else means it, also a note that was not written for memory. What is here
 * already counts as brought: the same file a second time means no more than the first.
 */
export function withOnlyOne(items: readonly ImportItem[]): readonly ImportItem[] {
	const [only, ...others] = items;
	if (only?.state !== 'new' || others.length > 0) return items;
	return [{ ...only, isChosen: true }];
}

/** The person has left out all that would have changed something: there is nothing to do. */
export function isNoneChosen(items: readonly ImportItem[], leftOut: readonly string[]): boolean {
	const offered = items.filter(bringsSomething);
	return offered.length > 0 && offered.every(({ id }) => leftOut.includes(id));
}

/** What stands in an export beside what people bring, and why it is not taken. */
export const leftAloneItem = (
	name: string,
	of: Beside | 'empty' | 'older-backup',
	count: number
): ImportItem =>
	importItem({
		id: `${of} ${name}`,
		name,
		what: 'records',
		state: 'left-alone',
		reason: of,
		count
	});

/** Something that cannot be read, and why. */
export const unreadableItem = (name: string, reason: string, count = 0): ImportItem =>
	importItem({
		id: `${reason} ${name}`,
		name,
		what: 'records',
		state: 'unreadable',
		reason,
		count
	});

/**
 * The order in which a preview is read, of which a long one shows the beginning: first what does not come, then what a
 * person decides by its words (memory, settings), then the conversations, and last what is here already.
 */
export function readingOrder(items: readonly ImportItem[]): readonly ImportItem[] {
	const rank = ({ state, what }: ImportItem): number => {
		if (state === 'unreadable') return 0;
		if (state === 'left-alone') return 1;
		if (state === 'there' || state === 'forgotten') return 4;
		return what === 'session' || what === 'archive' ? 3 : 2;
	};
	return items.toSorted((a, b) => rank(a) - rank(b));
}
