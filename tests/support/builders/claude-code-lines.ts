/** Lines of a session file of Claude Code, and what is read of them. */
import { readClaudeCode } from '#core/import/readers/claude-code.ts';
import type { Row } from '#core/json.ts';
import { transcriptOf } from '../foreign.ts';

export const line = (type: string, uuid: string, parentUuid: string | null, message: Row): Row => ({
	type,
	uuid,
	parentUuid,
	sessionId: 'cc-1',
	timestamp: '2026-03-01T10:00:00.000Z',
	isSidechain: false,
	message
});

export const asks = (uuid: string, parent: string | null, content: string) =>
	line('user', uuid, parent, { role: 'user', content });

export const says = (uuid: string, parent: string | null, id: string, content: Row[]) =>
	line('assistant', uuid, parent, { role: 'assistant', id, model: 'm', content });

export const words = (text: string): Row => ({ type: 'text', text });
export const calls = (id: string): Row => ({
	type: 'tool_use',
	id,
	name: 'Bash',
	input: { of: id }
});
export const answers = (uuid: string, parent: string, id: string) =>
	line('user', uuid, parent, {
		role: 'user',
		content: [{ type: 'tool_result', tool_use_id: id, content: `result of ${id}` }]
	});

export const read = (rows: readonly Row[]) => transcriptOf(readClaudeCode(rows, 0)!);
