import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Holdings } from '#core/copies/holdings.ts';
import { Copies } from '#state/data/copies.svelte.ts';
import { StartCheck } from '#state/tab/start-check.svelte.ts';
import { UnderWay } from '#state/tab/under-way.svelte.ts';
import CopiesPart from '#ui/settings/data/CopiesPart.svelte';
import { words } from '#ui/words/all-words.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { unseen } from '../../../support/never.ts';
import { all, clear, show } from '../../kit/kit-page.ts';

/** What the settings say when a copy is asked for. */

let app: TestApp;
withApp((own) => (app = own));
beforeEach(() => {
	app.jobs['list-snapshots'] = () =>
		Promise.resolve({ status: 'listed', ring: [], aside: [], newer: [] });
});
afterEach(async () => {
	await clear();
});

async function askForCopy(): Promise<void> {
	const copies = new Copies(app, new UnderWay(), new StartCheck(app));
	await copies.look();
	show(CopiesPart, { copies, now: 0, ondownload: unseen, onrestored: unseen });
	all('button')
		.find(({ textContent }) => textContent.trim() === words.copies.keepNow)!
		.click();
}
const said = () => document.body.textContent;

it('a copy that found no room is told as that alone', async () => {
	const failure = { kind: 'storage-full' } as const;
	app.jobs['keep-snapshot'] = () => Promise.resolve({ status: 'failed', failure });
	await askForCopy();
	await eventually(() => expect(all('alert')).toHaveLength(1));
	// What is said of the outcome stands there with it.
	await eventually(() => expect(all('button')[0]?.ariaBusy).not.toBe('true'));
	expect(said()).not.toContain(words.copies.refused);
});

it('one that would take the place of far more says so', async () => {
	const now: Holdings = {
		sessions: 0,
		turns: 0,
		memoryFiles: 0,
		memoryWrites: 0,
		archives: 0,
		forgotten: 0,
		isForgetting: false,
		newestAt: 0
	};
	app.jobs['keep-snapshot'] = () => Promise.resolve({ status: 'refused', before: now, now });
	await askForCopy();
	await eventually(() => expect(said()).toContain(words.copies.refused));
	expect(all('alert')).toEqual([]);
});
