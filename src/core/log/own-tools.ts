/** Our own tools, by what they do with memory and with what was said before. `tools/definitions.ts` describes them. */

interface Doing {
	/** `stored`: results quote what is stored elsewhere, so they are neither summarised again (INV-36) nor found twice. */
	readonly shows: 'stored' | 'nothing';
	/** Puts a line on the desk, and answers in a few fixed words of the app. */
	readonly proposes: boolean;
}

export type OwnTool = 'save_memory' | 'recall' | 'read_memory' | 'edit_memory' | 'open_turns';

const ownTools: Readonly<Record<OwnTool, Doing>> = {
	save_memory: { shows: 'nothing', proposes: true },
	recall: { shows: 'stored', proposes: false },
	read_memory: { shows: 'stored', proposes: false },
	edit_memory: { shows: 'stored', proposes: true },
	open_turns: { shows: 'stored', proposes: false }
};

export const isOwnTool = (name: string): name is OwnTool => Object.hasOwn(ownTools, name);

/** Shows memory, or turns that were read before. */
export const isMemoryTool = (name: string): boolean =>
	isOwnTool(name) && ownTools[name].shows === 'stored';

/** Ids of the calls that show it. An import may have used an id twice: any of its results may then be theirs. */
export const showingCalls = (
	calls: readonly { readonly id: string; readonly name: string }[]
): ReadonlySet<string> =>
	new Set(calls.flatMap(({ id, name }) => (isMemoryTool(name) ? [id] : [])));

export const isProposing = (name: string): boolean => isOwnTool(name) && ownTools[name].proposes;
