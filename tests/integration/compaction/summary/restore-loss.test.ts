import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MemoryFile } from '#core/memory/memory.ts';
import type { LossItem, Summary } from '#core/summary/summary.ts';
import { pinsOf } from '#db/log/pins.ts';
import type { Truth } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { reportLossAgain } from '#flows/compaction/draft/loss-of.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import type { App } from '#flows/ports.ts';
import { addLost, pinLost } from '#flows/compaction/restore-loss.ts';
import { changeOverrides } from '#flows/sessions/change-session.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { heldClock } from '../../../support/builders/a-clock.ts';
import { appAround, gardenTurns, storeGarden } from '../../../support/apps/compactable.ts';
import { never } from '../../../support/never.ts';
import { scriptedSummariser, soundSummary } from '../../../support/scripted/scripted-summariser.ts';
import { eventually } from '../../../support/eventually.ts';
import { withDatabase } from '../../../support/builders/a-database.ts';

/** What a summary lost is reported anew after every change, and comes back with one click (context.md 5). */

let db: Truth;
let app: App;
/** Nobody waits for them but the end of a test. */
let reports: Promise<unknown>[] = [];
const tar = 'From now on never use tar on the fence of Mrs Oliveira.';
const gate = 'The gate must always be closed at night.';

withDatabase((own) => (db = own));
beforeEach(async () => {
	const told = gardenTurns(30).map((exchange) =>
		exchange.turn.seq === 2
			? {
					...exchange,
					turn: { ...exchange.turn, asked: [{ type: 'text' as const, text: `${tar} ${gate}` }] }
				}
			: exchange
	);
	await storeGarden(db, told);
	const clock = heldClock();
	const around = appAround(
		db,
		scriptedSummariser((_, n) => soundSummary(`Bed B1 was built from cedar (part ${String(n)}).`)),
		{ clock }
	);
	reports = [];
	const run = (kind: string, ask: { readonly summaryId: string }, ...rest: readonly unknown[]) => {
		if (kind !== 'report-loss')
			return (around.workshop.run as (...all: readonly unknown[]) => unknown)(kind, ask, ...rest);
		const report = reportLossAgain({ db, clock }, ask);
		reports.push(report);
		return report;
	};
	app = { ...around, workshop: { run } as unknown as App['workshop'] };
});
afterEach(async () => {
	await Promise.all(reports);
});

async function draftNow(): Promise<Summary> {
	const outcome = await prepareDraft(app, { sessionId: 's1', trigger: 'manual' }, never);
	if (outcome.status !== 'drafted') throw new Error(`no draft: ${outcome.status}`);
	return outcome.summary;
}

const lostTar = (loss: readonly LossItem[]): LossItem | undefined =>
	loss.find(({ text }) => text === tar);

const lossNow = async (id: string): Promise<readonly LossItem[]> =>
	(await db.summaries.get(id))?.loss ?? [];

const bodyNow = async (): Promise<string> => {
	const session = await sessionOf(db, 's1');
	if (!session) throw new Error('no session');
	const unsent = [{ type: 'text' as const, text: 'Go on.' }];
	return JSON.stringify((await previewPrompt(app, { session, unsent })).body);
};

test('#200 an edit that says what was lost takes it from the report, and one that strikes it brings it back', async () => {
	const draft = await draftNow();
	expect(lostTar(draft.loss)).toBeDefined();
	await editSummary(app, draft.id, { text: `${draft.text}\n${tar}` });
	await eventually(async () => expect(lostTar(await lossNow(draft.id))).toBeUndefined());
	const after = await lossNow(draft.id);
	await editSummary(app, draft.id, { text: 'Nothing but beds.' });
	await eventually(async () => {
		const loss = await lossNow(draft.id);
		expect(lostTar(loss)).toBeDefined();
		expect(loss.length).toBeGreaterThan(after.length);
	});
});

test('two lost things that are brought back in the same moment both stand in the summary', async () => {
	const draft = await draftNow();
	const [one, other] = [{ text: tar }, { text: gate }];
	expect(await Promise.all([one, other].map((item) => addLost(app, draft.id, item)))).toMatchObject(
		[{ status: 'done' }, { status: 'done' }]
	);
	const { text = '' } = (await db.summaries.get(draft.id)) ?? {};
	expect(text).toContain(tar);
	expect(text).toContain(gate);
});

test('several lost things come back as one edit, each once, and go again with it', async () => {
	const draft = await draftNow();
	const items = [{ text: tar }, { text: gate }];
	const after = `${draft.text.trimEnd()}\n- ${tar}\n- ${gate}\n`;
	expect(await addLost(app, draft.id, ...items)).toEqual({
		status: 'done',
		change: { before: draft.text, after }
	});
	expect(await addLost(app, draft.id, ...items)).toEqual({ status: 'done', change: null });
	expect((await db.summaries.get(draft.id))?.text).toBe(after);
	const edits = await db.activity.filter(({ kind }) => kind === 'summary-edited').toArray();
	expect(edits.map(({ details }) => details['text'])).toEqual([draft.text]);
});

test('a lost figure comes into the summary though it is the end of another one there, and once only', async () => {
	const draft = await draftNow();
	await editSummary(app, draft.id, { text: 'The road to the lake is 15 km long.' });
	for (let press = 0; press < 2; press++)
		expect(await addLost(app, draft.id, { text: '5 km' })).toMatchObject({ status: 'done' });
	expect((await db.summaries.get(draft.id))?.text).toBe(
		'The road to the lake is 15 km long.\n- 5 km\n'
	);
});

test('only memory that goes along says what a summary lost: not a note of long ago, nor a file that is never sent', async () => {
	const draft = await draftNow();
	const now = heldClock().now();
	const file = (path: string, scope: MemoryFile['scope']): MemoryFile => ({
		path,
		text: `- ${tar}\n`,
		scope,
		deletedAt: null,
		updatedAt: now,
		rev: 1
	});
	const reported = async (files: readonly MemoryFile[]) => {
		await db.memoryFiles.clear();
		await db.memoryFiles.bulkPut([...files]);
		await reportLossAgain({ db, clock: heldClock() }, { summaryId: draft.id });
		return lostTar(await lossNow(draft.id));
	};
	expect(await reported([file('memory/2020-01-01.md', 'everywhere')])).toBeDefined();
	expect(await reported([file('MEMORY.md', 'never')])).toBeDefined();
	expect(await reported([file('MEMORY.md', 'local')])).toBeDefined();
	expect(await reported([file('MEMORY.md', 'everywhere')])).toBeUndefined();
	// What is switched off is not sent.
	await db.sessions.update('s1', { switchedOff: ['MEMORY.md'] });
	expect(await reported([file('MEMORY.md', 'everywhere')])).toBeDefined();
});

test('anchors that are switched off keep nothing, and what was left out is not lost', async () => {
	const draft = await draftNow();
	const report = async () => {
		await reportLossAgain({ db, clock: heldClock() }, { summaryId: draft.id });
		return lossNow(draft.id);
	};
	await db.summaries.update(draft.id, { anchors: `Rules: ${tar}` });
	expect(lostTar(await report())).toBeUndefined();
	await db.sessions.update('s1', { switchedOff: ['Anchors'] });
	const lost = lostTar(await report());
	expect(lost).toBeDefined();
	const turn = { sessionId: 's1', turnId: lost?.turnId ?? '', kind: 'left-out' } as const;
	await setMark(app, { ...turn, on: true });
	expect(lostTar(await report())).toBeUndefined();
	await setMark(app, { ...turn, on: false });
	expect(lostTar(await report())).toBeDefined();
});

test('anchors that the preset in use does not send keep nothing, whichever has made them', async () => {
	const { id } = await draftNow();
	await useSummary(app, id);
	await db.summaries.update(id, { anchors: tar });
	const lost = async () => {
		await app.workshop.run('report-loss', { summaryId: id }, never);
		return lostTar(await lossNow(id));
	};
	expect(await lost()).toBeUndefined();
	await writeSetting(db, 'preset', 'gsv');
	expect(await lost()).toBeDefined();
	const overrides = { anchors: true };
	await changeOverrides(app, 's1', () => ({ status: 'valid', overrides }));
	expect(await lost()).toBeUndefined();
});

test('a pin that is switched off keeps nothing', async () => {
	const draft = await draftNow();
	const item = lostTar(draft.loss);
	if (!item) throw new Error('not reported');
	const reported = async (switchedOff: readonly string[]) => {
		await db.sessions.update('s1', { switchedOff });
		await reportLossAgain({ db, clock: heldClock() }, { summaryId: draft.id });
		return lostTar(await lossNow(draft.id));
	};
	await pinLost(app, { sessionId: 's1', item, on: true });
	expect(await reported([])).toBeUndefined();
	expect(await reported(['Pins'])).toBeDefined();
});

test('a report that is made anew says nothing of a turn that was deleted', async () => {
	const draft = await draftNow();
	const item = lostTar(draft.loss);
	expect(item).toBeDefined();
	await deleteTurn(app, { sessionId: 's1', turnId: item?.turnId ?? '' });
	await editSummary(app, draft.id, { text: 'Nothing but beds.' });
	await eventually(async () => expect(lostTar(await lossNow(draft.id))).toBeUndefined());
});

test('one click puts a lost thing into the summary, and it is in the request; undo takes it out again', async () => {
	const draft = await draftNow();
	const item = lostTar(draft.loss);
	if (!item) throw new Error('not reported');
	await useSummary(app, draft.id);
	expect(await bodyNow()).not.toContain('use tar');
	expect(await addLost(app, draft.id, item)).toMatchObject({ status: 'done' });
	expect(await bodyNow()).toContain(tar);
	await eventually(async () => expect(lostTar(await lossNow(draft.id))).toBeUndefined());
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone', what: 'summary-edit' });
	expect(await bodyNow()).not.toContain('use tar');
	await eventually(async () => expect(lostTar(await lossNow(draft.id))).toBeDefined());
});

test('each /undo goes one edit of a summary further back', async () => {
	const draft = await draftNow();
	await editSummary(app, draft.id, { text: 'The first edit' });
	await editSummary(app, draft.id, { text: 'The second edit' });
	await undoLast(app, 's1');
	expect((await db.summaries.get(draft.id))?.text).toBe('The first edit');
	await undoLast(app, 's1');
	expect((await db.summaries.get(draft.id))?.text).toBe(draft.text);
});

test('two things put back in a row are both there', async () => {
	const draft = await draftNow();
	const [one, other] = draft.loss;
	if (!one || !other) throw new Error('too little was lost');
	await addLost(app, draft.id, one);
	await addLost(app, draft.id, other);
	const text = (await db.summaries.get(draft.id))?.text ?? '';
	expect(text).toContain(one.text);
	expect(text).toContain(other.text);
});

test('one click pins a lost thing once, it goes along word for word, and a second click takes the pin off', async () => {
	const draft = await draftNow();
	const item = lostTar(draft.loss);
	if (!item) throw new Error('not reported');
	await useSummary(app, draft.id);
	await pinLost(app, { sessionId: 's1', item, on: true });
	await pinLost(app, { sessionId: 's1', item, on: true });
	expect(await pinsOf(db, 's1')).toMatchObject([{ text: tar, turnId: 'turn-2' }]);
	expect(await bodyNow()).toContain(tar);
	// What a pin says is not lost: the next report leaves it out.
	await editSummary(app, draft.id, { text: `${draft.text}\nMore about beds.` });
	await eventually(async () => expect(lostTar(await lossNow(draft.id))).toBeUndefined());
	await pinLost(app, { sessionId: 's1', item, on: false });
	expect(await pinsOf(db, 's1')).toEqual([]);
});

test('a lost thing that is a whole message is unpinned with the mark of that message', async () => {
	const place = { sessionId: 's1', turnId: 'turn-2' };
	await setMark(app, { ...place, kind: 'pinned', on: true, side: 'user' });
	const [pin] = await pinsOf(db, 's1');
	const item = { text: pin?.text ?? '', turnId: place.turnId, seq: 2 };
	expect(item.text).toContain(tar);
	expect((await pinLost(app, { sessionId: 's1', item, on: false })).outcome).toEqual({
		status: 'done'
	});
	expect([await pinsOf(db, 's1'), await db.marks.toArray()]).toEqual([[], []]);
});

test('what the summary before had kept and the next round drops is reported too', async () => {
	const first = await draftNow();
	await editSummary(app, first.id, { text: `${first.text}\nThe pump is called WILLOW-77.` });
	await useSummary(app, first.id);
	await storeMore();
	const second = await draftNow();
	expect(second.round).toBe(2);
	expect(second.loss.map(({ text }) => text)).toContain('WILLOW-77');
});

test('it names no turn, and its pin goes with the message that says it, or with none', async () => {
	const first = await draftNow();
	await editSummary(app, first.id, {
		text: `${tar} They spoke of the WILLOW-77 pump.`,
		anchors: ''
	});
	await useSummary(app, first.id);
	await storeMore();
	const second = await draftNow();
	const lost = (what: string): LossItem => {
		const item = second.loss.find(({ text }) => text.includes(what));
		if (!item) throw new Error(`${what} is not reported`);
		return item;
	};
	const [name, pump] = [lost('Mrs Oliveira'), lost('WILLOW-77')];
	expect([name, pump]).toMatchObject([
		{ turnId: null, seq: second.from.seq },
		{ turnId: null, seq: second.from.seq }
	]);
	await useSummary(app, second.id);
	await pinLost(app, { sessionId: 's1', item: name, on: true });
	await pinLost(app, { sessionId: 's1', item: pump, on: true });
	expect((await pinsOf(db, 's1')).map(({ text, turnId }) => [text, turnId])).toEqual([
		['Mrs Oliveira', 'turn-2'],
		['WILLOW-77', null]
	]);
	await setMark(app, {
		sessionId: 's1',
		turnId: `turn-${String(second.from.seq)}`,
		kind: 'left-out',
		on: true
	});
	expect(await bodyNow()).toContain('Mrs Oliveira');
	expect(await bodyNow()).toContain('WILLOW-77');
});

async function storeMore(): Promise<void> {
	const all = gardenTurns(60);
	for (const { turn, steps } of all.slice(30)) {
		await db.turns.put(turn);
		await db.steps.bulkPut([...steps]);
	}
	await db.branches.toCollection().modify({ headSeq: 59 });
}
