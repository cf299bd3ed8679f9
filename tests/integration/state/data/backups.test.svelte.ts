import { expect, it } from 'vitest';
import { Backups } from '#state/data/backups.svelte.ts';
import { UnderWay } from '#state/tab/under-way.svelte.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aFolder } from '../../../support/builders/a-folder.ts';

/** What the settings page says of backups. */

let app: TestApp;
withApp((own) => (app = own));

it('a backup that a mistake of ours has ended can be begun again', async () => {
	const value = aFolder().handle;
	app.scratch.views.get = ((key: string) =>
		Promise.resolve(
			key === 'place backups' ? { key, value } : undefined
		)) as unknown as typeof app.scratch.views.get;
	app.jobs['export-everything'] = () => Promise.reject(new Error('a bug'));
	const backups = new Backups(app, new UnderWay());
	await expect(backups.backUp()).rejects.toThrow('a bug');
	expect(backups.stage).toEqual({ at: 'ready' });
	app.jobs['export-everything'] = () =>
		Promise.resolve({ status: 'failed', failure: { kind: 'storage-full' } });
	await backups.backUp();
	expect(backups.stage).toEqual({ at: 'failed', failure: { kind: 'storage-full' } });
});
