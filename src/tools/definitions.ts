import type { ToolDefinition } from '#core/log/blocks.ts';

/** What a model may call. Always sent unchanged and in this order (INV-37): a changed tool would end the epoch. */

const path = {
	type: 'string',
	description: 'MEMORY.md, or a daily note such as memory/2026-11-20.md'
} as const;

const day = { type: 'string', description: 'A local day, YYYY-MM-DD' } as const;

export const toolDefinitions: readonly ToolDefinition[] = [
	{
		name: 'save_memory',
		description:
			'Propose one line for the user’s memory: a lasting fact, preference, decision or date, as one plain sentence of at most 500 characters. The user reads it and decides; it is not saved until then.',
		input_schema: {
			type: 'object',
			properties: {
				text: { type: 'string', description: 'The sentence to remember' },
				file: { ...path, description: `${path.description}. Default: today’s daily note` }
			},
			required: ['text'],
			additionalProperties: false
		}
	},
	{
		name: 'recall',
		description:
			'Search everything said before in this and earlier conversations, their summaries, and memory. Returns passages with their date, and the turn number in brackets for turns of this conversation.',
		input_schema: {
			type: 'object',
			properties: {
				query: { type: 'string', description: 'A few telling words, a name or a phrase' },
				limit: { type: 'integer', minimum: 1, maximum: 20, description: 'How many, default 6' },
				from: { ...day, description: 'Only from this local day on, YYYY-MM-DD' },
				to: { ...day, description: 'Only up to this local day, YYYY-MM-DD' }
			},
			required: ['query'],
			additionalProperties: false
		}
	},
	{
		name: 'read_memory',
		description: 'Read one memory file whole.',
		input_schema: {
			type: 'object',
			properties: { path },
			required: ['path'],
			additionalProperties: false
		}
	},
	{
		name: 'edit_memory',
		description:
			'Propose to change one line of a memory file, for instance because it is no longer true. The user reads the change and decides.',
		input_schema: {
			type: 'object',
			properties: {
				path,
				find: { type: 'string', description: 'Words that stand in exactly one line of the file' },
				replace: { type: 'string', description: 'What they become' }
			},
			required: ['path', 'find', 'replace'],
			additionalProperties: false
		}
	},
	{
		name: 'open_turns',
		description:
			'Read turns of this conversation word for word, also those that a summary stands for. Turns are counted from 1, as recall and the summary number them. Where an answer leaves text out, it names the call that goes on.',
		input_schema: {
			type: 'object',
			properties: {
				from: { type: 'integer', minimum: 1, description: 'First turn' },
				to: { type: 'integer', minimum: 1, description: 'Last turn, at most 10 after the first' }
			},
			// No `additionalProperties: false`: an answer that leaves text out names the call that goes on, with `skip`.
			required: ['from', 'to']
		}
	}
];
