import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import type { AssembleInput } from '#core/prompt/input.ts';
import { isLocalEndpoint } from '#core/wire/endpoint.ts';
import { fence, fencesIn } from '#core/prompt/text/fence.ts';
import { memoryRules } from '#prompts/memory-rules.ts';
import { aMemoryFile, aFullInput } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';

/** Where memory files stand in a prompt, and where they stay out. */

describe('memory in a prompt', () => {
	it('never holds MEMORY.md in a guest session, not even for the inspector', () => {
		const prompt = assemblePrompt(aFullInput({ session: aSession({ kind: 'guest' }) }));
		expect(JSON.stringify(prompt)).not.toContain('curated');
		expect(prompt.segments.find(({ source }) => source === 'MEMORY.md')).toMatchObject({
			on: false,
			absent: 'guest'
		});
		expect(JSON.stringify(prompt.body)).toContain('- today');
	});

	it('goes where its scope allows', () => {
		const file = (scope: 'local' | 'never') => [aMemoryFile('MEMORY.md', 'secret', { scope })];
		const sent = (over: Partial<AssembleInput>) =>
			JSON.stringify(assemblePrompt(aFullInput(over)).body).includes('secret');
		expect(sent({ memory: file('local') })).toBe(false);
		expect(sent({ memory: file('local'), local: true })).toBe(true);
		expect(sent({ memory: file('never'), local: true })).toBe(false);
	});

	it('says why a file stays out: its scope, or daily notes that are for other conversations', () => {
		const absent = (over: Partial<AssembleInput>) =>
			assemblePrompt(aFullInput(over)).segments.flatMap(({ source, on, absent: why }) =>
				why === null ? [] : [[source, on, why]]
			);
		const scoped = (scope: 'local' | 'never') => [aMemoryFile('MEMORY.md', 'secret', { scope })];
		expect(absent({ memory: scoped('local') })).toEqual([['MEMORY.md', false, 'scope']]);
		expect(absent({ memory: scoped('never') })).toEqual([['MEMORY.md', false, 'never']]);
		const notes = [aMemoryFile('memory/2026-11-20.md', '- today')];
		const input = { memory: notes, noteKinds: 'none' } as const;
		expect(absent(input)).toEqual([['memory/2026-11-20.md', false, 'kind']]);
		expect(JSON.stringify(assemblePrompt(aFullInput(input)).body)).not.toContain('- today');
	});

	it('of scope local reaches this device and its network only', () => {
		for (const here of [
			'http://localhost:11434',
			'http://127.0.0.1:1234/v1',
			'http://[::1]:8080',
			'http://192.168.1.5',
			'http://172.20.0.2:80',
			'http://nas.local'
		])
			expect([here, isLocalEndpoint(here)]).toEqual([here, true]);
		for (const away of [
			'https://api.anthropic.com',
			'https://127.0.0.1.example.com',
			'https://localhost.example.com',
			'https://172.32.0.1',
			'https://user@evil.com'
		])
			expect([away, isLocalEndpoint(away)]).toEqual([away, false]);
	});

	it('stands in a fence that its own text cannot close', () => {
		fc.assert(
			fc.property(fc.string(), (words) => {
				const fenced = fence('memory', {}, words);
				const close = fenced.slice(fenced.lastIndexOf('</memory'));
				expect(words.includes(close)).toBe(false);
			})
		);
	});

	it('has its rank below the newest user message (INV-33)', () => {
		const rules = memoryRules('main', {});
		const rank = ['system text', 'newest user message', 'pinned text', 'memory', 'the summary'];
		const order = /order decides: (.*?)\./.exec(rules)?.[1] ?? '';
		expect(rank.map((name) => order.indexOf(name))).toEqual(
			rank.map((name) => order.indexOf(name)).toSorted((a, b) => a - b)
		);
		expect(order.indexOf(rank[0] ?? '?')).toBeGreaterThanOrEqual(0);
	});

	it('has a block of its own kind, and so has all that the order names (INV-33)', () => {
		const { body } = assemblePrompt(aFullInput());
		const [head, ...memory] = (body.system ?? []).map(({ text }) => text);
		const tags = (texts: readonly string[]) => texts.flatMap(fencesIn).map(({ tag }) => tag);
		expect(tags([head ?? '?'])).toEqual([]);
		expect(new Set(tags(memory))).toEqual(new Set(['memory']));
		const said = body.messages.flatMap(({ content }) =>
			content.flatMap((block) => (block.type === 'text' ? block.text : []))
		);
		expect(tags(said)).toEqual(['pinned', 'first-request', 'summary', 'anchors']);
	});
});
