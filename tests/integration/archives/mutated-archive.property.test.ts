import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { archiveLines } from '#core/archive/archive.ts';
import { sessionForms } from '#core/export/session-forms.ts';
import { chainEnd } from '#core/log/chain.ts';
import { partsOf, standing } from '#core/reply/reply-parts.ts';
import { headOf, pathOf } from '#core/log/path.ts';
import { IndexStore } from '#db/schema.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { summariesOf, waitingDrafts } from '#db/summaries/summaries.ts';
import { readExchanges } from '#db/log/turns.ts';
import { foreseeCompaction } from '#flows/compaction/foresee-compaction.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { createSearcher } from '#flows/search/search-everything.ts';
import { exportSession } from '#flows/export/export-session.ts';
import { cardsOf, rowsOf } from '#ui/chat/transcript/transcript-rows.ts';
import { failureText } from '#ui/words/failure-text.ts';
import * as format from '#ui/words/format.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { text } from '../../support/builders/a-turn.ts';
import { readFile, runRead } from '../../support/apps/importing.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aBranch, someExchanges } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';

/** A file may be damaged, or made to do damage: it is refused with a reason, or what comes of it opens and goes on. */

let app: TestApp;
let store: IndexStore;

withApp((own) => {
	app = own;
	store = new IndexStore(`${app.db.name}-index`);
});
afterEach(() => store.delete());

const exchanges = someExchanges(4);
const fork = someExchanges(2, { branch: 'b', from: 2, previous: chainEnd(exchanges[1]!) });
const failure = {
	kind: 'does-not-fit',
	tokens: 1,
	usable: 1,
	largest: [{ source: 'a', tokens: 1 }]
};
const lines = archiveLines({
	session: aSession({ branch: 'b' }),
	branches: [
		aBranch({ headSeq: 3 }),
		aBranch({ branch: 'b', parent: 'trunk', forkSeq: 2, headSeq: 3 })
	],
	exchanges: [...exchanges, ...fork],
	summaries: [
		aSummary(1, {
			through: { seq: 0, step: 1 },
			loss: [{ kind: 'name', text: 'Rome', turnId: 's1-trunk-0', seq: 0 }]
		}),
		aSummary(2, {
			branch: 'b',
			from: { seq: 1, step: -1 },
			through: { seq: 2, step: 1 },
			status: 'draft'
		})
	],
	marks: [{ sessionId: 's1', turnId: 's1-trunk-1', kind: 'left-out', at: 1 }],
	pins: [{ id: 'pin', sessionId: 's1', text: 'keep', turnId: null, at: 1 }]
}).map((line) =>
	line.type === 'step' && line.branch === 'b' && line.seq === 3 && line.index === 1
		? { ...line, state: 'failed', failure }
		: line
);

type Json = Record<string, unknown> | readonly unknown[];
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Every place in a value, by the names that lead there. */
const placesIn = (value: unknown, to: readonly string[] = []): string[][] =>
	isJson(value)
		? Object.entries(value).flatMap(([name, inner]) => [
				[...to, name],
				...placesIn(inner, [...to, name])
			])
		: [];

/** A copy with another value at a place; undefined takes it out. */
function changed(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
	if (name === undefined) return to;
	const inner = changed((value as Record<string, unknown>)[name], rest, to);
	if (Array.isArray(value))
		return value.map((one: unknown, at) => (String(at) === name ? inner : one));
	return { ...(value as object), [name]: inner };
}

const every = lines.flatMap((line, row) => placesIn(line).map((place) => ({ row, place })));
/** Half of the places are those that hold the rows together. */
const binding = every.filter(({ place }) =>
	/^(id|sessionId|branch|parent|forkSeq|headSeq|seq|index|turnId|type|through|from)$/.test(
		place[0] ?? ''
	)
);
const odd = fc.oneof(
	fc.constantFrom<unknown>(
		undefined,
		null,
		true,
		'',
		'trunk',
		'b',
		'nowhere',
		'__proto__',
		's1-trunk-1',
		0,
		-1,
		0.5,
		2,
		3,
		3e8,
		1e300,
		-1e300,
		[],
		{},
		[null],
		['x'],
		{ type: 'text' },
		{ kind: 'forbidden' }
	),
	fc.jsonValue({ maxDepth: 2 }),
	fc.integer({ min: -2, max: 6 })
);
type Change =
	| { readonly at: (typeof every)[number]; readonly to: unknown }
	| { readonly drop: number }
	| { readonly twice: number };
const change: fc.Arbitrary<Change> = fc.oneof(
	fc.record({ at: fc.oneof(fc.constantFrom(...binding), fc.constantFrom(...every)), to: odd }),
	fc.record({ drop: fc.nat(lines.length - 1) }),
	fc.record({ twice: fc.nat(lines.length - 1) })
);

function mutated(changes: readonly Change[]): string {
	const rows = new Map<number, unknown>(lines.entries());
	for (const one of changes)
		if ('at' in one) {
			if (rows.has(one.at.row))
				rows.set(one.at.row, changed(rows.get(one.at.row), one.at.place, one.to));
		} else if ('drop' in one) rows.delete(one.drop);
		else rows.set(rows.size + 100, lines[one.twice]);
	return [...rows.values()].map((row) => JSON.stringify(row)).join('\n');
}

/** What a person does with a session: everything that reads it. */
async function open(sessionId: string): Promise<void> {
	const { db } = app;
	const session = (await sessionOf(db, sessionId))!;
	const branches = await branchesOf(db, sessionId);
	for (const { branch } of branches) pathOf(branches, branch);
	const path = pathOf(branches, session.branch);
	const summaries = await summariesOf(db, sessionId);
	expect(rowsOf(headOf(path), cardsOf(summaries, path)).length).toBeLessThan(100);
	for (const { turn, steps } of await readExchanges(db, sessionId, path)) {
		format.date(turn.askedAt);
		expect(partsOf(standing(steps)).every((part) => part.kind !== 'text' || part.text !== '')).toBe(
			true
		);
		for (const step of steps) if (step.failure) failureText(step.failure);
	}
	for (const as of sessionForms) {
		const made = await exportSession({ db }, { sessionId, as, day: '2026-11-20' });
		expect(made.status).not.toBe('failed');
		if (made.status === 'in-pieces') expect([...made.pieces].at(-1)).toContain('</html>');
	}
	for (const draft of await waitingDrafts(db)) pathOf(branches, draft.branch);
	const facts = { answerer: 'claude-test-5', floor: 0, parts: [] };
	await foreseeCompaction({ db, clock: app.clock }, { sessionId, facts, trial: null });
	const preview = await previewPrompt(app, { session, unsent: [text('Go on')] });
	const shown = preview.segments.map((segment) => segment.text).join('\n');
	expect(shown).toContain('Go on');
	if (session.endedAt !== null || session.deletedAt !== null) return;
	app.model.next(say('Yes'));
	const sent = await sendWords(app, session, 'Go on');
	expect(sent.status).toBe('answered');
}

async function search(): Promise<void> {
	const { db, clock } = app;
	const times = { now: clock.now(), fromAt: null, throughAt: null };
	const clocks = { now: () => clock.now(), zone: () => clock.zone() };
	const searcher = createSearcher({ db, store, ...clocks });
	const ask = { query: 'number', limit: 5, guest: false, sessionId: null, prefix: true };
	expect((await searcher.search({ ...ask, ...times }, never)).status).toBe('found');
}

test('any change of an archive is refused with a reason, or comes to a session that opens and goes on', async () => {
	let opened = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
			const file = { file: new Blob([mutated(changes)]), name: 'gift.jsonl' };
			const { outcome, read } = await readFile(app.db, file);
			if (outcome.status === 'failed')
				expect(['unreadable', 'damaged']).toContain(outcome.failure.kind);
			if (outcome.status !== 'read' || !read) return;
			const imported = await runRead(app.db, read);
			if (imported.status !== 'imported') throw new Error(JSON.stringify(imported));
			for (const id of imported.sessionIds) {
				opened++;
				await open(id);
			}
			await search();
			for (const table of [
				app.db.sessions,
				app.db.branches,
				app.db.turns,
				app.db.steps,
				app.db.summaries,
				app.db.marks
			])
				await table.clear();
		}),
		{ numRuns: 40 }
	);
	expect(opened).toBeGreaterThan(10);
});
