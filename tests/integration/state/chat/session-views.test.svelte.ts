/** What was chosen and attached in a chat that is not sent yet is there again after a look at another one. */
import { beforeEach, expect, test } from 'vitest';
import { attachedOf } from '#db/scratch/unsent.ts';
import { SessionViews } from '#state/chat/session-views.svelte.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { eventually } from '../../../support/eventually.ts';

let app: TestApp;
beforeEach(async () => {
	sessionStorage.clear();
	app = await anApp();
});
// The databases stay open: what a view still reads may come to its end.

const main = { kind: 'main', offRecord: false } as const;

test('what was chosen for a chat that was begun holds behind a look at another, and over a reload', async () => {
	const views = new SessionViews(app);
	const id = await views.begin(main);
	const { choices } = views.of(id);
	await choices.setModel('claude-chosen');
	await choices.switchPart('MEMORY.md', false);
	await choices.setPolicy({ preset: 'gsv' });
	await choices.setResetPolicy({ kind: 'idle', minutes: 5 });
	const chosen = {
		model: 'claude-chosen',
		switchedOff: ['MEMORY.md'],
		policy: { preset: 'gsv', automatic: null },
		resetPolicy: { kind: 'idle', minutes: 5 }
	};
	expect(views.of('another').session).toMatchObject({ model: null, switchedOff: [] });
	expect(views.of(id).session).toMatchObject({ id, ...chosen });
	expect(new SessionViews(app).of(id).session).toMatchObject({ id, ...chosen });

	// Of another kind it is the same chat, with the same choices.
	const guest = { kind: 'guest', offRecord: true } as const;
	expect(await views.begin(guest)).toBe(id);
	expect(new SessionViews(app).of(id).session).toMatchObject({ ...chosen, ...guest });
});

test('a file that is still being read is attached where one comes back to', async () => {
	const views = new SessionViews(app);
	const id = await views.begin(main);
	let read: (bytes: ArrayBuffer) => void = () => undefined;
	const bytes = new Promise<ArrayBuffer>((resolve) => (read = resolve));
	const slow = new File(['Words'], 'slow.txt');
	slow.arrayBuffer = () => bytes;
	const adding = views.of(id).attachments.add([slow], 100);
	await eventually(() => {
		expect(views.of(id).attachments.isReading).toBe(true);
	});
	views.of('another');
	const { attachments } = views.of(id);
	read(new TextEncoder().encode('Words').buffer);
	await adding;
	await eventually(async () => {
		expect(attachments.items.map(({ name }) => name)).toEqual(['slow.txt']);
		expect(await attachedOf(app.scratch, id)).toMatchObject([{ name: 'slow.txt' }]);
	});
});
