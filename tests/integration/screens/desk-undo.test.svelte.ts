import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rejectProposal } from '#flows/memory/review-desk.ts';
import { Desk } from '#state/memory/desk.svelte.ts';
import { linesUnderPen } from '#state/tab/under-pen.ts';
import { words } from '#ui/words/all-words.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';

/** Taking back what was decided at the review desk, where that does not work at once. */

let app: TestApp;
let desk: Desk;

beforeEach(async () => {
	app = await anApp();
	desk = new Desk(app);
});
afterEach(async () => {
	vi.restoreAllMocks();
	linesUnderPen.clear();
	await app.close();
});

const statuses = async (...texts: readonly string[]) =>
	(await app.db.proposals.bulkGet(texts.map((text) => `p-${text}`))).map((row) => row?.status);

const done = { status: 'done' };
const full = { status: 'failed', failure: { kind: 'storage-full' } };
const fillDisk = () =>
	vi.spyOn(app.db.proposals, 'put').mockRejectedValueOnce(new Error('disk full'));

it('what could not be taken back is told as it is, still stands, and can be tried again', async () => {
	await app.db.proposals.bulkPut([aProposal('Likes tea'), aProposal('Has a cat')]);
	expect(await desk.accept(['p-Likes tea', 'p-Has a cat'])).toBe(2);

	fillDisk();
	expect(await desk.undo()).toEqual(full);
	expect(await statuses('Likes tea', 'Has a cat')).toEqual(['waiting', 'accepted']);
	expect(await desk.undo()).toEqual(done);
	expect(await statuses('Likes tea', 'Has a cat')).toEqual(['waiting', 'waiting']);
	expect(await desk.undo()).toBeNull();
});

it('taking “Replace it” back gives a line the file again that it was for', async () => {
	const line = aProposal('Likes tea', { path: 'MEMORY.md', source: 'save-memory' });
	await app.db.proposals.put(line);
	await desk.replace(line, { path: 'memory/2026-11-19.md', text: 'Likes coffee' });
	expect(await desk.undo()).toEqual(done);
	expect(await app.db.proposals.get(line.id)).toEqual(line);
});

it('a decision that does not stand any more is told, and stands in the way of no earlier one', async () => {
	await app.db.proposals.bulkPut([aProposal('Likes tea'), aProposal('Has a cat')]);
	await desk.reject(['p-Has a cat']);
	await desk.replace(aProposal('Likes tea'), {
		path: 'memory/2026-11-20.md',
		text: 'Likes coffee'
	});
	// Decided in another tab.
	await rejectProposal(app, 'p-Likes tea');

	expect(await desk.undo()).toEqual({ status: 'failed', failure: { kind: 'changed-meanwhile' } });
	expect(await desk.undo()).toEqual(done);
	expect(await statuses('Likes tea', 'Has a cat')).toEqual(['rejected', 'waiting']);
});

it('a line whose words are being changed is not accepted with the others, and that is said', async () => {
	const three = ['Likes tea', 'Has a cat', 'Runs'];
	await app.db.proposals.bulkPut(three.map((text) => aProposal(text)));
	linesUnderPen.set('p-Likes tea', 'Likes green t');

	const sums = await desk.acceptAll();
	expect(sums).toEqual({ taken: 2, unsaved: 1, staying: 0 });
	expect(await statuses(...three)).toEqual(['waiting', 'accepted', 'accepted']);
	expect(words.desk.acceptedAll(sums)).toBe(
		'Accepted 2 items. 1 stays because of words you have not saved: save or cancel them, then accept.'
	);

	expect(await desk.acceptSelected(['p-Likes tea'])).toEqual({ taken: 0, unsaved: 1, staying: 0 });
	linesUnderPen.clear();
	expect(await desk.acceptSelected(['p-Likes tea'])).toEqual({ taken: 1, unsaved: 0, staying: 0 });
});
