import { beforeEach, expect, it } from 'vitest';
import { neverStops } from '#flows/ports/waiting.ts';
import { AppState } from '#state/app.svelte.ts';
import { Backups } from '#state/data/backups.svelte.ts';
import { Copies } from '#state/data/copies.svelte.ts';
import {
	exportEverythingNow,
	exportMemoryLinesNow,
	exportMemoryNow,
	exportSessionNow,
	exportVaultNow,
	exportSummaryNow
} from '../../../../src/routes/acts/export-now.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aFolder } from '../../../support/builders/a-folder.ts';
import { eventually } from '../../../support/eventually.ts';
import { held } from '../../../support/held.ts';
import { newVersionWaits } from '../../../support/new-version.ts';

/** What writes files or puts a copy in place is not cut off by a new version: it is waited for. */

let app: TestApp;
let keepsake: AppState;
withApp((own) => (app = own));
beforeEach(() => {
	keepsake = new AppState(app);
});

function backUp(): Promise<void> {
	const value = aFolder().handle;
	app.scratch.views.get = ((key: string) =>
		Promise.resolve(
			key === 'place backups' ? { key, value } : undefined
		)) as unknown as typeof app.scratch.views.get;
	return new Backups(app, keepsake.underWay).backUp();
}

it.each([
	['export-everything', () => exportEverythingNow(keepsake, null, neverStops())],
	['export-everything', backUp],
	['export-vault', () => exportVaultNow(keepsake)],
	['export-session', () => exportSessionNow(keepsake, 's1', 'json')],
	['export-summary', () => exportSummaryNow(keepsake, 'm1')],
	['export-memory', () => exportMemoryNow(keepsake)],
	['export-memory-lines', () => exportMemoryLinesNow(keepsake, 'pam')],
	['keep-snapshot', () => new Copies(app, keepsake.underWay, keepsake.check).keep()],
	[
		'restore-snapshot',
		() =>
			new Copies(app, keepsake.underWay, keepsake.check).restore({ generation: 1, safety: false })
	]
] as const)('a new version waits for %s', async (kind, begin) => {
	const { job, end } = held({ status: 'failed', failure: { kind: 'storage-full' } } as const);
	Object.assign(app.jobs, { [kind]: job });
	const ended = begin();
	await eventually(() => expect(job).toHaveBeenCalled());
	await newVersionWaits(keepsake, { end, ended });
});
