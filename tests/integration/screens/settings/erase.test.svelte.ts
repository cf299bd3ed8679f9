import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Erased } from '#core/erased.ts';
import { Truth } from '#db/schema.ts';
import { eraseEverything } from '#flows/house/erase-everything.ts';
import EraseDialog from '#ui/settings/data/EraseDialog.svelte';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { all, clear, click, show } from '../../kit/kit-page.ts';
import { eventually } from '../../../support/eventually.ts';

/** Erasing everything: nothing that is being written stands in its way, and what stays is told. */

let app: TestApp;
/** Names of the files in the browser's private file system. */
let files: string[];
let refuse: (name: string) => boolean;

withApp((own) => (app = own));
beforeEach(async () => {
	files = ['copies', 'other'];
	refuse = () => false;
	const root = {
		keys: async function* () {
			await Promise.resolve();
			yield* [...files];
		},
		removeEntry: (name: string) =>
			refuse(name)
				? Promise.reject(new DOMException('It is open', 'NoModificationAllowedError'))
				: Promise.resolve(void (files = files.filter((other) => other !== name)))
	};
	vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(root) } });
});
afterEach(async () => {
	vi.unstubAllGlobals();
	await clear();
});

it('a copy that is being written is waited for, and then nothing is left', async () => {
	let written = () => {};
	refuse = () => true;
	const writing = app.locks.hold('copies', async () => {
		await new Promise<void>((resolve) => (written = resolve));
		refuse = () => false;
	});
	const erasing = eraseEverything(app);
	await eventually(() => expect(written).not.toBe(undefined));
	expect(await Dexie.exists(app.db.name)).toBe(true);
	written();
	await writing;
	expect(await erasing).toEqual({ status: 'erased' });
	expect(files).toEqual([]);
	expect(await Dexie.exists(app.db.name)).toBe(false);
});

it('a copy that was put beside the data to be exported goes with it', async () => {
	const beside = new Truth(`${app.db.name}-copy`);
	await beside.open();
	beside.close();
	expect(await eraseEverything(app)).toEqual({ status: 'erased' });
	expect(await Dexie.exists(beside.name)).toBe(false);
});

it('what the browser refuses to remove keeps nothing else, and is told', async () => {
	refuse = (name) => name === 'copies';
	expect(await eraseEverything(app)).toEqual({ status: 'left', left: ['copies'] });
	expect(files).toEqual(['copies']);
	expect(await Dexie.exists(app.db.name)).toBe(false);
});

it('erasing that did not come to its end can be begun again', async () => {
	const onerase = vi.fn<() => Promise<Erased>>();
	show(EraseDialog, { onclose: () => undefined, onerase });
	const now = () => all('button').find(({ textContent }) => textContent.includes('Erase now'));
	const alert = () => all('alert').map(({ textContent }) => textContent.trim());
	onerase.mockResolvedValueOnce({ status: 'busy' });
	click(now());
	await eventually(() =>
		expect(alert()).toEqual([expect.stringContaining('nothing is erased yet')])
	);
	onerase.mockResolvedValueOnce({ status: 'left', left: ['sessions', 'key'] });
	click(now());
	await eventually(() =>
		expect(alert()).toEqual([
			expect.stringContaining(
				'sessions, memory, archives and settings and the key. Close other tabs'
			)
		])
	);
	expect(now()?.getAttribute('aria-busy')).not.toBe('true');
});
