import { afterEach } from 'vitest';
import type { Settings } from '#core/settings.ts';
import { IndexStore } from '#db/schema.ts';
import { workshopJobs } from '#worker/workshop/jobs.ts';
import { writeCanary } from '#flows/copies/canary.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { pieceByPiece } from '#worker/workshop/packer.ts';
import { never } from '../never.ts';
import type { TestApp } from './an-app.ts';
import { withApp } from './with-app.ts';

type More = readonly ('extract' | 'compact' | 'tidy')[];

/** The jobs of the real workshop, in this thread; those that make requests only where they are named. */
export function withWorkshop(of: TestApp, index: IndexStore, more: More = []): TestApp {
	const { db, scratch, clock } = of;
	const jobs = workshopJobs({ db, scratch, index, model: of.model, now: () => clock.now() });
	for (const kind of [
		'search',
		'archive-session',
		'archive-summary',
		'export-everything',
		'read-import',
		'run-import',
		'forget',
		'weigh-forgetting',
		...more
	] as const)
		Object.assign(of.jobs, {
			[kind]: (ask: never, signal: AbortSignal) =>
				jobs[kind](ask, { signal, tell: () => undefined })
		});
	const copies = { db, vault: of.vault, clock, pieces: pieceByPiece };
	of.jobs['keep-snapshot'] = (ask, signal) => keepSnapshot(copies, ask, signal);
	of.jobs['write-canary'] = (ask) => writeCanary(copies, ask);
	return of;
}

/** Each test of the file that asks for it has an app with these jobs, and the index they keep. */
export function withAppAndWorkshop(
	give: (app: TestApp, index: IndexStore) => void,
	{ settings, more }: { settings?: Partial<Settings>; more?: More } = {}
): void {
	let index: IndexStore;
	withApp((app) => {
		index = new IndexStore(`${app.db.name}-index`);
		give(withWorkshop(app, index, more), index);
	}, settings);
	afterEach(() => index.delete());
}

/** All of a profile as one file. */
export async function wholeBackup(app: TestApp): Promise<Blob> {
	const ask = { day: '2026-11-20', now: app.clock.now(), passphrase: null };
	const made = await app.workshop.run('export-everything', ask, never);
	if (made.status !== 'made') throw new Error(made.status);
	return made.file;
}

export async function restoreIn(app: TestApp, file: Blob) {
	const ask = { files: [{ file, name: 'backup.zip' }], passphrase: null };
	const read = await app.workshop.run('read-import', ask, never);
	if (read.status !== 'read') throw new Error(read.status);
	return app.workshop.run('run-import', { importId: read.preview.importId, without: [] }, never);
}
