import { expect, test } from 'vitest';
import { Truth } from '#db/schema.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { importFile, previewFrom, scratchOf } from '../../support/apps/importing.ts';
import {
	app,
	canary,
	everythingOf,
	lived,
	session,
	turnOf,
	withWordEverywhere
} from '../../support/apps/word-everywhere.ts';
import { wholeBackup } from '../../support/apps/with-workshop.ts';

/** What forgetting leaves of a row is sound for a backup too. */

withWordEverywhere();

test('a backup that was made after something was forgotten is whole: no row of it is called unreadable and stays out', async () => {
	const { turnId } = await lived();
	for (const what of [
		{ kind: 'line', line: `Uses ${canary} daily` },
		turnOf(turnId),
		{ kind: 'session', sessionId: session.id }
	] as const) {
		await forget(app, await everythingOf(what));
		const backup = { file: await wholeBackup(app), name: 'backup.zip' };
		const copy = new Truth('restored');
		expect((await previewFrom(copy, [backup])).skippedLines, what.kind).toBe(0);
		await importFile(copy, backup);
		expect(await copy.proposals.toArray()).toEqual(await app.db.proposals.toArray());
		await copy.delete();
		await scratchOf(copy).delete();
	}
});
