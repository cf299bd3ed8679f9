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

export const isOwnTool = (name: string): boolean => name === 'save_memory' || isMemoryTool(name);
