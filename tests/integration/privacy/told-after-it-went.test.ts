import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { extractMemories } from '#flows/learning/extract-memories.ts';
import { proposeLearnt } from '#flows/learning/propose-learnt.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { packer } from '#worker/workshop/packer.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { gardenCard, gardenTurns, storeGarden } from '../../support/apps/compactable.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { anExchange, call, text } from '../../support/builders/a-turn.ts';
import { storeSession } from '../../support/builders/stored-session.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, say, type Line } from '../../support/scripted/scripted-model.ts';
import { scriptedSummariser } from '../../support/scripted/scripted-summariser.ts';

/** A message goes while a model that has read it still writes: no line of memory tells it afterwards. */

const secret = 'My sister is in the clinic at Xyloquartz road 4471.';
const line = 'The sister of the user is in the clinic at Xyloquartz road 4471';

let app: TestApp;
let session: Session;

withAppAndWorkshop((own) => (app = own), {
	settings: { model: gardenCard.id, models: { [gardenCard.id]: gardenCard } }
});
beforeEach(() => {
	session = newSession(app, { kind: 'main', offRecord: false });
});
afterEach(() => {
	vi.restoreAllMocks();
});

interface Place {
	readonly sessionId: string;
	readonly turnId: string;
}

const forgetIt = (place: Place) =>
	forget(app, { what: { kind: 'turn', ...place }, lines: [], summaries: {} });

/** Each way in which a message goes. */
const ways: Readonly<Record<string, (place: Place) => Promise<unknown>>> = {
	'deleted and forgotten': async (place) => {
		await deleteTurn(app, place);
		return forgetIt(place);
	},
	deleted: (place) => deleteTurn(app, place),
	'left out': (place) => setMark(app, { ...place, kind: 'left-out', on: true }),
	'put off the record': (place) => setMark(app, { ...place, kind: 'off-record', on: true })
};
const names = Object.keys(ways);

const waiting = async () =>
	(await app.db.proposals.where('status').equals('waiting').toArray()).map((row) => row.text);

/** Says `lines` for memory once something has happened. */
const proposing = (happens: () => Promise<unknown>, ...lines: readonly string[]): Line =>
	async function* () {
		await happens();
		yield* answer(
			lines.map((words, at) => call(`save-${String(at)}`, 'save_memory', { text: words }))
		);
	};

async function ask(words: string, ...lines: readonly Line[]) {
	app.model.next(...lines);
	const now = (await sessionOf(app.db, session.id)) ?? session;
	return sendMessage(app, { session: now, blocks: [text(words)] }, unseen, never);
}

async function told(words = secret): Promise<Place> {
	app.model.next(say('Fine.'));
	await sendWords(app, session, words);
	const turn = (await app.db.turns.toArray()).at(-1);
	return { sessionId: session.id, turnId: turn?.turnId ?? '' };
}

describe('while a later message is answered', () => {
	test.each(names)(
		'a message that is %s comes to the desk by no call of the answer',
		async (way) => {
			const place = await told();
			const tea = 'The user likes green tea';
			await ask(
				'I like green tea. What should I bring her?',
				proposing(() => ways[way]!(place), line, tea),
				say('Done.')
			);
			expect(await waiting()).toEqual([tea]);
			expect(await tablesWith([app.db], 'Xyloquartz')).not.toContain('proposals');
		}
	);

	test.each(names)('nor straight into memory, where such lines pass unread: %s', async (way) => {
		await app.db.settings.put({ key: 'reviewMemories', value: 'untainted' });
		const place = await told();
		await ask(
			'What should I bring her?',
			proposing(() => ways[way]!(place), line),
			say('Done.')
		);
		expect(await app.db.memoryFiles.toArray()).toEqual([]);
	});

	test('what the user says again in a message that stays is proposed', async () => {
		const place = await told();
		await ask(
			`Once more: ${secret}`,
			proposing(() => deleteTurn(app, place), line),
			say('Done.')
		);
		expect(await waiting()).toEqual([line]);
	});

	test('a message of another conversation that was recalled and is forgotten meanwhile comes by no call either', async () => {
		const other = await told();
		session = newSession(app, { kind: 'main', offRecord: false });
		await ask(
			'Where is she?',
			answer([call('recall', 'recall', { query: 'sister clinic' })]),
			proposing(() => ways['deleted and forgotten']!(other), line),
			say('Done.'),
			say('Done.')
		);
		expect(JSON.stringify(app.model.bodies.at(2))).toContain('Xyloquartz');
		expect(await waiting()).toEqual([]);
	});
});

describe('while the rest of a session is read', () => {
	const place = { sessionId: 's1', turnId: 'turn-0' };

	test.each(
		names.flatMap((way) => ['turn 1', 'turn 2', null].map((named) => [way, named] as const))
	)(
		'a message that is %s comes to the desk by no line, whatever it names: %s',
		async (way, named) => {
			await storeGarden(
				app.db,
				gardenTurns(80).map(({ turn, steps }) => ({
					turn: {
						...turn,
						asked: [text(turn.seq === 0 ? secret : `I live in house r${String(turn.seq)}.`)]
					},
					steps
				}))
			);
			const model = scriptedSummariser(async (_, n) => {
				if (n === 1) await ways[way]!(place);
				const lines = [
					`- ${line}.${named === null ? '' : ` [${named}]`}`,
					'- The user lives in house r7.'
				];
				return `<memories>\n${n === 0 ? lines.join('\n') : ''}\n</memories>`;
			});
			const ports = { db: app.db, model, clock: app.clock, packer };
			const outcome = await extractMemories(ports, { sessionId: 's1' }, never, unseen);
			expect(model.asked.length).toBeGreaterThan(1);
			expect(outcome).toEqual({ status: 'extracted', proposals: 1 });
			expect(await waiting()).toEqual(['The user lives in house r7.']);
		}
	);
});

test.each(names)(
	'a message that is %s between the look and the write of a line is looked at again',
	async (way) => {
		const exchange = anExchange(0, secret);
		await storeSession(app.db, aSession(), [exchange]);
		const place = { sessionId: exchange.turn.sessionId, turnId: exchange.turn.turnId };
		const { settings } = app.db;
		const get = settings.toArray.bind(settings);
		let went: Promise<unknown> | null = null;
		vi.spyOn(settings, 'toArray').mockImplementation((() =>
			(went ??= ways[way]!(place)).then(() => get())) as never);
		const learnt = { sessionId: place.sessionId, source: 'reset', taint: 'none' } as const;
		const lines = [{ text: line, turnIds: [], importance: null, tags: [] }];
		expect(await proposeLearnt(app, { ...learnt, read: [exchange], lines })).toEqual({
			status: 'stored',
			value: 0
		});
		expect(went).not.toBeNull();
		expect(await waiting()).toEqual([]);
	}
);
