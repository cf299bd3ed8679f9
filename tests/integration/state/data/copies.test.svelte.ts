import { expect, it } from 'vitest';
import { lookAtStart } from '#flows/copies/canary.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { finishRestore, restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import { listSnapshots } from '#flows/copies/serve-copies.ts';
import type { Vault } from '#flows/copies/vault.ts';
import { Copies } from '#state/data/copies.svelte.ts';
import { StorageUse } from '#state/data/storage.svelte.ts';
import { StartCheck } from '#state/tab/start-check.svelte.ts';
import { UnderWay } from '#state/tab/under-way.svelte.ts';
import { pieceByPiece } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { never, unseen } from '../../../support/never.ts';
import { held } from '../../../support/held.ts';

/** What the settings show of copies and room, while something is done with them. */

let app: TestApp;
withApp((own) => (app = own));

it('why a restore failed stays on screen when somebody came back to the window meanwhile', async () => {
	const copies = new Copies(app, new UnderWay(), new StartCheck(app));
	await copies.look();
	const cards = copies.cards;
	const failure = { kind: 'storage-full' } as const;
	const restore = held({ status: 'failed' as const, failure });
	Object.assign(app.jobs, { 'restore-snapshot': restore.job });
	const restoring = copies.restore({ generation: 1, safety: false });
	expect(copies.stage).toEqual({ at: 'working', cards, progress: 0 });
	expect(await copies.restore({ generation: 1, safety: false })).toBe(false);
	expect(restore.job).toHaveBeenCalledOnce();
	// Whoever comes back to the window has it looked at anew.
	const looking = copies.look();
	restore.end();
	expect(await restoring).toBe(false);
	await looking;
	expect(copies.stage).toMatchObject({ at: 'failed', failure });
});

it('nobody goes on in what a restore has left half-way: it is finished first', async () => {
	const { db, vault, clock } = app;
	await storeSession(db, aSession(), someExchanges(3));
	const ports = { db, vault, clock, pieces: pieceByPiece };
	for (let times = 0; times < 2; times++) await keepSnapshot(ports, { reason: 'safety' }, never);
	const full: Vault = {
		names: () => vault.names(),
		open: (name) => vault.open(name),
		remove: (name) => vault.remove(name),
		create: (name) =>
			name.startsWith('aside-')
				? Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'))
				: vault.create(name)
	};
	app.jobs['list-snapshots'] = () => listSnapshots(ports);
	app.jobs['restore-snapshot'] = (ask) =>
		restoreSnapshot({ ...ports, vault: full }, ask, never, unseen);
	app.jobs['finish-restore'] = () => finishRestore(ports, unseen);
	const check = new StartCheck(app);
	const copies = new Copies(app, new UnderWay(), check);
	// One that is not there: nothing was touched, and everybody goes on.
	expect(await copies.restore({ generation: 9, safety: true })).toBe(false);
	expect(check.missing.aborted).toBe(false);
	expect(await copies.restore({ generation: 1, safety: true })).toBe(false);
	expect(copies.stage).toMatchObject({ at: 'failed', failure: { kind: 'storage-full' } });
	expect(check.verdict).toEqual({ status: 'half-restored' });
	expect(check.missing.aborted).toBe(true);
	expect(await copies.finish()).toBe(true);
	expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
});

it('nothing counts as done where the browser has no place for copies: a page that loads anew for it would never end', async () => {
	const copies = new Copies(app, new UnderWay(), new StartCheck(app));
	const none = () => Promise.resolve({ status: 'no-vault' as const });
	Object.assign(app.jobs, {
		'list-snapshots': none,
		'restore-snapshot': none
	});
	expect(await copies.restore({ generation: 1, safety: false })).toBe(false);
	expect(copies.stage).toEqual({ at: 'none' });
});

it('what takes the room stays on screen while it is measured anew, and when that fails', async () => {
	const storage = new StorageUse(app);
	expect(storage.stage.at).toBe('unmeasured');
	const measured = { status: 'measured', taken: {}, freeing: {} } as const;
	Object.assign(app.jobs, { 'measure-use': () => Promise.resolve(measured) });
	await storage.measure();
	expect(storage.stage).toEqual({ at: 'measured' });
	expect(storage.measured).toBe(measured);

	const failure = { kind: 'storage-full' } as const;
	Object.assign(app.jobs, { 'free-up': () => Promise.resolve({ status: 'failed', failure }) });
	const freeing = storage.free(['index']);
	expect(storage.stage.at).toBe('working');
	await freeing;
	expect(storage.stage).toEqual({ at: 'failed', failure });
	expect(storage.measured).toBe(measured);
});
