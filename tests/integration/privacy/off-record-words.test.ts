import { beforeEach, describe, expect, test } from 'vitest';
import type { UserBlock } from '#core/log/blocks.ts';
import type { Session } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { branchFrom } from '#flows/answer/edit-message.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { proposeLearnt } from '#flows/learning/propose-learnt.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { call, text } from '../../support/builders/a-turn.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';

/** What of a message counts as said off the record, wherever it stands: its words, those of its files, on every branch. */

const secret = 'The locker code of Quentin is 4471';

let app: TestApp;
let session: Session;

withAppAndWorkshop((own) => (app = own));
beforeEach(() => {
	session = newSession(app, { kind: 'main', offRecord: false });
});

async function goOn(blocks: readonly UserBlock[], ...calls: ReturnType<typeof call>[]) {
	for (const one of calls) app.model.next(answer([one]));
	app.model.next(say('Fine.'));
	const now = (await sessionOf(app.db, session.id)) ?? session;
	expect((await sendMessage(app, { session: now, blocks }, unseen, never)).status).toBe('answered');
	return (await app.db.turns.toArray()).at(-1)?.turnId ?? '';
}

const offTheRecord = (turnId: string, on = true) =>
	setMark(app, { sessionId: session.id, turnId, kind: 'off-record', on });
const save = () => call('save', 'save_memory', { text: secret });
const waiting = async () =>
	(await app.db.proposals.where('status').equals('waiting').toArray()).map((row) => row.text);
const learn = () =>
	proposeLearnt(app, {
		sessionId: session.id,
		source: 'reset',
		taint: 'none',
		read: [],
		lines: [{ text: secret, turnIds: [], importance: null, tags: [] }]
	});

describe('the words of a text file that came with it', () => {
	const file: UserBlock = {
		type: 'document',
		title: 'codes.txt',
		source: { type: 'text', media_type: 'text/plain', data: `${secret}.` }
	};

	test('are not proposed by a later answer, nor by who reads the session', async () => {
		await offTheRecord(await goOn([file, text('Look at this')]));
		await goOn([text('Thanks, what else?')], save());
		expect(await learn()).toEqual({ status: 'stored', value: 0 });
		expect(await waiting()).toEqual([]);
	});

	test('leave the desk as it is put off the record, and come back with it', async () => {
		const turnId = await goOn([file, text('Look at this')]);
		await app.db.proposals.put(aProposal(secret, { sessionId: session.id, turnIds: ['another'] }));
		await offTheRecord(turnId);
		expect(await waiting()).toEqual([]);
		await offTheRecord(turnId, false);
		expect(await waiting()).toEqual([secret]);
	});
});

describe('on a branch that is not on screen', () => {
	/** Tea, then the secret; then the conversation goes on behind the tea. */
	async function branched() {
		await sendWords(app, session, 'I like tea.');
		const tea = (await app.db.turns.toArray())[0]?.turnId ?? '';
		const turnId = await goOn([text(`${secret}.`)]);
		return { tea, turnId };
	}
	const fork = (turnId: string) => branchFrom(app, { sessionId: session.id, turnId });

	beforeEach(() => {
		app.model.next(say('Nice.'));
	});

	test('it is not proposed by an answer that recalls it, nor by who reads the session', async () => {
		const { tea, turnId } = await branched();
		await offTheRecord(turnId);
		await fork(tea);
		await goOn(
			[text('What was it again?')],
			call('recall', 'recall', { query: 'locker code Quentin' }),
			save()
		);
		const results = (await app.db.steps.toArray()).flatMap((step) => step.results ?? []);
		expect(JSON.stringify(results)).toContain('4471');
		expect(await learn()).toEqual({ status: 'stored', value: 0 });
		expect(await waiting()).toEqual([]);
	});

	test('it is proposed again once it was said openly here', async () => {
		const { tea, turnId } = await branched();
		await offTheRecord(turnId);
		await fork(tea);
		await goOn([text(`Do remember it: ${secret}.`)], save());
		expect(await waiting()).toEqual([secret]);
	});

	test('it leaves the desk as it is put off the record, and comes back with it', async () => {
		const { tea, turnId } = await branched();
		await fork(tea);
		await goOn([text('And now?')]);
		await app.db.proposals.put(aProposal(secret, { sessionId: session.id, turnIds: ['another'] }));
		await offTheRecord(turnId);
		expect(await waiting()).toEqual([]);
		await offTheRecord(turnId, false);
		expect(await waiting()).toEqual([secret]);
	});
});
