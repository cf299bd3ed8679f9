import { beforeEach, expect, test } from 'vitest';
import { keyTakenOut } from '#core/asking/secrets.ts';
import { withoutSpans } from '#core/asking/pasted.ts';
import { textOf, type UserBlock } from '#core/log/blocks.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { editMessage } from '#flows/answer/edit-message.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never, unseen } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** The user's own key in a message: it is stored nowhere and sent nowhere, so no export, copy or backup can hold it. */

const key = 'gateway-CANARY-4711';
let app: TestApp;
withApp((own) => (app = own));
beforeEach(() => {
	app.secret = key;
});

const send = (blocks: readonly UserBlock[], pasted = [{ from: 8, to: 8 + key.length }]) => {
	app.model.next(say('Done.'));
	const session = newSession(app, { kind: 'main', offRecord: false });
	return sendMessage(app, { session, blocks, pasted }, unseen, never);
};

test('a key that was pasted is in no table and in no request, and the message says that it was taken out', async () => {
	const words = `My key ${key} does not work`;
	const file: UserBlock = {
		type: 'document',
		title: '.env',
		source: { type: 'text', media_type: 'text/plain', data: `KEY=${key}\n` }
	};
	expect(await send([file, { type: 'text', text: words }])).toMatchObject({ status: 'answered' });
	expect(await tablesWith([app.db, app.scratch], 'CANARY')).toEqual([]);
	expect(JSON.stringify(app.model.bodies)).not.toContain('CANARY');
	const [turn] = await app.db.turns.toArray();
	expect(turn?.asked).toMatchObject([
		{ source: { data: `KEY=${keyTakenOut}\n` } },
		{ text: `My key ${keyTakenOut} does not work` }
	]);
	expect(await ledgerOf(app.db, turn!.sessionId)).not.toEqual([]);
	expect((await app.db.sessions.toArray())[0]?.title).not.toContain('CANARY');
});

test('nor is one that came with an edit', async () => {
	await send([{ type: 'text', text: 'My key does not work' }], []);
	const [turn] = await app.db.turns.toArray();
	app.model.next(say('Done.'));
	const { sessionId, turnId } = turn!;
	const blocks = [{ type: 'text' as const, text: `My key ${key} does not work` }];
	await editMessage(app, { sessionId, turnId, blocks }, unseen, never);
	expect(await app.db.turns.count()).toBe(2);
	expect(await tablesWith([app.db, app.scratch], 'CANARY')).toEqual([]);
});

test('a message without one is stored to the letter', async () => {
	const words = 'A key like sk-ant- is a secret: see https://docs.example/keys-and-other-things';
	await send([{ type: 'text', text: words }], []);
	expect((await app.db.turns.toArray())[0]?.asked).toEqual([{ type: 'text', text: words }]);
});

test('what lies between two keys that were pasted is still marked as pasted', async () => {
	const between = 'Never tell anybody where the cellar key lies';
	const words = `A=${key}\n# ${between}\nB=sk-ant-api03-AbCd_efgh-0123456789\nMine.`;
	await send([{ type: 'text', text: words }], [{ from: 0, to: words.length - 5 }]);
	const [turn] = await app.db.turns.toArray();
	expect(withoutSpans(textOf(turn!.asked), turn!.pasted ?? [])).not.toContain('cellar');
	expect(withoutSpans(textOf(turn!.asked), turn!.pasted ?? [])).toContain('Mine.');
});
