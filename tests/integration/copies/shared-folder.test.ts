import { describe, expect, test } from 'vitest';
import { backUp } from '#flows/backups/back-up.ts';
import { anApp } from '../../support/apps/an-app.ts';
import { aBackupFolder, usePlace } from '../../support/apps/backup-folder.ts';
import { never } from '../../support/never.ts';

/** Backups of several devices in one folder. */

const day = 24 * 60 * 60_000;

describe('a folder that several devices write into', () => {
	/** A device of its own that writes into the same folder, a text in the place of a backup. */
	async function aDevice(folder: ReturnType<typeof aBackupFolder>) {
		const device = await anApp();
		usePlace(device, folder.handle);
		let made = '';
		device.jobs['export-everything'] = ({ day }) =>
			Promise.resolve({
				status: 'made',
				name: `keepsake-${day}.zip`,
				file: new Blob([made]),
				damaged: []
			});
		return {
			device,
			async backUp(text: string) {
				made = text;
				expect(await backUp(device, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
			}
		};
	}
	const textsOf = async ({ files }: ReturnType<typeof aBackupFolder>) =>
		(await Promise.all([...files.values()].map((file) => file.text()))).toSorted();

	test('holds the newest of each, whoever comes first and however often', async () => {
		const folder = aBackupFolder();
		const [first, second, third] = await Promise.all([0, 1, 2].map(() => aDevice(folder)));
		if (!first || !second || !third) throw new Error('unreachable');
		await first.backUp('first 1');
		await second.backUp('second 1');
		await third.backUp('third 1');
		expect(await textsOf(folder)).toEqual(['first 1', 'second 1', 'third 1']);
		expect([...folder.files.keys()]).toEqual(
			['', '-2', '-3'].map((end) => `keepsake-2026-11-20${end}.zip`)
		);
		for (const times of [2, 3, 4])
			for (const [name, one] of Object.entries({ first, second, third }))
				await one.backUp(`${name} ${String(times)}`);
		expect(await textsOf(folder)).toEqual(['first 4', 'second 4', 'third 4']);
		await Promise.all([first, second, third].map(({ device }) => device.close()));
	});

	test('keeps five days of each', async () => {
		const folder = aBackupFolder();
		const [first, second] = await Promise.all([0, 1].map(() => aDevice(folder)));
		if (!first || !second) throw new Error('unreachable');
		const days = [1, 2, 3, 4, 5, 6, 7];
		for (const at of days) {
			await first.backUp(`first ${String(at)}`);
			await second.backUp(`second ${String(at)}`);
			first.device.clock.at += day;
			second.device.clock.at += day;
		}
		expect(await textsOf(folder)).toEqual([
			...days.slice(-5).map((at) => `first ${String(at)}`),
			...days.slice(-5).map((at) => `second ${String(at)}`)
		]);
		await Promise.all([first, second].map(({ device }) => device.close()));
	});

	test('keeps what another device has begun to write, and what took the place of a file of this one', async () => {
		const folder = aBackupFolder();
		const first = await aDevice(folder);
		folder.files.set('keepsake-2026-11-20.zip', new Blob());
		await first.backUp('first 1');
		folder.files.set('keepsake-2026-11-20-2.zip', new Blob(['of another']));
		await first.backUp('first 2');
		await first.backUp('first 3');
		expect(await textsOf(folder)).toEqual(['', 'first 3', 'of another']);
		await first.device.close();
	});
});
