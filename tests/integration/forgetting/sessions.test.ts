import { describe, expect, test } from 'vitest';
import { sessionOf } from '#db/log/sessions.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { truthStores } from '#flows/forgetting/stores.ts';
import { filesWith, tablesWith } from '../../support/find-bytes.ts';
import { never } from '../../support/never.ts';
import {
	canary,
	app,
	session,
	withWordEverywhere,
	send,
	log,
	stores,
	exported,
	lived,
	everythingOf
} from '../../support/apps/word-everywhere.ts';
import { restoreIn, wholeBackup } from '../../support/apps/with-workshop.ts';

/** A whole session is forgotten: in the database, in copies outside it, and under its id for ever. */

withWordEverywhere();

test('a forgotten session is found in no store, no export and no import, and other sessions stay', async () => {
	const { other } = await lived();
	const older = await wholeBackup(app);
	await forget(app, await everythingOf({ kind: 'session', sessionId: session.id }));
	expect(await tablesWith(stores(), canary)).toEqual([]);
	expect(await filesWith(await exported(), canary)).toEqual([]);
	expect(await sessionOf(app.db, session.id)).toBeUndefined();
	expect(await log(other.id)).toHaveLength(1);
	await restoreIn(app, older);
	expect(await sessionOf(app.db, session.id)).toBeUndefined();
	expect(await tablesWith(stores(), canary)).toEqual([]);
});

test('nothing is written under the id of a forgotten session, for no backup could bring it back', async () => {
	await lived();
	await forget(app, await everythingOf({ kind: 'session', sessionId: session.id }));
	expect(await send('Typed in a tab that still showed it')).toEqual({
		status: 'failed',
		turnId: null,
		failure: { kind: 'forgotten' }
	});
	expect(await sessionOf(app.db, session.id)).toBeUndefined();
	expect(await log()).toEqual([]);
});

describe('in the copies outside the database', () => {
	const keep = () => app.workshop.run('keep-snapshot', { reason: 'regular' }, never);
	const look = () => app.workshop.run('write-canary', { accept: false }, never);

	test('nothing of it is left, and what is missing is not taken for a loss', async () => {
		await lived();
		await keep();
		await look();
		expect(await filesWith(app.vault.files, canary)).not.toEqual([]);
		const whole = truthStores as Record<string, (typeof truthStores)['turns']>;
		const real = whole['turns']!;
		// The canary looks while the work is going on.
		whole['turns'] = async (walk) => {
			await real(walk);
			expect(await look()).toMatchObject({ status: 'written' });
		};
		await forget(app, await everythingOf({ kind: 'session', sessionId: session.id }));
		whole['turns'] = real;
		expect(await look()).toMatchObject({ status: 'written' });
		// As the keeper of copies does within seconds.
		await app.workshop.run('keep-snapshot', { reason: 'when-due' }, never);
		expect(await filesWith(app.vault.files, canary)).toEqual([]);
	});
});
