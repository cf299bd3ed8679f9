import { describe, expect, test } from 'vitest';
import { deleteSummary, redoCompaction } from '#flows/compaction/undo-compaction.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { aMemoryFile } from '../../support/builders/a-prompt.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { turn, withSearch } from '../../support/apps/with-search.ts';

/** What a model, a guest and the user may find, and by which words. */

const searching = withSearch();
const { found, seqs, storeSecond } = searching;

describe('who may find what', () => {
	test('a model finds nothing that is off the record elsewhere; its own conversation and the user do', async () => {
		await storeSession(
			searching.db,
			aSession({ id: 's2', offRecord: true }),
			someExchanges(3, { sessionId: 's2' })
		);
		const from = async (askedIn?: string) =>
			new Set(
				(await found('fine', { prefix: false, ...(askedIn && { askedIn }) })).map(
					(hit) => hit.sessionId
				)
			);
		expect(await from()).toEqual(new Set(['s1', 's2']));
		expect(await from('s1')).toEqual(new Set(['s1']));
		expect(await from('s2')).toEqual(new Set(['s1', 's2']));
	});

	test('a model finds no turn of another conversation that is marked off the record or left out', async () => {
		await storeSecond();
		await setMark(searching.app, { ...turn(3), kind: 'off-record', on: true });
		await setMark(searching.app, { ...turn(4), kind: 'left-out', on: true });
		const elsewhere = await seqs('fine', { askedIn: 's2', sessionId: 's1', prefix: false });
		expect(elsewhere).not.toContain(3);
		expect(elsewhere).not.toContain(4);
		expect(elsewhere).toContain(5);
		const here = await seqs('fine', { askedIn: 's1', sessionId: 's1', prefix: false });
		expect(here).toContain(3);
		expect(here).not.toContain(4);
		expect(await seqs('fine', { sessionId: 's1' })).toContain(4);
	});

	test('files that may not be read take no place from what may', async () => {
		const text = Array.from({ length: 60 }, (_, at) => `- A fine day, number ${String(at)}\n`).join(
			''
		);
		await searching.db.memoryFiles.bulkPut([
			aMemoryFile('memory/health.md', text),
			aMemoryFile('memory/trip.md', '- A fine trip\n')
		]);
		const kinds = async (files?: readonly string[]) =>
			(
				await found('fine', { prefix: false, limit: 6, askedIn: 's1', ...(files && { files }) })
			).map(({ kind, place }) => (kind === 'memory' ? place : kind));
		expect(new Set(await kinds())).toContain('memory/health.md');
		const others = await kinds(['memory/trip.md']);
		expect(others).toHaveLength(6);
		expect(others).toContain('memory/trip.md');
		expect(others).not.toContain('memory/health.md');
	});

	test('nobody finds a summary that was deleted with its messages, until it is brought back', async () => {
		await searching.db.summaries.put(aSummary(5, { text: 'They spoke about a zeppelin.' }));
		await searching.db.sessions.update('s1', { rev: 9 });
		const count = async (askedIn?: string) =>
			(await found('zeppelin', { prefix: false, ...(askedIn && { askedIn }) })).filter(
				({ kind }) => kind === 'summary'
			).length;
		expect(await count('s1')).toBe(1);
		await deleteSummary(searching.app, 'm1', 'leave-out');
		expect(await Promise.all([count(), count('s1'), count('s9')])).toEqual([0, 0, 0]);
		await redoCompaction(searching.app, 'm1');
		expect(await count('s1')).toBe(1);
	});

	test('of a conversation with a message off the record a model elsewhere gets neither a name nor a summary made of it', async () => {
		await storeSecond();
		await searching.db.summaries.put(aSummary(5, { text: 'They spoke about a fine walk.' }));
		await searching.db.sessions.update('s1', {
			titleFrom: 'first-message',
			title: 'A fine secret',
			rev: 9
		});
		const of = async (askedIn?: string) => {
			const hits = await found('fine', {
				prefix: false,
				sessionId: 's1',
				...(askedIn && { askedIn })
			});
			return {
				titles: [...new Set(hits.map((hit) => hit.sessionTitle))],
				hasSummary: hits.some((hit) => hit.kind === 'summary')
			};
		};
		const whole = { titles: ['A fine secret'], hasSummary: true };
		expect(await of('s2')).toEqual(whole);
		await setMark(searching.app, { ...turn(3), kind: 'off-record', on: true });
		expect(await of('s2')).toEqual({ titles: [''], hasSummary: false });
		expect(await of('s1')).toEqual(whole);
		expect(await of()).toEqual(whole);
		// A name that was given by hand says what its owner wants it to say.
		await searching.db.sessions.update('s1', { titleFrom: 'user', title: 'Walks', rev: 99 });
		expect(await of('s2')).toEqual({ titles: ['Walks'], hasSummary: false });
	});

	test('no model is told a title that may be words of a message it is not given', async () => {
		await storeSecond();
		const title = 'A fine secret';
		await searching.db.sessions.update('s1', { titleFrom: 'first-message', title, rev: 9 });
		const titles = async (askedIn?: string) => {
			const hits = await found('fine', {
				prefix: false,
				sessionId: 's1',
				...(askedIn && { askedIn })
			});
			return [...new Set(hits.map((hit) => hit.sessionTitle))];
		};
		await setMark(searching.app, { ...turn(0), kind: 'left-out', on: true });
		expect(await titles('s2')).toEqual(['']);
		expect(await titles('s1')).toEqual(['']);
		expect(await titles()).toEqual([title]);
		await setMark(searching.app, { ...turn(0), kind: 'left-out', on: false });
		await setMark(searching.app, { ...turn(1), kind: 'left-out', on: true });
		expect(await titles('s2')).toEqual([title]);
		// One that an older version had deleted.
		await searching.db.marks.put({ ...turn(0), kind: 'deleted', at: 1 });
		await searching.db.sessions.update('s1', { rev: 19 });
		expect(await titles('s2')).toEqual(['']);
		await searching.db.sessions.update('s1', { titleFrom: 'user', title: 'Walks', rev: 29 });
		expect(await titles('s2')).toEqual(['Walks']);
	});

	test('a name in code is meant sign for sign', async () => {
		const said = ['Colormode or colormode, colormode!', 'COLORMODE', 'It is colorMode, they say.'];
		const exchanges = someExchanges(3, { sessionId: 's3' }).map((exchange, at) => ({
			turn: { ...exchange.turn, asked: [{ type: 'text' as const, text: said[at] ?? '' }] },
			steps: []
		}));
		await storeSession(searching.db, aSession({ id: 's3' }), exchanges);
		const first = async (query: string) => (await found(query, { prefix: false }))[0]?.text;
		expect(await first('colorMode')).toBe(said[2]);
		expect(await first('COLORMODE')).toBe(said[1]);
	});

	test('of a long message the part comes that was asked for, not its beginning', async () => {
		const [long] = someExchanges(1, { sessionId: 's3' });
		if (!long) throw new Error('no exchange');
		const story = 'It was a walk like any other. '.repeat(300);
		const asked = [{ type: 'text' as const, text: `${story}A zeppelin came by. ${story}` }];
		await storeSession(searching.db, aSession({ id: 's3' }), [
			{ turn: { ...long.turn, asked }, steps: [] }
		]);
		const [hit] = await found('zeppelin', { prefix: false });
		expect(hit?.text).toContain('A zeppelin came by.');
		expect(hit?.text.length).toBeLessThan(4_100);
	});

	test('what a tool of ours handed on is found where it stands, not once more', async () => {
		expect(await found('"found 7"', { prefix: false })).toEqual([]);
		const [own] = someExchanges(1, { sessionId: 's3' });
		if (!own) throw new Error('no exchange');
		const steps = own.steps.map((step) => ({
			...step,
			content: step.content.map((block) =>
				block.type === 'tool_use' ? { ...block, name: 'web_search' } : block
			)
		}));
		await storeSession(searching.db, aSession({ id: 's3' }), [{ turn: own.turn, steps }]);
		expect(await found('"found 0"', { prefix: false })).toMatchObject([
			{ sessionId: 's3', role: 'tool' }
		]);
	});

	test('a typo is forgiven although the question that holds it is stored by now', async () => {
		const [typo] = someExchanges(1, { sessionId: 's3' });
		if (!typo) throw new Error('no exchange');
		const asked = [{ type: 'text' as const, text: 'numbre fin' }];
		await storeSession(searching.db, aSession({ id: 's3' }), [
			{ turn: { ...typo.turn, asked }, steps: [] }
		]);
		const except = { sessionId: 's3', branch: 'trunk', seq: 0 };
		const over = { prefix: false, askedIn: 's3', except };
		const hits = await found('numbre', over);
		expect(hits.length).toBeGreaterThan(0);
		expect(hits.map((hit) => hit.sessionId)).not.toContain('s3');
		expect(await found('numbre', { prefix: false })).toMatchObject([{ sessionId: 's3' }]);
	});

	test('what stands beside the question is not found by the words of the question', async () => {
		const two = someExchanges(2, { sessionId: 's3' });
		const asked = (words: string) => [{ type: 'text' as const, text: words }];
		const [before, question] = two.map(({ turn }, seq) => ({
			turn: {
				...turn,
				asked: asked(['Peanuts are out.', 'Is all fine with the poem?'][seq] ?? '')
			},
			steps: []
		}));
		await storeSession(searching.db, aSession({ id: 's3' }), [before!, question!]);
		const over = { prefix: false, askedIn: 's3' };
		const except = { sessionId: 's3', branch: 'trunk', seq: 1 };
		const sessionsOf = async (more: object) =>
			new Set(
				(await found('fine', { ...over, limit: 100, ...more })).map(({ sessionId }) => sessionId)
			);
		expect(await sessionsOf({ except })).toEqual(new Set(['s1']));
		expect(await sessionsOf({})).toEqual(new Set(['s1', 's3']));
		expect(await found('peanuts', { ...over, except })).toMatchObject([{ sessionId: 's3' }]);
	});

	test('#176 a guest finds guests and daily notes only', async () => {
		await storeSession(
			searching.db,
			aSession({ id: 's2', kind: 'guest' }),
			someExchanges(3, { sessionId: 's2' })
		);
		await searching.db.memoryFiles.bulkPut([
			aMemoryFile('MEMORY.md', '- A fine secret\n'),
			aMemoryFile('memory/2026-11-20.md', '- A fine day\n')
		]);
		const places = async (guest: boolean) =>
			new Set(
				(await found('fine', { guest, prefix: false })).map(
					({ sessionId, place }) => sessionId ?? place
				)
			);
		expect(await places(true)).toEqual(new Set(['s2', 'memory/2026-11-20.md']));
		expect(await places(false)).toEqual(new Set(['s1', 's2', 'MEMORY.md', 'memory/2026-11-20.md']));
	});
});
