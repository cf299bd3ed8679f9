import { expect, test } from 'vitest';
import { runTools } from '#tools/run-tool.ts';
import { call } from '../../support/builders/a-turn.ts';
import { toolPorts } from '../../support/builders/tool-ports.ts';
import { never } from '../../support/never.ts';

test('a result of which nothing can be read says so: the API takes no text that is empty', async () => {
	const unseen = String.fromCodePoint(0x200b, 0x2060);
	const ports = toolPorts({ memoryText: () => Promise.resolve(unseen) });
	const [result] = await runTools([call('c1', 'read_memory', { path: 'MEMORY.md' })], ports, never);
	expect(result).toEqual({ type: 'tool_result', tool_use_id: 'c1', content: 'Nothing.' });
});
