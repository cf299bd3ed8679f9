import { expect, test } from 'vitest';
import type { ModelEvent } from '#flows/ports/model.ts';
import type { CopyPorts } from '#flows/copies/copy-ports.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import { recoverReplies } from '#flows/answer/reply/recover-replies.ts';
import { pieceByPiece } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { talkingIn, wordsOf } from '../../support/apps/talking.ts';
import { eventually } from '../../support/eventually.ts';
import { never, unseen } from '../../support/never.ts';
import { say, sayAndWait } from '../../support/scripted/scripted-model.ts';

/** A copy takes the place of everything while another tab goes on. */

let app: TestApp;
withApp((own) => (app = own));

const { begin, send, log } = talkingIn(() => app);

const ports = (): CopyPorts => {
	const { db, vault, clock } = app;
	return { db, vault, clock, pieces: pieceByPiece };
};

test('a reply whose question a restored copy does not know answers no other question', async () => {
	app.model.next(say('One'));
	const { session } = await send('First', begin());
	await keepSnapshot(ports(), { reason: 'regular' }, never);
	let end = (_: readonly ModelEvent[]): void => undefined;
	const rest = new Promise<readonly ModelEvent[]>((resolve) => (end = resolve));
	app.model.next(sayAndWait('Two', rest));
	const sending = send('Second', session);
	await eventually(async () => expect(await app.scratch.partials.count()).toBe(1));
	const copy = { generation: 1, safety: true };
	const restored = await restoreSnapshot(ports(), copy, never, unseen);
	expect(restored).toMatchObject({ status: 'restored' });
	end(say('Two'));
	const { outcome, session: here } = await sending;
	expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'changed-meanwhile' } });
	app.model.next(say('Three'));
	expect((await send('Third', here)).outcome).toMatchObject({ status: 'answered' });
	expect(wordsOf(await log(session.id))).toEqual([
		['First', 'One'],
		['Third', 'Three']
	]);
	expect(await recoverReplies(app)).toBe(0);
});
