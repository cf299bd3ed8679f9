import { expect, test } from 'vitest';
import type { Session } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { extractMemories } from '#flows/learning/extract-memories.ts';
import { flushMemory } from '#flows/learning/flush-memory.ts';
import { noBeat } from '#flows/compaction/job/work.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { proposeLearnt } from '#flows/learning/propose-learnt.ts';
import { readPrompt } from '#flows/prompt/read-prompt.ts';
import { resetSession } from '#flows/sessions/reset-session.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { packer } from '#worker/workshop/packer.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { call, text } from '../../support/builders/a-turn.ts';
import { gardenTurns } from '../../support/apps/compactable.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';
import { soundSummary } from '../../support/scripted/scripted-summariser.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { storeSession } from '../../support/builders/stored-session.ts';

/**
 * Off the record, per message and per session, in every way a line can reach memory: the tools, the flush, the
 * extraction, the summaries. The model here tells all it has heard, and gives a wrong turn as its source.
 */

const card = aCard({ window: 20_000, maxOutput: 2000 });
/** Both sentences begin as code finds them, too. */
const secret = 'I always open the safe with Zebra 4471.';
const open = 'I live in Fulda and keep bees.';
const told = 'The user keeps bees in Fulda.';

let app: TestApp;
withApp((own) => (app = own), { models: { [card.id]: card } });

const withWords = (exchange: Exchange, words: string): Exchange => ({
	...exchange,
	turn: { ...exchange.turn, asked: [text(words)] }
});

/** Turn 2 is told off the record, turn 3 on it. */
async function store(over: Partial<Session>, marked: boolean, turns = 50): Promise<Session> {
	const session = aSession({ activeAt: app.clock.at - 600_000, ...over });
	const log = gardenTurns(turns).map((exchange) =>
		exchange.turn.seq === 1
			? withWords(exchange, secret)
			: exchange.turn.seq === 2
				? withWords(exchange, open)
				: exchange
	);
	await storeSession(app.db, session, log);
	if (marked)
		await app.db.marks.put({ sessionId: 's1', turnId: 'turn-1', kind: 'off-record', at: 1 });
	return session;
}

const proposed = async () => (await app.db.proposals.toArray()).map(({ text: line }) => line);
const ports = () => ({ db: app.db, model: app.model, clock: app.clock, packer });
const memories = `- ${secret} [turn 3]\n- ${secret}\n- ${told} [turn 3]`;

/** Every way, as a function that lets the model try. */
const ways: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
	save_memory: (session) => {
		app.model.next(
			answer([
				call('a', 'save_memory', { text: secret }),
				call('b', 'save_memory', { text: told })
			]),
			say('Done.')
		);
		const ask = { session, blocks: [text('What was that?')] };
		return sendMessage(app, ask, unseen, never);
	},
	edit_memory: async (session) => {
		await app.db.memoryFiles.put({
			path: 'MEMORY.md',
			text: '- Likes tea\n- Likes rye\n',
			scope: 'everywhere',
			rev: 1,
			updatedAt: 1,
			deletedAt: null
		});
		const edit = (id: string, find: string, replace: string) =>
			call(id, 'edit_memory', { path: 'MEMORY.md', find, replace });
		app.model.next(
			answer([edit('a', 'Likes tea', secret), edit('b', 'Likes rye', told)]),
			say('Done.')
		);
		const ask = { session, blocks: [text('What was that?')] };
		return sendMessage(app, ask, unseen, never);
	},
	flush: async (session) => {
		await app.db.settings.put({ key: 'preset', value: 'spec-008' });
		app.model.next(
			answer([
				call('a', 'save_memory', { text: secret }),
				call('b', 'save_memory', { text: told })
			]),
			say('SILENT')
		);
		const read = await readPrompt(app, {
			session,
			asked: { kind: 'newest-turn', goes: 'anew', begunAt: app.clock.now() }
		});
		return flushMemory(app, read, never, noBeat);
	},
	compaction: () => {
		app.model.next(
			...Array<ReturnType<typeof say>>(6).fill(
				say(soundSummary(`It was said: ${secret}`, memories))
			)
		);
		return compactSession(
			ports(),
			{ sessionId: 's1', trigger: 'manual', focus: null, compactionId: null },
			never,
			() => undefined
		);
	},
	extraction: () => {
		app.model.next(
			...Array<ReturnType<typeof say>>(6).fill(say(`<memories>\n${memories}\n</memories>`))
		);
		return extractMemories(ports(), { sessionId: 's1' }, never, () => undefined);
	},
	'the summary of two-phase': async () => {
		await app.db.settings.put({ key: 'backgroundDrafts', value: 'yes' });
		await app.db.settings.put({ key: 'preset', value: 'two-phase' });
		app.jobs.compact = (ask, signal) => compactSession(ports(), ask, signal, () => undefined);
		app.model.next(
			say(`<memories>\n${memories}\n</memories>`),
			...Array<ReturnType<typeof say>>(3).fill(say(`${secret}\n\n${told}`))
		);
		return keepHouse(app, never);
	},
	'sentences found by code': () => {
		app.model.next(...Array<ReturnType<typeof say>>(6).fill(say('')));
		return app.db.settings
			.put({ key: 'model', value: 'on-device' })
			.then(() => extractMemories(ports(), { sessionId: 's1' }, never, () => undefined));
	}
};

test.each(Object.keys(ways))(
	'#189 a message off the record never reaches memory by %s, and what was said on the record still does',
	async (way) => {
		await ways[way]?.(await store({}, true));
		const lines = await proposed();
		expect(lines.filter((line) => /Zebra|4471/.test(line))).toEqual([]);
		if (way === 'sentences found by code') expect(lines).toContain(open);
		else if (way === 'the summary of two-phase') expect(app.model.bodies).not.toEqual([]);
		else expect(lines).toContain(told);
	}
);

test.each(Object.keys(ways).filter((way) => way !== 'the summary of two-phase'))(
	'without the mark the same message does reach memory by %s',
	async (way) => {
		await ways[way]?.(await store({}, false));
		expect((await proposed()).filter((line) => /Zebra 4471/.test(line))).not.toEqual([]);
	}
);

test.each(Object.keys(ways))(
	'nothing of a session off the record reaches memory by %s',
	async (way) => {
		await ways[way]?.(await store({ offRecord: true }, false));
		expect(await proposed()).toEqual([]);
	}
);

test('a session off the record is not read once more at a reset', async () => {
	await store({ offRecord: true }, false, 3);
	let asked = 0;
	app.jobs.extract = () => {
		asked++;
		return Promise.resolve({ status: 'extracted', proposals: 0 });
	};
	app.jobs['archive-session'] = () => Promise.resolve({ status: 'archived', archiveId: 'a' });
	expect((await resetSession(app, 's1', { by: 'user' }, never)).status).toBe('reset');
	expect(asked).toBe(0);
	expect(app.model.bodies).toEqual([]);
});

test('what a summary carries along from a message off the record is not remembered two rounds later', async () => {
	await app.db.settings.put({ key: 'preset', value: 'two-phase' });
	await store({}, true);
	const learnt = (line: string) =>
		proposeLearnt(ports(), {
			sessionId: 's1',
			source: 'synthesis',
			taint: 'none',
			read: [],
			lines: [{ text: line, turnIds: ['turn-40'], importance: null, tags: [] }]
		});
	expect(await learnt('Their safe opens with Zebra 4471')).toEqual({ status: 'stored', value: 0 });
	expect(await learnt('The code contains 4471')).toEqual({ status: 'stored', value: 0 });
	expect(await learnt(told)).toEqual({ status: 'stored', value: 1 });
});

test('putting a message off the record takes what was learnt from it off the desk, and back on the record it waits again', async () => {
	const session = await store({}, false, 3);
	app.model.next(answer([call('a', 'save_memory', { text: told })]), say('Noted.'));
	const ask = { session, blocks: [text('Remember my bees, please.')] };
	const sent = await sendMessage(app, ask, unseen, never);
	const turnId = sent.turnId ?? '';
	const waiting = () => app.db.proposals.where('status').equals('waiting').count();
	expect(await waiting()).toBe(1);
	await setMark(app, { sessionId: 's1', turnId: 'turn-0', kind: 'off-record', on: true });
	expect(await waiting()).toBe(1);
	await setMark(app, { sessionId: 's1', turnId, kind: 'off-record', on: true });
	expect(await waiting()).toBe(0);
	await setMark(app, { sessionId: 's1', turnId, kind: 'off-record', on: false });
	expect(await waiting()).toBe(1);
});

test('back on the record only that waits again which left the desk for it', async () => {
	await store({}, false, 3);
	const place = { sessionId: 's1', turnIds: ['turn-0'] };
	const elsewhere = { sessionId: 's2', turnIds: ['turn-of-s2'] };
	await app.db.proposals.bulkPut([
		aProposal(told, place),
		aProposal('Known already', { ...place, status: 'superseded' }),
		aProposal('Off the record elsewhere', { ...elsewhere, status: 'superseded', withdrawn: true })
	]);
	const mark = { sessionId: 's1', turnId: 'turn-0', kind: 'off-record' } as const;
	const waiting = async () => (await waitingProposals(app.db)).map((row) => row.text);
	await setMark(app, { ...mark, on: true });
	expect(await waiting()).toEqual([]);
	await setMark(app, { ...mark, on: false });
	expect(await waiting()).toEqual([told]);
});

test('what a tool wrote by a lenient rule is taken back by /undo, and waits again', async () => {
	await app.db.settings.put({ key: 'reviewMemories', value: 'untainted' });
	const session = await store({}, false, 3);
	app.model.next(answer([call('a', 'save_memory', { text: told })]), say('Noted.'));
	await sendWords(app, session, 'I keep bees.');
	const note = async () => (await app.db.memoryFiles.toArray()).map((file) => file.text).join();
	expect(await note()).toContain(told);
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone', what: 'accepted' });
	expect(await note()).not.toContain(told);
	expect(await proposed()).toEqual([told]);
});
