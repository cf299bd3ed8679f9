/** A conversation that went on in several branches of its product, or while an answer was written, before it came again. */
import { expect, test } from 'vitest';
import { textOf, textOfResult } from '#core/log/blocks.ts';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import type { Exchange } from '#core/log/turn.ts';
import { IndexStore, type Truth } from '#db/schema.ts';
import { branchesOf, readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { createSearcher } from '#flows/search/search-everything.ts';
import { anApp } from '../../support/apps/an-app.ts';
import {
	importFile,
	importFiles,
	importInto,
	previewFrom,
	wholeBackup
} from '../../support/apps/importing.ts';
import { db, previewOf, stored, withTarget } from '../../support/apps/import-target.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import { aChat } from '../../support/builders/a-chat.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { searchWith } from '../../support/searching.ts';

withTarget();

const saidIn = ({ turn, steps }: Exchange): string => {
	const said = steps.flatMap(({ content, results }) => [
		textOf(content),
		...(results ?? []).map((result) => `(${textOfResult(result)})`)
	]);
	return [textOf(turn.asked), ...said].filter((words) => words !== '').join(' ');
};

/** What every branch says from its first turn on; the one on screen has a star. */
async function waysOf(of: Truth, id: string): Promise<string[]> {
	const session = await of.sessions.get(id);
	const ways = (await branchesOf(of, id)).map(async ({ sessionId, branch }) => {
		const exchanges = await readExchanges(of, sessionId, await readPath(of, sessionId, branch));
		expect(brokenLink(chainStart(sessionId), exchanges)).toBeNull();
		return `${branch === session?.branch ? '* ' : ''}${exchanges.map(saidIn).join(', ')}`;
	});
	return (await Promise.all(ways)).toSorted();
}

/** Of the only conversation. */
const waysHere = async (of = db): Promise<string[]> =>
	waysOf(of, (await of.sessions.toCollection().primaryKeys())[0]!);

type Said = readonly [id: string, parent: string, text: string];

const first: readonly Said[] = [
	['q1', 'root', 'q1'],
	['a1', 'q1', 'a1'],
	['q2', 'a1', 'q2'],
	['a2', 'q2', 'a2']
];
const goneOn: readonly Said[] = [
	['q3', 'a2', 'q3'],
	['a3', 'q3', 'a3']
];
const edited = (name: string): readonly Said[] => [
	[`q${name}`, 'a1', `q${name}`],
	[`a${name}`, `q${name}`, `a${name}`]
];

test.each<[string, readonly Said[], readonly string[]]>([
	[
		'two questions were edited',
		[...edited('b'), ...edited('c')],
		['* q1 a1, qc ac', 'q1 a1, q2 a2', 'q1 a1, qb ab']
	],
	[
		'the old way went on, and a question was edited',
		[...goneOn, ...edited('b')],
		['* q1 a1, qb ab', 'q1 a1, q2 a2, q3 a3']
	],
	[
		'an answer was written again, twice',
		[
			['ab', 'q2', 'ab'],
			['ac', 'q2', 'ac']
		],
		['* q1 a1, q2 ac', 'q1 a1, q2 a2', 'q1 a1, q2 ab']
	],
	[
		'a question was edited, and its answer written again',
		[...edited('b'), ['ac', 'qb', 'ac']],
		['* q1 a1, qb ac', 'q1 a1, q2 a2', 'q1 a1, qb ab']
	]
])('where %s since, all of it comes, once', async (_, since, ways) => {
	await importFile(db, aChat(first));
	const file = aChat([...first, ...since]);
	const { items } = await previewOf([file]);
	expect(items).toMatchObject([{ state: 'changed' }]);
	expect(await importFile(db, file)).toMatchObject({ grown: 1, turns: items[0]!.count });
	expect(await waysHere()).toEqual(ways);
	const after = await stored();
	expect((await previewOf([file])).items).toMatchObject([{ state: 'there' }]);
	expect(await importFile(db, file)).toMatchObject({ grown: 0, there: 1 });
	expect(await stored()).toEqual(after);
});

test('two branches that both went on grow both, whichever was on screen', async () => {
	const before = [...first, ...edited('b')];
	await importFile(db, aChat(before));
	const since = [...before, ['qd', 'ab', 'qd'], ['ad', 'qd', 'ad'], ...goneOn] as const;
	await importFile(db, aChat(since));
	expect(await waysHere()).toEqual(['* q1 a1, q2 a2, q3 a3', 'q1 a1, qb ab, qd ad']);
});

test('what was forgotten here does not come back where its branch is not on screen any more', async () => {
	const index = new IndexStore('grown-trees');
	const app = withWorkshop(await anApp(), index);
	importInto(app);
	await importFile(app.db, aChat(first));
	const { sessionId, turnId } = (await app.db.turns.toArray()).find(({ seq }) => seq === 1)!;
	await forget(app, { what: { kind: 'turn', sessionId, turnId }, lines: [], summaries: {} });
	const file = aChat([...first, ...goneOn, ...edited('b')]);
	expect((await previewFrom(app.db, [file])).items).toMatchObject([{ state: 'changed', count: 2 }]);
	expect(await importFile(app.db, file)).toMatchObject({ grown: 1, turns: 2 });
	expect(JSON.stringify(await app.db.turns.toArray())).not.toContain('"q2"');
	expect(JSON.stringify(await app.db.steps.toArray())).not.toContain('"a2"');
	expect(await importFile(app.db, file)).toMatchObject({ grown: 0, there: 1 });
	await app.close();
	await index.delete();
});

test('a turn that was forgotten on the other device is the one that is still here: what follows it does not come twice', async () => {
	const index = new IndexStore('grown-trees');
	const laptop = withWorkshop(await anApp(), index);
	importInto(laptop);
	await importFile(laptop.db, aChat(first));
	// Something that the laptop has not: its backup is a stranger's here.
	await storeSession(db, aSession({ id: 'own' }), someExchanges(1, { sessionId: 'own' }));
	await importFile(db, await wholeBackup(laptop.db));
	for (const seq of [0, 1]) {
		const turn = (await laptop.db.turns.toArray()).find((row) => row.seq === seq)!;
		const { sessionId, turnId } = turn;
		await forget(laptop, { what: { kind: 'turn', sessionId, turnId }, lines: [], summaries: {} });
		if (seq === 0) await importFile(laptop.db, aChat([...first, ...edited('b')]));
		expect(await importFile(db, await wholeBackup(laptop.db))).toMatchObject({
			turns: seq === 0 ? 1 : 0
		});
		expect(await waysOf(db, turn.sessionId)).toEqual(['* q1 a1, q2 a2', 'q1 a1, qb ab']);
	}
	await laptop.close();
	await index.delete();
});

/** A session of Claude Code: an answer with two calls, and another question. */
const lines = (
	[
		['user', 'Plant peas'],
		['assistant', { type: 'text', text: 'I look.' }],
		['assistant', { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'cat frost' } }],
		['user', { type: 'tool_result', tool_use_id: 't1', content: 'frostfree' }],
		['assistant', { type: 'text', text: 'In May.' }],
		['assistant', { type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'cat rain' } }],
		['user', { type: 'tool_result', tool_use_id: 't2', content: 'rainy' }],
		['assistant', { type: 'text', text: 'After the rain.' }],
		['user', 'And beans?'],
		['assistant', { type: 'text', text: 'In June.' }]
	] as const
).map(([role, block], at) => ({
	type: role,
	sessionId: 'live',
	uuid: `l${String(at)}`,
	parentUuid: at === 0 ? null : `l${String(at - 1)}`,
	timestamp: new Date(1_790_000_000_000 + at * 1000).toISOString(),
	message: {
		role,
		content: typeof block === 'string' ? block : [block],
		...(role === 'assistant' ? { id: `m${String(at)}`, model: 'm' } : {})
	}
}));
const whole = lines.length;
const running = (through: number) => ({
	file: new Blob([
		lines
			.slice(0, through)
			.map((line) => JSON.stringify(line))
			.join('\n')
	]),
	name: `${String(through)}.jsonl`
});
const asWhole = [
	'* Plant peas I look. (frostfree) In May. (rainy) After the rain., And beans? In June.'
];

test.each(lines.map((_, at) => at).slice(1))(
	'a session that came while it ran is whole when it comes again: it had %i lines',
	async (cut) => {
		await importFile(db, running(cut));
		expect((await previewOf([running(whole)])).items).toMatchObject([{ state: 'changed' }]);
		await importFile(db, running(whole));
		expect(await waysHere()).toEqual(asWhole);
		expect(await importFile(db, running(whole))).toMatchObject({ grown: 0, there: 1 });
	}
);

test('both states of a session that ran may be chosen together', async () => {
	await importFiles(db, [running(3), running(whole)]);
	expect(await waysHere()).toEqual(asWhole);
});

test('an answer behind which something hangs already, or that a summary covers, comes whole beside it', async () => {
	await importFile(db, running(3));
	const [session] = await db.sessions.toArray();
	await db.summaries.put(aSummary(0, { sessionId: session!.id, branch: session!.branch }));
	const before = await stored();
	await importFile(db, running(whole));
	expect(await waysHere()).toEqual([
		...asWhole,
		'Plant peas I look. (No result was recorded for this call.)'
	]);
	for (const table of ['turns', 'steps'])
		expect((await stored())[table]).toEqual(expect.arrayContaining(before[table]!));
});

test('an answer that is being written on here comes whole beside it', async () => {
	await importFile(db, running(3));
	const [turn] = await db.turns.toArray();
	const { sessionId, turnId } = turn!;
	await db.ledger.put({ id: 'request', sessionId, turnId, outcome: 'sent', at: 1 } as never);
	const before = await stored();
	await importFile(db, running(whole));
	expect((await stored())['steps']).toEqual(expect.arrayContaining(before['steps']!));
	expect(await waysHere()).toContain('Plant peas I look. (No result was recorded for this call.)');
});

test('what is said here keeps its place on screen, and keeps no other branch of the file out', async () => {
	const said = (id: string, parent: string): Said[] => [
		[`q${id}`, parent, `q${id}`],
		[`a${id}`, `q${id}`, `a${id}`]
	];
	const first = [...said('1', 'root'), ...said('2', 'a1')];
	await importFile(db, aChat(first, 'a2'));
	// Written here in the place of the second question.
	const [one] = await db.turns.toArray();
	const { sessionId, seq } = one!;
	const own = { ...one!, branch: 'own', seq: seq + 1, turnId: 'own', source: 'typed' as const };
	await db.turns.put(own);
	await db.branches.put({
		...{ sessionId, branch: 'own', parent: one!.branch },
		...{ forkSeq: seq + 1, headSeq: seq + 1, createdAt: 1 }
	});
	await db.sessions.update(sessionId, { branch: 'own' });
	await importFile(db, aChat([...first, ...said('b', 'a1')], 'ab'));
	expect((await db.sessions.get(sessionId))?.branch).toBe('own');
	const asked = (await db.turns.toArray()).map((turn) => textOf(turn.asked));
	expect(asked).toContain('qb');
});

test('the result of a call that was open is found as soon as it has come', async () => {
	const index = new IndexStore('grown-trees-search');
	const searcher = createSearcher({ db, store: index, now: () => 1, zone: () => 'UTC' });
	const found = async (query: string) =>
		(
			await searchWith(searcher, {
				query,
				limit: 5,
				now: 1,
				guest: false,
				sessionId: null,
				fromAt: null,
				throughAt: null,
				prefix: false
			})
		).hits.length > 0;
	await importFile(db, running(3));
	expect(await found('frostfree')).toBe(false);
	await importFile(db, running(4));
	expect(await found('frostfree')).toBe(true);
	await index.delete();
});

test('branches beyond the most that are kept are counted where a conversation goes on', async () => {
	const answers = (from: number, through: number): Said[] =>
		Array.from({ length: through - from }, (_, at) => {
			const id = `a${String(from + at)}`;
			return [id, 'q', id];
		});
	const asked: Said = ['q', 'root', 'q'];
	await importFile(db, aChat([asked, ...answers(0, 299)], 'a0'));
	// A product that deletes old answers goes on with others.
	const file = aChat([asked, ...answers(299, 304)], 'a299');
	expect((await previewOf([file])).items).toMatchObject([{ state: 'changed', branchesLeftOut: 4 }]);
	expect(await importFile(db, file)).toMatchObject({
		turns: 1,
		leftOut: [{ title: 'By bike', branches: 4 }]
	});
	expect(await db.branches.count()).toBe(300);
});
