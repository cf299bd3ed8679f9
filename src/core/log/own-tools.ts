/** Our own tools, by what they do with memory and with what was said before. `tools/definitions.ts` describes them. */

/** Tools whose results quote what is stored elsewhere: they are neither summarised again (INV-36) nor found twice. */
const showing: ReadonlySet<string> = new Set([
	'recall',
	'read_memory',
	'edit_memory',
	'open_turns'
]);

/** Shows memory, or turns that were read before. */
export const isMemoryTool = (name: string): boolean => showing.has(name);

/** Ids of the calls that show it. An import may have used an id twice: any of its results may then be theirs. */
export const showingCalls = (
	calls: readonly { readonly id: string; readonly name: string }[]
): ReadonlySet<string> =>
	new Set(calls.flatMap(({ id, name }) => (isMemoryTool(name) ? [id] : [])));

export const isOwnTool = (name: string): boolean => name === 'save_memory' || isMemoryTool(name);
