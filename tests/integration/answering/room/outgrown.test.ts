/** A reply that outgrows the window by what its tools say. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import { writeSetting } from '#db/settings.ts';
import { answerTurn } from '#flows/answer/answer-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { aMemoryFile } from '../../../support/builders/a-prompt.ts';
import { logOf, sendWords } from '../../../support/apps/an-app.ts';
import { call, thought } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { answer, say } from '../../../support/scripted/scripted-model.ts';
import { app, card, summarising, long, withRoom } from '../../../support/apps/room.ts';

withRoom();

describe('a reply whose tools say more than the window holds', () => {
	/** So much of the window is taken, and a long result does not fit into the rest. */
	const lookUp = (id: string, { file = 'notes/walks.md', input = 9500 } = {}) =>
		answer([thought('sig-1'), call(id, 'read_memory', { path: file })], {
			usage: { input, cacheRead: 0, cacheWrite: 0, output: 50 },
			contextTokens: input + 50
		});

	beforeEach(async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		await app.db.memoryFiles.put(aMemoryFile('notes/walks.md', `- ${long.repeat(6)}\n`));
	});

	it('is given room before the next call, and goes on from what is there', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), lookUp('a'), say('Two'));
		summarising();
		await sendWords(app, session, 'First');
		expect((await sendWords(app, session, 'Second')).status).toBe('answered');
		expect((await logOf(app, session.id))[1]?.steps.map(({ index }) => index)).toEqual([0, 1]);
		const last = JSON.stringify(app.model.bodies[2]);
		expect(last).toContain('They spoke about tea');
		expect(last).toContain('tool_result');
		expect(last).not.toContain('sig-1');
		expect(app.model.bodies).toHaveLength(3);
	});

	it('needs none for a file that fits only in part: the tool shows as much as there is room for, and says so', async () => {
		const kept = '- Likes walks in Rome, tea, rain and a small dog\n'.repeat(380);
		await app.db.memoryFiles.put(aMemoryFile('MEMORY.md', kept));
		const session = newSession(app, { kind: 'main', offRecord: false });
		let tried = 0;
		app.jobs.compact = () => {
			tried++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		app.model.next(answer([call('a', 'read_memory', { path: 'MEMORY.md' })]), say('One'));
		expect((await sendWords(app, session, 'What do you know?')).status).toBe('answered');
		const [read] = (await logOf(app, session.id))[0]?.steps ?? [];
		expect(read?.results?.[0]?.content).toMatch(/\d+ characters more; use recall to search them/);
		expect(tried).toBe(0);
	});

	it('is given none where the limit of the day holds the next call back', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), lookUp('a'));
		let tried = 0;
		app.jobs.compact = () => {
			tried++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		const prices = { input: 450, output: 1000, cacheRead: 0, cacheWrite: 0 };
		await app.db.settings.put({ key: 'models', value: { [card.id]: { ...card, prices } } });
		await app.db.settings.put({ key: 'dayLimit', value: 1 });
		await sendWords(app, session, 'First');
		expect(await sendWords(app, session, 'Second')).toMatchObject({
			status: 'failed',
			failure: { kind: 'day-limit' }
		});
		expect(tried).toBe(0);
		expect(app.model.bodies).toHaveLength(2);
		const [read, held] = (await logOf(app, session.id))[1]?.steps ?? [];
		expect(read?.results).toHaveLength(1);
		expect(held).toMatchObject({ state: 'failed', failure: { kind: 'day-limit' } });
	});

	it('goes on from its tools also where the limit of the day was lifted between the look at it and the call', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(lookUp('a'), say('One'));
		summarising();
		await app.db.settings.put({ key: 'dayLimit', value: 0 });
		// The limit has been read when it is asked what was spent.
		const looking = vi.spyOn(app.db.ledger, 'where').mockImplementationOnce(() => {
			const toArray = async () => {
				await writeSetting(app.db, 'dayLimit', null);
				return [];
			};
			return { aboveOrEqual: () => ({ toArray }) } as never;
		});
		expect(await sendWords(app, session, 'First')).toMatchObject({ status: 'answered' });
		expect(looking).toHaveBeenCalled();
		expect(app.model.bodies).toHaveLength(2);
		expect(JSON.stringify(app.model.bodies[1])).toContain('tool_result');
	});

	it('goes on as it is where nothing can be summarised: the endpoint may have room', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(lookUp('a'), lookUp('b'), say('One'));
		summarising();
		expect((await sendWords(app, session, 'First')).status).toBe('answered');
		expect(app.model.bodies).toHaveLength(3);
		expect(JSON.stringify(app.model.bodies[2])).toContain('sig-1');
	});

	it.each([
		['again after the next round where there is not enough yet', 'nothing-to-do', 2],
		['no more in this reply where it has failed', 'failed', 1]
	] as const)('a summary is tried %s', async (_, status, tries) => {
		let tried = 0;
		app.jobs.compact = () => {
			tried++;
			return Promise.resolve(
				status === 'failed'
					? { status, failure: { kind: 'overloaded' } }
					: { status, reason: 'all-recent' }
			);
		};
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(lookUp('a'), lookUp('b'), say('One'));
		expect((await sendWords(app, session, 'First')).status).toBe('answered');
		expect(tried).toBe(tries);
	});

	it('under ask stops with the draft, and goes on from its steps once that is used', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'ask' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), lookUp('a'), say('Two'));
		summarising();
		await sendWords(app, session, 'First');
		const outcome = await sendWords(app, session, 'Second');
		expect(outcome).toMatchObject({ status: 'needs-review', summaryId: 'summary-1' });
		await useSummary(app, 'summary-1');
		const turnId = outcome.turnId ?? '';
		const end = await answerTurn(app, { sessionId: session.id, turnId }, unseen, never);
		expect(end.status).toBe('answered');
		expect((await logOf(app, session.id))[1]?.steps).toHaveLength(2);
	});

	it('that is stopped while room is made ends like any other that is stopped', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		const stop = new AbortController();
		app.model.next(say('One'), lookUp('a'));
		await sendWords(app, session, 'First');
		app.jobs.compact = () => {
			stop.abort();
			return Promise.resolve({ status: 'stopped' });
		};
		const outcome = await sendWords(app, session, 'Second', stop.signal);
		expect(outcome.status).toBe('stopped');
		const said = await logOf(app, session.id);
		expect(said[1]?.steps).toMatchObject([
			{ state: 'complete', results: [{ tool_use_id: 'a' }] },
			{ state: 'stopped', content: [] }
		]);
		expect(brokenLink(chainStart(session.id), said)).toBeNull();
		expect(await partialOf(app.scratch, session.id)).toBeUndefined();
	});

	it('asks no more often than any other reply', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		const again = (at: number) =>
			lookUp(`call-${String(at)}`, { file: 'notes/tea.md', input: 11_000 });
		app.model.next(...Array.from({ length: 20 }, (_, at) => again(at)));
		expect(await sendWords(app, session, 'First')).toMatchObject({
			status: 'failed',
			failure: { kind: 'tool-limit' }
		});
		expect(app.model.bodies).toHaveLength(16);
	});
});
