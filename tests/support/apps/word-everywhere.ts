/** A word that is said once and goes wherever words go, and what tests of forgetting do with it and look at afterwards. */
import type { Forgetting, Forgotten, SummaryEnd } from '#core/forgetting/what.ts';
import type { Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';
import { memoryFile } from '#db/memory/files.ts';
import type { IndexStore } from '#db/schema.ts';
import { keepValue } from '#db/scratch/kept-values.ts';
import { putPen, type Pen } from '#db/scratch/pens.ts';
import { editKey } from '#db/scratch/unsent-edits.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { acceptProposal, rejectProposal } from '#flows/desk/review-desk.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { unzipped } from './importing.ts';
import { sendWords, logOf, type TestApp } from './an-app.ts';
import { text } from '../builders/a-turn.ts';
import { never } from '../never.ts';
import { answer, say } from '../scripted/scripted-model.ts';
import { wholeBackup, withAppAndWorkshop } from './with-workshop.ts';

export const canary = 'xyloquartz';

/** One for each test of a file that asks for it. */
export let app: TestApp;
export let index: IndexStore;
export let session: Session;

export function withWordEverywhere(): void {
	withAppAndWorkshop((own, store) => {
		app = own;
		index = store;
		session = newSession(app, { kind: 'main', offRecord: false });
	});
}

export const send = (words: string, to = session) => sendWords(app, to, words);

export const log = (id = session.id) => logOf(app, id);

export const stores = () => [app.db, app.scratch, index];

export async function exported(): Promise<ReadonlyMap<string, Uint8Array>> {
	return unzipped(await wholeBackup(app));
}

export const aSummary = (over: Partial<Summary>): Summary => ({
	id: 'sum1',
	sessionId: session.id,
	branch: 'trunk',
	round: 1,
	from: { seq: 0, step: -1 },
	through: { seq: 1, step: 0 },
	status: 'active',
	standsFor: 'text',
	text: `They spoke about tea.\n- The secret word is ${canary}.\n- Cups were bought.`,
	originalText: `They spoke about tea. The secret word is ${canary}. Cups were bought.`,
	anchors: `Names: Cups; ${canary}\nFigures: 7 cups`,
	editedAt: null,
	taint: 'none',
	preset: 'recommended',
	promptId: 'p',
	model: 'm',
	tier: 'full',
	tokensBefore: 10,
	tokensAfter: 2,
	turnCount: 2,
	messageCount: 4,
	imageCount: 0,
	cost: null,
	loss: [{ kind: 'name', text: canary, turnId: '', seq: 1 }],
	lossy: [],
	throughHash: '',
	archiveId: null,
	createdAt: 1,
	committedAt: 2,
	compactionId: 'job',
	...over
});

/** The word is said in the second of three turns, and goes wherever words go. */
export async function lived(): Promise<{ readonly turnId: string; readonly other: Session }> {
	const { db, scratch } = app;
	app.model.next(
		say('Seven cups.'),
		answer([
			{ type: 'tool_use', id: 'c1', name: 'save_memory', input: { text: `Says ${canary}` } }
		]),
		say(`I noted ${canary}.`),
		say('Green tea is fine.')
	);
	await send('How many cups do we buy?');
	await send(`My secret word is ${canary}, keep it well.`);
	await send('And which tea?');
	const [, second] = await log();
	const turnId = second?.turn.turnId ?? '';
	await setMark(app, { sessionId: session.id, turnId, kind: 'pinned', on: true });

	await db.compactions.put({
		id: 'job',
		sessionId: session.id,
		branch: 'trunk',
		status: 'committed',
		trigger: 'manual',
		focus: canary,
		plan: null,
		chunks: [
			{
				index: 0,
				from: { seq: 0, step: -1 },
				through: { seq: 1, step: 0 },
				text: `The word ${canary}`,
				memories: [{ text: canary, turnIds: [turnId], importance: null, tags: [canary] }],
				tier: 'full',
				model: 'm',
				promptId: 'p',
				cost: null
			}
		],
		attempts: 1,
		failure: null,
		summaryId: 'sum1',
		leaseUntil: 0,
		createdAt: 1,
		updatedAt: 1
	});
	await db.summaries.put(aSummary({}));
	await db.summaries.put(aSummary({ id: 'old', round: 0, status: 'discarded' }));
	// What the round before had kept, and this one lost, is named with no turn.
	await db.summaries.put(
		aSummary({
			id: 'next',
			round: 2,
			from: { seq: 2, step: -1 },
			through: { seq: 2, step: 0 },
			status: 'discarded',
			text: 'Green tea.',
			originalText: 'Green tea.',
			anchors: '',
			loss: [{ kind: 'name', text: canary, turnId: null, seq: 2 }]
		})
	);
	await app.workshop.run('archive-summary', { summaryId: 'sum1' }, never);
	await app.workshop.run('archive-session', { sessionId: session.id }, never);
	await editSummary(app, 'sum1', { text: `Tea.\n- The secret word is ${canary}.\n- Cups.` });

	const learnt = { path: 'MEMORY.md', source: 'compaction', origin: 'own' } as const;
	const from = { sessionId: session.id, turnIds: [turnId], tags: [canary] };
	for (const words of [`Uses ${canary} daily`, `Refuses ${canary}`, `Waits for ${canary}`])
		await proposeLine(app, { text: words, ...learnt, ...from });
	const [accepted, rejected] = (await db.proposals.toArray()).filter(({ text: words }) =>
		/^(Uses|Refuses)/.test(words)
	);
	await acceptProposal(app, accepted?.id ?? '');
	await rejectProposal(app, rejected?.id ?? '');
	const file = await memoryFile(db, 'MEMORY.md');
	await saveMemoryFile(app, {
		path: 'MEMORY.md',
		text: `${file?.text ?? ''}- Likes cups\n`,
		expectedRev: file?.rev ?? null
	});

	// Another conversation recalls it.
	const other = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(
		answer([{ type: 'tool_use', id: 'c2', name: 'recall', input: { query: 'secret word' } }]),
		say('I found something.')
	);
	await send('What was it that I said?', other);
	await app.workshop.run('archive-session', { sessionId: other.id }, never);
	await index.parts.put({ key: 'index', bytes: new TextEncoder().encode(canary), at: 1 });
	await scratch.unsent.put({
		sessionId: editKey(session.id, turnId),
		text: `My other secret word is ${canary}`,
		at: 1
	});
	await scratch.partials.put({
		sessionId: session.id,
		turnId,
		branch: 'trunk',
		seq: 1,
		index: 2,
		content: [text(canary)],
		model: 'm',
		epoch: 0,
		continues: false,
		startedAt: 1,
		at: 1
	});
	// A later message waits, and the endpoint has quoted the word where it refused to summarise.
	const detail = `messages.0: "my secret word is ${canary}" is not taken`;
	await keepValue(scratch, `not sent ${session.id}`, {
		status: 'needs-review',
		turnId: 'a later one',
		summaryId: null,
		oldest: 1,
		fits: false,
		failure: { kind: 'rejected', status: 400, detail }
	});
	const told = `The secret word is ${canary}.`;
	const waits = (await db.proposals.toArray()).find((row) => row.text.startsWith('Waits'));
	// A part of the message is pinned, and a line that was reworded at the desk is to replace another.
	await db.marks.update([session.id, turnId, 'pinned'], { text: canary });
	const offered = `Waited for ${canary}`;
	await db.proposals.update(waits?.id ?? '', { offered, replaces: `Waits for a ${canary}` });
	const words = { text: told, before: 'Tea.' };
	const uses = { text: `- Uses ${canary} daily\n- Likes mugs\n`, before: '- Likes mugs\n' };
	const pens: readonly Pick<Pen, 'kind' | 'id' | 'words'>[] = [
		{ kind: 'line', id: waits?.id ?? '', words: `Waits long for ${canary}` },
		{
			kind: 'summary',
			id: 'sum1',
			words: { text: told, anchors: '', before: { text: '', anchors: '' } }
		},
		{ kind: 'source', id: 'Summary sum1', words },
		{ kind: 'source', id: 'MEMORY.md', words: uses }
	];
	for (const pen of pens) await putPen(scratch, { ...pen, by: 'a tab', at: 1 } as Pen);
	return { turnId, other };
}

export const turnOf = (turnId: string): Forgotten => ({
	kind: 'turn',
	sessionId: session.id,
	turnId
});

/** All that was learnt goes too, as the dialog has it by default. */
export async function everythingOf(what: Forgotten): Promise<Forgetting> {
	const weighed = await app.workshop.run('weigh-forgetting', { what }, never);
	if (weighed.status !== 'weighed') throw new Error('not weighed');
	const { lines, summaries } = weighed.found;
	const ends = summaries.map(({ id, text: left }): [string, SummaryEnd] => [
		id,
		left.trim() === '' ? { how: 'drop' } : { how: 'rewrite', text: left }
	]);
	return { what, lines: lines.map((line) => line.text), summaries: Object.fromEntries(ends) };
}
