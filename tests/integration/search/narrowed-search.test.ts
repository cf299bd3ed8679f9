import { beforeEach, describe, expect, test } from 'vitest';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { phrasesFor } from '#model/device/phrases.ts';
import { packer } from '#worker/workshop/packer.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { searchWith } from '../../support/searching.ts';
import { turn, withSearch } from '../../support/apps/with-search.ts';

/** A question may be narrowed, counted and stopped, and a hit comes with what stands around it. */

const searching = withSearch();
const { searcherOver, asking, found, storeSecond } = searching;

describe('a search narrowed', () => {
	beforeEach(storeSecond);

	test('to roles, places, a conversation and days, alone and together', async () => {
		const all = await found('number');
		expect(new Set(all.map((hit) => hit.role))).toEqual(new Set(['user', 'assistant']));
		const mine = await found('number', { roles: ['user'] });
		expect(mine.every((hit) => hit.role === 'user')).toBe(true);
		expect(mine).toHaveLength(15);
		const archived = await found('number', { places: ['archive'], roles: ['user'] });
		expect(archived.map((hit) => hit.sessionId)).toEqual(['s2', 's2', 's2']);
		const at = 1_700_000_000_000 + 5 * 60_000;
		const then = await found('number', { fromAt: at, throughAt: at, roles: ['user'] });
		expect(then.map((hit) => hit.seq)).toEqual([5]);
	});

	test('to what was done with tools, and each hit says in which step', async () => {
		const [made] = someExchanges(1, { sessionId: 's3' });
		const [step, ...rest] = made!.steps;
		const content = [{ type: 'tool_use', id: 'call_0', name: 'shell', input: {} }] as const;
		const worked = { ...made!, steps: [{ ...step!, content }, ...rest] };
		await storeSession(searching.db, aSession({ id: 's3' }), [worked]);
		expect(await found('found', { roles: ['tool'] })).toMatchObject([{ seq: 0, step: 0 }]);
		expect((await found('fine', { sessionId: 's3' }))[0]).not.toHaveProperty('step');
	});

	test('a question that is stopped is not answered, and the one behind it is', async () => {
		const stop = new AbortController();
		const first = searching.searcher.search(asking('fine'), new AbortController().signal);
		const stopped = searching.searcher.search(asking('fine'), stop.signal);
		const last = searching.searcher.search(asking('fine'), new AbortController().signal);
		stop.abort();
		expect((await first).status).toBe('found');
		expect(await stopped).toEqual({ status: 'stopped' });
		expect(await last).toEqual(await first);
	});

	test('what a stopped question has read is kept for the next one', async () => {
		const stop = new AbortController();
		let looks = 0;
		const slow = searcherOver(() => {
			if (++looks === 2) stop.abort();
			return looks;
		});
		expect(await slow.search(asking('fine'), stop.signal)).toEqual({ status: 'stopped' });
		expect((await searchWith(slow, asking('fine', { limit: 200 }))).hits).toEqual(
			(await searchWith(searching.searcher, asking('fine', { limit: 200 }))).hits
		);
	});

	test('counts what each other choice would leave', async () => {
		const { counts } = await searchWith(
			searching.searcher,
			asking('number', { inFull: true, roles: ['user'], places: ['archive'] })
		);
		expect(counts?.all).toBe(3);
		expect(counts?.byPlace).toEqual({ message: 12, archive: 3 });
		expect(counts?.byRole).toEqual({ user: 3, assistant: 3 });
		expect(counts?.bySession).toMatchObject([{ sessionId: 's2', title: 'Another', count: 3 }]);
	});

	test('finds everything of a choice without a word, newest first', async () => {
		const { hits } = await searchWith(
			searching.searcher,
			asking('', { inFull: true, sessionId: 's1', roles: ['user'] })
		);
		expect(hits.map((hit) => hit.seq)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
		expect((await searchWith(searching.searcher, asking('', { inFull: true }))).hits).toEqual([]);
	});

	test('gives a hit what was said before and after it, without what is deleted', async () => {
		await deleteTurn(searching.app, turn(8));
		const [hit] = await found('"What about number 7"', { inFull: true });
		expect(hit).toMatchObject({
			seq: 7,
			before: { role: 'assistant', text: 'Number 6 is fine.' },
			after: { role: 'assistant', text: 'Number 7 is fine.' }
		});
		const [last] = await found('"Number 7 is fine"', { inFull: true });
		expect(last?.before).toEqual({ role: 'user', text: 'What about number 7? 👋' });
		expect(last?.after).toBeUndefined();
	});

	test('shows an answer of this device without the line that stands over all of them', async () => {
		const [one] = someExchanges(1, { sessionId: 's3' });
		const [step] = one?.steps ?? [];
		if (!one || !step) throw new Error('no exchange');
		const text = `${phrasesFor('').head}\n\nThe lighthouse is red.`;
		const steps = [{ ...step, content: [{ type: 'text' as const, text }], results: null }];
		await storeSession(searching.db, aSession({ id: 's3' }), [{ turn: one.turn, steps }]);
		const shown = async (query: string) =>
			(await found(query, { inFull: true, sessionId: 's3' }))[0];
		const words = (await shown('lighthouse'))?.snippet.map((piece) => piece.text).join('');
		expect(words).toBe('The lighthouse is red.');
		expect((await shown('"What about number 0"'))?.after?.text).toBe('The lighthouse is red.');
	});
});

test('a turn that came into an archived session later is found in the session, not in its archive', async () => {
	const { app, db } = searching;
	await archiveSession({ db, clock: app.clock, packer }, { sessionId: 's1' });
	await db.sessions.update('s1', { endedAt: app.clock.now() });
	const [archive] = await db.archives.toArray();
	await storeSession(db, (await db.sessions.get('s1'))!, someExchanges(13));
	const hits = await searching.found('number');
	const places = new Map(hits.map(({ seq, place }) => [seq, place]));
	expect([places.get(11), places.get(12)]).toEqual([archive!.id, null]);
});
