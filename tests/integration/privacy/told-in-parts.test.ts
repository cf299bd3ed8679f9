import { describe, expect, test, vi } from 'vitest';
import { chainEnd } from '#core/log/chain.ts';
import type { Forgotten } from '#core/forgetting/what.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { foreseeCompaction } from '#flows/compaction/foresee-compaction.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { extractMemories } from '#flows/learning/extract-memories.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import { deleteSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { pinText, unpin } from '#flows/sessions/pin-text.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { logOf, requestKinds, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { gardenCard, gardenTurns, storeGarden } from '../../support/apps/compactable.ts';
import { isStill, learning, lineOf } from '../../support/apps/learning.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { storeSession } from '../../support/builders/stored-session.ts';
import { call, text, thought } from '../../support/builders/a-turn.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, say, type Line } from '../../support/scripted/scripted-model.ts';
import {
	scriptedSummariser,
	soundSummary,
	textOfBody
} from '../../support/scripted/scripted-summariser.ts';

/** What is told to a model in several calls: what goes while the first is answered is in none that comes after. */

const roomy = aCard({ window: 60_000, maxOutput: 1000 });
let app: TestApp;
/** Learning puts another in its place, which knows no forgetting. */
let workshop: TestApp['workshop'];

const begin = (own: TestApp) => {
	app = own;
	workshop = { ...app.workshop };
};
withAppAndWorkshop(begin, {
	settings: { model: gardenCard.id, models: { [gardenCard.id]: gardenCard } }
});

type Act = () => Promise<unknown>;

async function forgetIt(what: Forgotten): Promise<void> {
	const outcome = await forget({ ...app, workshop }, { what, lines: [], summaries: {} });
	expect(outcome.status).toBe('forgotten');
}

/** Whether a request on file still tells it. */
async function isOnFile(words: string): Promise<boolean> {
	const filed = await app.db.ledger.toArray();
	const bodies = await Promise.all(filed.map((entry) => bodyOf(app, entry)));
	return bodies.some((body) => JSON.stringify(body).includes(words));
}

/** The ways of a message out of reach, and of its whole session. */
const goes = (at: { readonly sessionId: string; readonly turnId: string }): [string, Act][] => [
	['left out', () => setMark(app, { ...at, kind: 'left-out', on: true })],
	['put off the record', () => setMark(app, { ...at, kind: 'off-record', on: true })],
	['deleted', () => deleteTurn(app, at)],
	['forgotten', () => forgetIt({ kind: 'turn', ...at })]
];
const wholeGoes = (sessionId: string): [string, Act][] => [
	['deleted', () => deleteSessions(app, [sessionId])],
	['forgotten', () => forgetIt({ kind: 'session', sessionId })]
];

describe('imported chats that are read for memories', () => {
	const { bring, answerWith, agree, keepUntil } = learning(() => app);

	/** The first of three calls is answered once this has happened; gives what was asked. */
	async function learnDuring(act: Act): Promise<string[]> {
		await bring('b', 80);
		const model = scriptedSummariser(async (body, n) => {
			if (n === 0) await act();
			return lineOf(body);
		});
		answerWith(model);
		await agree(['b']);
		expect(await keepUntil(isStill)).toMatchObject({ state: 'done' });
		return model.asked.map(textOfBody);
	}

	test.each(goes({ sessionId: 'b', turnId: 'b-turn-79' }))(
		'a message that is %s is in no later part, and the others are',
		async (_, act) => {
			const asked = await learnDuring(act);
			expect(asked).toHaveLength(3);
			expect(asked.join()).not.toContain('house b79');
			expect(asked.at(-1)).toContain('house b78');
			expect(await isOnFile('house b79')).toBe(false);
		}
	);

	test.each(goes({ sessionId: 'b', turnId: 'b-turn-0' }))(
		'a line of a message that is %s meanwhile does not wait',
		async (_, act) => {
			await learnDuring(act);
			const lines = await app.db.proposals.toArray();
			expect(lines.map(({ turnIds }) => turnIds)).not.toContainEqual(['b-turn-0']);
		}
	);

	test.each(wholeGoes('b'))(
		'a session that is %s is read no further, and no line of it waits',
		async (_, act) => {
			expect(await learnDuring(act)).toHaveLength(1);
			expect(await app.db.proposals.count()).toBe(0);
			expect(await isOnFile('house b79')).toBe(false);
		}
	);
});

describe('a session that is read once more before a reset', () => {
	const place = { sessionId: 's1', turnId: 'turn-79' };
	const read = async (act: Act) => {
		const houses = gardenTurns(80).map((exchange) => {
			const asked = [text(`I live in house r${String(exchange.turn.seq)}.`)];
			return { ...exchange, turn: { ...exchange.turn, asked } };
		});
		await storeGarden(app.db, houses);
		const model = scriptedSummariser(async (body, n) => {
			if (n === 0) await act();
			const house = /house (r\d+)/.exec(textOfBody(body))?.[1] ?? 'none';
			return `<memories>\n- The user lives in house ${house}.\n</memories>`;
		});
		const { db, clock } = app;
		const outcome = await extractMemories({ db, clock, model }, { sessionId: 's1' }, never, unseen);
		return { outcome, asked: model.asked.map(textOfBody) };
	};

	test.each(goes(place))('a message that is %s is in no later part', async (_, act) => {
		const { outcome, asked } = await read(act);
		expect(outcome.status).toBe('extracted');
		expect(await app.db.proposals.count()).toBeGreaterThan(0);
		expect(asked.length).toBeGreaterThan(1);
		expect(asked.join()).not.toContain('house r79');
		expect(asked.at(-1)).toContain('house r78');
		expect(asked.filter((part) => part.includes('house r0.'))).toHaveLength(1);
	});

	test.each(wholeGoes('s1'))('one that is %s is read no further', async (_, act) => {
		const { outcome, asked } = await read(act);
		expect(outcome).toEqual({ status: 'failed', failure: { kind: 'changed-meanwhile' } });
		expect(asked).toHaveLength(1);
	});
});

describe('a summary in parts', () => {
	async function compactDuring(act: Act, focus: string | null = null) {
		const model = scriptedSummariser(async (_, n) => {
			if (n === 0) await act();
			return soundSummary(`Fact number ${String(n)} of the garden.`);
		});
		const { db, clock } = app;
		const outcome = await compactSession(
			{ db, clock, model },
			{
				sessionId: 's1',
				trigger: 'manual',
				focus,
				compactionId: null,
				facts: { answerer: gardenCard.id, floor: 800, parts: [] }
			},
			never,
			unseen
		);
		return { outcome, asked: model.asked };
	}

	test.each(goes({ sessionId: 's1', turnId: 'turn-60' }))(
		'a message that is %s ends it before another part is paid for',
		async (_, act) => {
			await storeGarden(app.db, gardenTurns(110));
			const { outcome, asked } = await compactDuring(act);
			expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'changed-meanwhile' } });
			expect(asked).toHaveLength(1);
			expect(await isOnFile('bed B60.')).toBe(false);
		}
	);

	test('a part goes on from what the one before had made of a forgotten message, also where a clock was set back between them', async () => {
		await storeGarden(app.db, gardenTurns(110));
		const model = scriptedSummariser((_, n) => {
			app.clock.at -= 3_600_000;
			return soundSummary(n === 0 ? 'The secret word is xyloquartz.' : 'Nothing of it.');
		});
		const { db, clock } = app;
		const facts = { answerer: gardenCard.id, floor: 800, parts: [] };
		const ask = {
			sessionId: 's1',
			trigger: 'manual',
			focus: null,
			compactionId: null,
			facts
		} as const;
		const outcome = await compactSession({ db, clock, model }, ask, never, unseen);
		expect(outcome.status).toBe('drafted');
		expect([model.asked.length > 2, await app.db.summaries.count()]).toEqual([true, 1]);
		expect(await isOnFile('xyloquartz')).toBe(true);
		await forgetIt({ kind: 'turn', sessionId: 's1', turnId: 'turn-1' });
		expect(await isOnFile('xyloquartz')).toBe(false);
	});

	test('what is forgotten elsewhere does not end it', async () => {
		const other = aSession({ id: 's2' });
		await storeSession(app.db, other, []);
		await storeGarden(app.db, gardenTurns(110));
		const { outcome, asked } = await compactDuring(() =>
			forgetIt({ kind: 'session', sessionId: 's2' })
		);
		expect(outcome.status).toBe('drafted');
		expect(asked.length).toBeGreaterThan(2);
	});
});

/** The answer to a call, once this has happened. */
const after = (act: Act, events: ReturnType<typeof say>): Line =>
	async function* () {
		await act();
		yield* events;
	};

describe('the flush turn', () => {
	const session = aSession();
	const saves = answer([thought('s'), call('a', 'save_memory', { text: 'Likes rain' })]);

	const at = { sessionId: session.id, turnId: 'turn-1' };

	withAppAndWorkshop(begin, { settings: { models: { [roomy.id]: roomy }, preset: 'spec-008' } });

	async function flushDuring(act: Act, turns: number): Promise<void> {
		const long = gardenTurns(turns).map(({ turn, steps }, seq) => {
			const words = `${seq === 1 ? 'My locker code is 4471. ' : ''}${'the rain '.repeat(4000)}`;
			return { turn: { ...turn, asked: [text(words.slice(0, 19_900))] }, steps };
		});
		await storeSession(app.db, session, long);
		app.jobs.foresee = (ask) => foreseeCompaction(app, ask);
		app.model.next(after(act, saves), say('SILENT'));
		await prepareDraft(app, { sessionId: session.id, trigger: 'manual' }, never);
	}

	async function expectOneRound(): Promise<void> {
		expect(await requestKinds(app, session)).toEqual(['flush']);
		expect(await app.db.proposals.count()).toBe(1);
		const flushes = await app.db.activity.toArray();
		expect(flushes.filter(({ kind }) => kind === 'flush')).toMatchObject([
			{ details: { hasRun: true }, failure: { kind: 'changed-meanwhile' } }
		]);
	}

	test.each(goes(at))('makes no further round with a message that is %s', async (_, act) => {
		await flushDuring(act, 10);
		await expectOneRound();
	});

	const pinned = { ...at, id: 'pin-1', text: 'My locker code is 4471.', at: 1 };
	async function pinBehindSummary(): Promise<void> {
		const throughHash = chainEnd(gardenTurns(3)[2]!);
		await app.db.summaries.put(aSummary(2, { throughHash }));
		await app.db.pins.put(pinned);
	}
	const pinGoes: [string, Act][] = [...goes(at), ['no longer pinned', () => unpin(app, pinned)]];

	test.each(pinGoes)(
		'nor with a pin of a message behind a summary, where that is %s',
		async (_, act) => {
			await pinBehindSummary();
			await flushDuring(act, 13);
			expect(textOfBody(app.model.bodies[0]!)).toContain('4471');
			await expectOneRound();
		}
	);

	test('a pin that is set meanwhile keeps nothing back', async () => {
		await pinBehindSummary();
		const act = () => pinText(app, { ...at, text: 'the rain' });
		await flushDuring(act, 13);
		expect(await requestKinds(app, session)).toEqual(['flush', 'flush']);
	});
});

describe('an answer in several steps', () => {
	const looks = answer([call('a', 'recall', { query: 'tea' })]);

	test('goes on without a line of memory that is forgotten meanwhile', async () => {
		await saveMemoryFile(app, {
			path: 'MEMORY.md',
			text: '- Locker code 4471\n- Likes tea\n',
			expectedRev: null
		});
		const session = newSession(app, { kind: 'main', offRecord: false });
		const forgets = () => forgetIt({ kind: 'line', line: 'Locker code 4471' });
		app.model.next(after(forgets, looks), say('Tea.'));
		expect(await sendWords(app, session, 'What do I like?')).toMatchObject({ status: 'answered' });
		const [before, behind] = app.model.bodies.map((body) => JSON.stringify(body));
		expect(before).toContain('4471');
		expect(behind).not.toContain('4471');
		expect(behind).toContain('Likes tea');
		expect(behind).toContain('tool_result');
		expect(await isOnFile('4471')).toBe(false);
		expect(await tablesWith([app.db], '4471')).toEqual([]);
	});

	test('ends where the message itself is forgotten', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		const { telephone } = app;
		const keyStatus = telephone.keyStatus.bind(telephone);
		let isBetween = false;
		// Asked when the results are stored, before the next call.
		vi.spyOn(telephone, 'keyStatus').mockImplementation(async () => {
			if (isBetween) {
				isBetween = false;
				const [asked] = await logOf(app, session.id);
				const turnId = asked?.turn.turnId ?? '';
				await forgetIt({ kind: 'turn', sessionId: session.id, turnId });
			}
			return keyStatus();
		});
		const begins = () => Promise.resolve((isBetween = true));
		app.model.next(after(begins, looks), say('Tea.'));
		expect(await sendWords(app, session, 'My locker code is 4471')).toMatchObject({
			status: 'failed',
			failure: { kind: 'forgotten' }
		});
		expect(isBetween).toBe(false);
		expect(app.model.bodies).toHaveLength(1);
		await expect.poll(() => isOnFile('4471')).toBe(false);
	});
});
