import { expect, it } from 'vitest';
import { formKey, lineKey } from '#core/lines/same-line.ts';
import { memoryFile, originsOfLine } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { acceptShown, refuseLine, rejectProposal, replaceLine } from '#flows/desk/review-desk.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { freshMemories } from '#flows/import/foreign/fresh-memories.ts';
import { knownLines } from '#flows/import/known-lines.ts';
import { rememberText, saveMemoryFile } from '#flows/memory/memory-files.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';

/** Two facts that only a sign parts: neither is left out, refused, taken out or forgotten for the other. */

const a = 'Blood type is A';
const minus = 'Blood type is A-';
const note = 'memory/2026-11-18.md';

let app: TestApp;
withAppAndWorkshop((own) => (app = own));

const holding = (text: string, path = 'MEMORY.md') =>
	saveMemoryFile(app, { path, text, expectedRev: null });
const textAt = async (path = 'MEMORY.md') => (await memoryFile(app.db, path))?.text;

async function propose(text: string) {
	const line = { path: note, source: 'compaction', origin: 'own', sessionId: null } as const;
	return proposeLine(app, { ...line, text, turnIds: ['t1'] });
}
async function waiting(text: string) {
	const out = await propose(text);
	if (!('proposal' in out)) throw new Error(out.status);
	return out.proposal;
}

it.each([
	[a, minus],
	['My handle is max power', 'My handle is max_power']
])('what is remembered beside “%s” is written: %s', async (old, text) => {
	await holding(`- ${old}\n`);
	const told = await rememberText(app, { text, sessionId: null, guest: false });
	expect(told.status).toBe('remembered');
	expect(await textAt()).toBe(`- ${old}\n- ${text}\n`);
	expect(await rememberText(app, { text, sessionId: null, guest: false })).toMatchObject({
		status: 'known'
	});
});

it('a wrong line that is refused does not keep the right one out, nor the other way round', async () => {
	await rejectProposal(app, (await waiting(a)).id);
	expect((await propose(minus)).status).toBe('waiting');
	expect((await propose(a)).status).toBe('refused');
	await refuseLine(app, 'Drinks vitamin B-');
	expect((await propose('Drinks vitamin B')).status).toBe('waiting');
	expect((await propose('drinks vitamin **B-**')).status).toBe('refused');
});

it('what was refused before signs counted stays refused, whichever of the two was meant', async () => {
	await app.db.refusals.put({ hash: formKey(minus), line: 'blood type is a', at: 1 });
	expect((await propose(a)).status).toBe('refused');
	expect((await propose(minus)).status).toBe('refused');
});

it('a line that waits is written beside the other, also where a hand wrote that meanwhile', async () => {
	const line = await waiting(minus);
	await holding(`- ${a}\n`);
	expect(await acceptShown(app, line)).toEqual({ status: 'accepted' });
	expect(await textAt(note)).toContain(`- ${minus}\n`);
});

it('both may be kept in one note', async () => {
	await holding(`- ${a}\n`, note);
	const line = await waiting(minus);
	await replaceLine(app, line.id, null);
	await app.db.proposals.update(line.id, { path: note });
	expect(await acceptShown(app, line)).toEqual({
		status: 'accepted'
	});
	expect(await textAt(note)).toContain(`- ${a}\n`);
	expect(await textAt(note)).toContain(`- ${minus}\n`);
});

it('an import brings the one that is not here', async () => {
	await holding(`- ${a}\n`);
	const memory = { text: minus, at: null, tags: [] };
	const found = freshMemories([memory as never], await knownLines(app.db), new Set());
	expect(found.map(({ text }) => text)).toEqual([minus]);
});

it.each([
	[a, minus],
	[minus, a]
])('“%s” is forgotten alone, for good, and what is known of “%s” stays', async (gone, left) => {
	for (const text of [a, minus]) await rememberText(app, { text, sessionId: null, guest: false });
	await rememberText(app, { text: 'Likes tea', sessionId: null, guest: false });
	const what = { kind: 'line', line: gone } as const;
	expect(await forget(app, { what, lines: [], summaries: {} })).toMatchObject({
		status: 'forgotten'
	});
	expect(await textAt()).toBe(`- ${left}\n- Likes tea\n`);
	expect((await app.db.memoryRevisions.toArray()).at(-1)?.text).toContain(left);
	expect(await originsOfLine(app.db, 'blood type is a')).not.toEqual([]);
	expect(await app.db.tombstones.get(lineKey(gone))).toMatchObject({ kind: 'line' });
	expect((await propose(gone)).status).toBe('refused');
	expect((await propose(left)).status).toBe('known');
	expect(await waitingProposals(app.db)).toEqual([]);
});

it('of a line that is forgotten no words stay on the list of what is refused, also of before signs counted', async () => {
	await app.db.refusals.put({ hash: formKey(minus), line: 'blood type is a', at: 1 });
	await holding(`- ${minus}\n`);
	await forget(app, { what: { kind: 'line', line: minus }, lines: [], summaries: {} });
	expect((await app.db.refusals.toArray()).map(({ line }) => line)).toEqual(['', '']);
	expect(await originsOfLine(app.db, 'blood type is a')).toEqual([]);
});
