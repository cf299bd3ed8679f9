import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupOf, importInto, readFile, runRead } from '../../../support/apps/importing.ts';
import type { KeepOutcome, NoVault } from '#flows/copies/jobs.ts';
import type { Previewed } from '#flows/import/ports.ts';
import { Importing } from '#state/data/importing.svelte.ts';
import { packer } from '#worker/workshop/packer.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { whileFull } from '../../../support/breaking/while-full.ts';

/** Before a backup is restored, what is here is kept; where that fails, nothing is restored. */

let app: TestApp;
beforeEach(async () => {
	app = await anApp();
	importInto(app);
});
afterEach(async () => {
	await app.close();
});

const row = { table: 'refusals', row: { hash: 'h', line: 'tea', at: 1 } };
const backup = () => backupOf({ 'state.jsonl.gz': packer.pack(`${JSON.stringify(row)}\n`) });

/** Restore a backup where the safety copy comes to this; tells the jobs in their order. */
async function restored(
	copy: KeepOutcome | NoVault,
	without: 'nothing' | 'everything' = 'nothing'
) {
	const done: string[] = [];
	let read: Previewed | null = null;
	app.jobs['read-import'] = async ({ files: [file] }) => {
		if (!file) throw new Error('no file');
		const found = await readFile(app.db, file);
		read = found.read;
		return found.outcome;
	};
	app.jobs['keep-snapshot'] = ({ reason }) => {
		done.push(`keep ${reason}`);
		return Promise.resolve(copy);
	};
	app.jobs['run-import'] = ({ without }) => {
		done.push('import');
		if (!read) throw new Error('nothing was read');
		return runRead(app.db, read, without);
	};
	const importing = new Importing(app);
	await importing.read([{ file: backup(), name: 'keepsake.zip' }]);
	const { stage } = importing;
	const items = stage.at === 'preview' ? stage.preview.items : [];
	await importing.importNow(without === 'everything' ? items.map(({ id }) => id) : []);
	return { done, stage: importing.stage, refusals: await app.db.refusals.count() };
}

test('a backup is not restored when the safety copy of what is here fails', async () => {
	const failure = { kind: 'storage-full' } as const;
	expect(await restored({ status: 'failed', failure })).toEqual({
		done: ['keep safety'],
		stage: { at: 'failed', failure, what: 'safety-copy' },
		refusals: 0
	});
});

test('one that breaks off on its way says that what had come stays', async () => {
	const full = () => restored({ status: 'unchanged' });
	expect(await whileFull(app.db.refusals.hook('creating'), full)).toMatchObject({
		stage: { at: 'failed', failure: { kind: 'storage-full' }, what: 'begun' }
	});
});

test.each([{ status: 'unchanged' }, { status: 'no-vault' }] as const)(
	'a backup is restored when there is nothing to keep, or no place for copies: $status',
	async (copy) => {
		expect(await restored(copy)).toMatchObject({
			done: ['keep safety', 'import'],
			stage: { at: 'imported' },
			refusals: 1
		});
	}
);

test('where all that would come is left out, nothing is done, and the screen can say why', async () => {
	expect(await restored({ status: 'no-vault' }, 'everything')).toEqual({
		done: [],
		stage: { at: 'none-chosen' },
		refusals: 0
	});
});
