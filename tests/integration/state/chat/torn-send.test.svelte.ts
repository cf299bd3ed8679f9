/** A message with a file is sent while the storage breaks at any step: words and file stand in the transcript or in the composer, and never in neither. */
import { afterEach, expect, test } from 'vitest';
import { textOf } from '#core/log/blocks.ts';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { appWith, logOf, type TestApp } from '../../../support/apps/an-app.ts';
import { breakingStorage, faultAt } from '../../../support/breaking/breaking-storage.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { say } from '../../../support/scripted/scripted-model.ts';

type Breaking = ReturnType<typeof breakingStorage>;

const open: TestApp[] = [];
afterEach(() => Promise.all(open.splice(0).map((app) => app.close())));

const aFile = {
	name: 'notes.txt',
	block: {
		type: 'document',
		source: { type: 'text', media_type: 'text/plain', data: 'tea and cups' },
		title: 'notes.txt'
	}
} as const;

async function aPlace() {
	const app = appWith({});
	const { db, scratch } = app;
	const storage = breakingStorage(db);
	await storeSession(db, aSession(), someExchanges(1));
	await db.settings.put({ key: 'model', value: 'claude-test-5' });
	const view = new AppState(app).views.of('s1');
	open.push(app);
	view.unsent.text = 'Precious words';
	view.attachments.putBack([aFile]);
	view.unsent.store();
	await eventually(async () => {
		expect(await scratch.unsent.count()).toBe(1);
		expect(await scratch.attached.count()).toBe(1);
	});
	return { app, view, storage };
}

const send = (app: TestApp, view: SessionView) => {
	app.model.next(say('I see'));
	return view
		.send([aFile.block, text('Precious words')], view.take())
		.catch((error: unknown) => error as Error);
};

/** Where an answer waits for room, the storage takes it again. */
async function untilRoom<T>(view: SessionView, storage: Breaking, sent: Promise<T>): Promise<T> {
	const looking = setInterval(() => {
		const { unstored } = view.answering.reply ?? {};
		if (unstored) storage.mend();
		unstored?.again();
	}, 1);
	try {
		return await sent;
	} finally {
		clearInterval(looking);
	}
}

const whole = [['Precious words'], ['tea and cups']];

/** Words and files of what was said after the first message. */
async function said(app: TestApp) {
	const asked = (await logOf(app, 's1')).slice(1).map(({ turn }) => turn.asked);
	return [
		asked.map((blocks) => textOf(blocks)),
		asked.flatMap((blocks) =>
			blocks.flatMap((block) =>
				block.type === 'document' && block.source.type === 'text' ? [block.source.data] : []
			)
		)
	];
}

const written = ({ unsent, attachments }: SessionView) => [
	[unsent.text].filter((words) => words !== ''),
	attachments.blocks.map((block) =>
		block.type === 'document' && block.source.type === 'text' ? block.source.data : ''
	)
];

test('at any step of what is stored for good', async () => {
	const unbroken = await aPlace();
	unbroken.storage.breakAt(Infinity, 'full');
	expect(await send(unbroken.app, unbroken.view)).toMatchObject({ status: 'answered' });
	const { calls } = unbroken.storage;
	expect(await said(unbroken.app)).toEqual(whole);
	for (let at = 0; at < calls; at += 2) {
		const { app, view, storage } = await aPlace();
		storage.breakAt(at, faultAt(at), at % 4 === 0);
		const outcome = await untilRoom(view, storage, send(app, view));
		storage.mend();
		const isSaid = (await said(app))[0]?.length === 1;
		expect([at, isSaid ? await said(app) : written(view)]).toEqual([at, whole]);
		// What is told is so: without a message nothing was stored, and the words are not in two places.
		expect([at, isSaid ? written(view) : await said(app)]).toEqual([at, [[], []]]);
		if (outcome && 'turnId' in outcome) expect([at, outcome.turnId !== null]).toEqual([at, isSaid]);
	}
});
