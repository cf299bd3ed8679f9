import { beforeEach, expect, test, vi } from 'vitest';
import {
	backupOf,
	importFile,
	importInto,
	readFile,
	readFiles,
	runRead,
	type FileToImport
} from '../../../support/apps/importing.ts';
import type { KeepOutcome, NoVault } from '#flows/copies/jobs.ts';
import type { Previewed } from '#flows/import/ports.ts';
import { deleteSessions } from '#flows/sessions/change-session.ts';
import { AppState } from '#state/app.svelte.ts';
import { Importing, importingOf } from '#state/data/importing.svelte.ts';
import { importedText } from '#ui/words/import-text.ts';
import { packer } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aChat } from '../../../support/builders/a-chat.ts';
import { eventually } from '../../../support/eventually.ts';
import { held } from '../../../support/held.ts';
import { newVersionWaits } from '../../../support/new-version.ts';
import { whileFull } from '../../../support/breaking/while-full.ts';

/** An import on screen: what is here is kept before a backup is restored, and what runs is not cut off. */

let app: TestApp;
let keepsake: AppState;
withApp((own) => (app = own));
beforeEach(() => {
	keepsake = new AppState(app);
	importInto(app);
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
	const importing = new Importing(app, keepsake.underWay);
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

const note = (text: string) => ({ file: new Blob([text]), name: 'notes/walks.md' });

/** An import that has begun, and whose job runs until it is told to end. */
async function underWay(importing: Importing) {
	const { outcome, read } = await readFile(app.db, note('- along the river\n'));
	if (!read) throw new Error(outcome.status);
	const { job, end } = held(await runRead(app.db, read));
	let stop: AbortSignal | null = null;
	app.jobs['read-import'] = vi.fn(() => Promise.resolve(outcome));
	app.jobs['run-import'] = (_ask, signal) => {
		stop = signal;
		return job();
	};
	await importing.read([note('')]);
	const ended = importing.importNow([]);
	await eventually(() => expect(job).toHaveBeenCalled());
	return { reading: app.jobs['read-import'], wasStopped: () => stop?.aborted, end, ended };
}

test('what is chosen while something is imported cuts nothing off: it is not read, and the screen can say so', async () => {
	const importing = new Importing(app, keepsake.underWay);
	const { reading, wasStopped, end, ended } = await underWay(importing);
	expect(importing.stage).toMatchObject({ at: 'importing', refused: false });
	await importing.read([note('- another\n')]);
	expect(importing.stage).toMatchObject({ at: 'importing', refused: true });
	// Nor is it told of a folder that cannot be gone through: nobody waits for what is in it.
	const folder = Promise.reject(new DOMException('gone', 'NotFoundError'));
	await importing.read(folder);
	expect(importing.stage).toMatchObject({ at: 'importing', refused: true });
	expect([wasStopped(), vi.mocked(reading).mock.calls.length]).toEqual([false, 1]);
	end();
	await ended;
	expect(importing.stage).toMatchObject({ at: 'imported', sums: { memoryFiles: 1 } });
	await importing.read([note('- another\n')]);
	expect(importing.stage.at).toBe('preview');
});

test('it is said that everything was already there only where nothing was unreadable or deleted here', async () => {
	await importFile(app.db, note('- along the river\n'));
	const told = async (files: readonly FileToImport[]) => {
		const { outcome, read } = await readFiles(app.db, files);
		if (!read) throw new Error(outcome.status);
		app.jobs['read-import'] = () => Promise.resolve(outcome);
		app.jobs['run-import'] = () => runRead(app.db, read);
		const importing = new Importing(app, keepsake.underWay);
		await importing.read(files);
		await importing.importNow([]);
		const { stage } = importing;
		return stage.at === 'imported' ? importedText(stage.sums, stage) : stage.at;
	};
	const cut = { file: new Blob(['[{"mapping":']), name: 'conversations.json' };
	expect(await told([note('- along the river\n')])).toBe(
		'Imported nothing new: everything was already there.'
	);
	expect(await told([note('- along the river\n'), cut])).toBe(
		'Imported nothing new. 1 item could not be read, so it was left out.'
	);
	const chat = aChat([['q', 'root', 'Where to?']]);
	await importFile(app.db, chat);
	await deleteSessions(
		app,
		(await app.db.sessions.toArray()).map(({ id }) => id)
	);
	expect(await told([chat])).toBe('Imported nothing new.');
});

test('to be learnt from are sessions of another product, not one’s own that came with a backup', async () => {
	const learnable = async (file: FileToImport) => {
		const { outcome, read } = await readFile(app.db, file);
		if (!read) throw new Error(outcome.status);
		app.jobs['read-import'] = () => Promise.resolve(outcome);
		app.jobs['keep-snapshot'] = () => Promise.resolve({ status: 'unchanged' });
		app.jobs['run-import'] = async () => ({ ...(await runRead(app.db, read)), sessionIds: ['s1'] });
		const importing = new Importing(app, keepsake.underWay);
		await importing.read([file]);
		await importing.importNow([]);
		return importing.stage;
	};
	expect(await learnable(aChat([['q', 'root', 'Where to?']]))).toMatchObject({ fresh: ['s1'] });
	expect(await learnable({ file: backup(), name: 'keepsake.zip' })).toMatchObject({ fresh: [] });
});

test('a new version waits for an import that is under way', async () => {
	await newVersionWaits(keepsake, await underWay(new Importing(app, keepsake.underWay)));
});

test('after a mistake of ours an import is over, and the next can begin', async () => {
	const importing = new Importing(app, keepsake.underWay);
	const { ended, end } = await underWay(importing);
	end();
	await ended;
	app.jobs['run-import'] = () => Promise.reject(new Error('a bug'));
	await importing.read([note('- another\n')]);
	await expect(importing.importNow([])).rejects.toThrow('a bug');
	expect(importing.stage).toMatchObject({ at: 'failed', failure: { kind: 'crashed' } });
	expect(keepsake.isBusy).toBe(false);
	await importing.read([note('- another\n')]);
	expect(importing.stage.at).toBe('preview');
});

test('what is imported goes on when its page is left, and is told on the next; what was only shown goes', async () => {
	const importing = importingOf(keepsake);
	const { end, ended } = await underWay(importing);
	importing.leave();
	expect(importingOf(keepsake).stage.at).toBe('importing');
	expect(importingOf(new AppState(app)).stage.at).toBe('rest');
	end();
	await ended;
	expect(importingOf(keepsake).stage).toMatchObject({ at: 'imported', sums: { memoryFiles: 1 } });
	importing.leave();
	expect(importing.stage.at).toBe('rest');
	await importing.read([note('- another\n')]);
	expect(importing.stage.at).toBe('preview');
	importing.leave();
	expect(importing.stage.at).toBe('rest');
});
