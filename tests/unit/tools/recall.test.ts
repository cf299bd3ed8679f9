import { expect, test } from 'vitest';
import { passagesIn } from '#core/prompt/text/passage.ts';
import type { SearchHit } from '#core/search/found.ts';
import { tellUnread } from '#core/search/unread.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { defaultFamily } from '#core/tokens/family.ts';
import { recall } from '#tools/recall.ts';
import { aHit } from '../../support/builders/a-hit.ts';
import { toolPorts } from '../../support/builders/tool-ports.ts';

/** What a search answers a model, of what was found. */

const asked = { query: 'tea', limit: undefined, from: undefined, to: undefined };

const recalled = async (hits: readonly SearchHit[], kind: 'main' | 'guest' = 'main') =>
	recall(
		asked,
		toolPorts({
			session: { id: 's1', kind, offRecord: false },
			search: () => Promise.resolve({ hits, unread: 0 })
		})
	);

test('no guest is told of MEMORY.md, whatever was found', async () => {
	const inMemory = { kind: 'memory', role: 'note', sessionId: null, turnId: null } as const;
	const hits = ['MEMORY.md', 'memory/2026-11-19.md'].map((place) => aHit({ ...inMemory, place }));
	const placesFor = async (kind: 'main' | 'guest') =>
		passagesIn((await recalled(hits, kind)).text).map(({ place }) => place);
	expect(await placesFor('main')).toEqual(['MEMORY.md', 'memory/2026-11-19.md']);
	expect(await placesFor('guest')).toEqual(['memory/2026-11-19.md']);
});

test('the first passage is told however much room it takes', async () => {
	const long = aHit({ role: 'summary', text: '🫖'.repeat(450) });
	expect(estimateTokens(long.text, defaultFamily)).toBeGreaterThan(1300);
	const { text } = await recalled([{ ...long, sessionTitle: '🫖'.repeat(200) }, long]);
	expect(passagesIn(text)).toHaveLength(1);
	expect(text).toContain('(1 more; ask more narrowly to see them)');
});

test('what is no turn has no address of one', async () => {
	const { text } = await recalled([aHit(), aHit({ kind: 'summary', turnId: null, seq: null })]);
	expect(passagesIn(text).map(({ link }) => link)).toEqual(['/chat/elsewhere#x1', null]);
});

test('a summary is told from its beginning, by which it is known again where it was quoted', async () => {
	const summary = `They met in Rome. ${'It rained. '.repeat(200)}And then there was tea.`;
	const { text } = await recalled([aHit({ kind: 'summary', role: 'summary', text: summary })]);
	expect(text).toContain('They met in Rome.');
	expect(text).not.toContain('tea.');
	const said = await recalled([aHit({ text: summary })]);
	expect(said.text).toContain('And then there was tea.');
});

test('one day is a stretch of days, and none is one that ends before it begins', async () => {
	const on = (from: string, to: string) =>
		recall(
			{ ...asked, from, to },
			toolPorts({ search: () => Promise.resolve({ hits: [aHit()], unread: 0 }) })
		);
	expect((await on('2026-11-20', '2026-11-20')).failed).toBe(false);
	expect((await on('2026-11-20', '2026-11-19')).failed).toBe(true);
});

test('what is not read yet is told beside nothing too, and no more is asked for than one answer may hold', async () => {
	const limits: number[] = [];
	const search = ({ limit }: { readonly limit: number }) => {
		limits.push(limit);
		return Promise.resolve({ hits: [], unread: 3 });
	};
	const { text } = await recall({ ...asked, limit: 500 }, toolPorts({ search }));
	expect(text).toContain('Nothing was found for: tea');
	expect(text).toContain(tellUnread(3));
	expect(tellUnread(3)).not.toBe('');
	expect(limits).toEqual([20]);
});
