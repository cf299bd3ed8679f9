import { expect, test } from 'vitest';
import { ledgerOf } from '#db/ledger/ledger.ts';
import type { Failure } from '#core/failure.ts';
import { textOf } from '#core/log/blocks.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { readStoredJob } from '#core/compaction/stored-job.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { discardSummary } from '#flows/compaction/discard-draft.ts';
import { undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import {
	scriptedSummariser,
	soundSummary,
	textOfBody,
	type Scripted
} from '../../support/scripted/scripted-summariser.ts';
import { brokenRules } from '../../support/scripted/api-rules.ts';
import {
	appAround,
	gardenCard,
	gardenTurns,
	storeGarden,
	drafted,
	prepare
} from '../../support/apps/compactable.ts';
import { bodyNow, inFive, kinds, storeMore, withTurns } from '../../support/apps/garden-now.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

let db: Truth;
withDatabase((own) => (db = own));

/** What all requests of the session have cost, US dollars. */
const paid = async (): Promise<number> =>
	(await ledgerOf(db, 's1')).reduce((sum, { cost }) => sum + (cost ?? 0), 0);

/** Each part has a fence of its own. */
const withoutNonce = (text: string): string => text.replaceAll(/\b[0-9a-f]{12}\b/g, 'nonce');

const rejected: readonly (readonly [string, Scripted, Failure])[] = [
	['empty', '', { kind: 'summary-rejected', reason: 'empty' }],
	[
		'cut off',
		{ content: [{ type: 'text', text: soundSummary('Cut.') }], stopReason: 'max_tokens' },
		{ kind: 'summary-rejected', reason: 'unfinished' }
	],
	['refused', { content: [], stopReason: 'refusal' }, { kind: 'refused', category: null }],
	[
		'a tool call',
		{
			content: [
				{ type: 'text', text: soundSummary('Call.') },
				{ type: 'tool_use', id: 'x', name: 'recall', input: {} }
			],
			stopReason: 'tool_use'
		},
		{ kind: 'summary-rejected', reason: 'tool-call' }
	],
	[
		'tool syntax written out',
		soundSummary('<tool_use>recall</tool_use>').replace('<tool_use>', '\n<tool_use>'),
		{ kind: 'summary-rejected', reason: 'tool-syntax' }
	],
	[
		'without its sections',
		'<summary>All is well in the garden.</summary>',
		{ kind: 'summary-rejected', reason: 'section-missing' }
	],
	[
		'an apology',
		'<summary>Summary unavailable due to size limits.</summary>',
		{ kind: 'summary-rejected', reason: 'placeholder' }
	]
];

for (const [what, answer, failure] of rejected)
	test(`#206 INV-5 INV-34 an answer that is ${what} never becomes a summary: code makes one from real text`, async () => {
		const [app, model] = await withTurns(db, 30, () => answer);
		const draft = drafted(await prepare(app));
		expect(draft.tier).toBe('extractive');
		expect(draft.model).toBe('on-device');
		expect(draft.failure).toEqual(failure);
		expect(draft.text).toContain('Request');
		expect(draft.text).not.toContain('unavailable');
		// Full with one repair, then smaller parts, then no more.
		expect(model.asked.length).toBeLessThanOrEqual(5);
		const [job] = await db.compactions.toArray();
		expect(job?.attempts).toBeLessThanOrEqual(3);
	});

test.each([
	[9, 1],
	[30, 2]
])(
	'INV-5 of %i turns no part is asked for twice in the same words: %i calls',
	async (turns, calls) => {
		const [app, model] = await withTurns(db, turns, () => ({
			failure: { kind: 'rejected', status: 400, detail: 'No' }
		}));
		expect(drafted(await prepare(app)).tier).toBe('extractive');
		const said = model.asked.map((body) => withoutNonce(textOfBody(body)));
		expect(said).toHaveLength(calls);
		expect(new Set(said).size).toBe(calls);
	}
);

test('a part that is small already goes on to the other model', async () => {
	const [app, model] = await withTurns(db, 9, (_, n) =>
		n === 0 ? { failure: { kind: 'overloaded' } } : soundSummary('The beds are built.')
	);
	await db.settings.put({
		key: 'models',
		value: {
			[gardenCard.id]: gardenCard,
			'claude-haiku-test': {
				...gardenCard,
				id: 'claude-haiku-test',
				prices: { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.1 }
			}
		}
	});
	const draft = drafted(await prepare(app));
	expect(model.asked.map(({ model: asked }) => asked)).toEqual([
		'claude-haiku-test',
		gardenCard.id
	]);
	expect(draft).toMatchObject({ tier: 'cheaper-model', failure: { kind: 'overloaded' } });
});

test('INV-34 a draft tells why the model was not taken at its word, and without the words of the endpoint', async () => {
	const detail = 'No: "Request 3 about bed B3"';
	const [app] = await withTurns(db, 30, () => ({
		failure: { kind: 'rejected', status: 400, detail }
	}));
	const draft = drafted(await prepare(app));
	expect(draft.failure).toEqual({ kind: 'rejected', status: 400, detail: '' });
	expect(await useSummary(app, draft.id)).toMatchObject({
		status: 'used',
		summary: { failure: draft.failure }
	});
});

test('INV-34 a summary as planned has nothing to tell of tries in vain', async () => {
	const [app] = await withTurns(db, 30, (_, n) => (n === 0 ? '' : soundSummary('The second try.')));
	expect(drafted(await prepare(app)).failure).toBeNull();
});

test('INV-34 a sound answer to the repair is taken, and the ladder is not climbed down', async () => {
	const [app] = await withTurns(db, 30, (_, n) =>
		n === 0 ? '' : soundSummary('The second try is sound.')
	);
	const draft = drafted(await prepare(app));
	expect(draft.tier).toBe('full');
	expect(draft.text).toContain('second try');
	// The first one was paid for too.
	expect(draft.cost).toBeCloseTo(await paid(), 10);
});

test('a summary by code tells what was paid for the part of it that a model had written', async () => {
	const [app] = await withTurns(db, 30, (_, n) =>
		n === 2 ? soundSummary('The smaller part is sound.') : ''
	);
	const draft = drafted(await prepare(app));
	expect(draft.tier).toBe('extractive');
	expect(await db.ledger.count()).toBeGreaterThan(3);
	expect(draft.cost).toBeCloseTo(await paid(), 10);
});

test.each<Failure>([{ kind: 'key-refused' }, { kind: 'forbidden', detail: '' }])(
	'an endpoint that lets nobody in is asked once, and for no smaller part: $kind',
	async (failure) => {
		const [app, model] = await withTurns(db, 30, () => ({ failure }));
		expect(drafted(await prepare(app))).toMatchObject({ tier: 'extractive', failure });
		expect(model.asked).toHaveLength(1);
	}
);

test.each(['two-phase', 'rounds', 'spec-008', 'single-shot'])(
	'#145 #217 %s, whose document keeps the history when a summary fails, keeps it',
	async (preset) => {
		const [app] = await withTurns(db, 30, () => ({
			failure: { kind: 'server-error', status: 500 }
		}));
		await writeSetting(db, 'preset', preset);
		const before = await bodyNow(app);
		expect(await prepare(app)).toEqual({
			status: 'failed',
			failure: { kind: 'server-error', status: 500 }
		});
		expect(await bodyNow(app)).toBe(before);
		const [job] = await db.compactions.toArray();
		expect(job).toMatchObject({ status: 'failed', failure: { kind: 'server-error' } });
		expect(await kinds({ db })).toContain('failure');
	}
);

test('INV-5 after a failure the same plan is not tried again by itself', async () => {
	const [app, model] = await withTurns(db, 30, () => ({ failure: { kind: 'overloaded' } }));
	await writeSetting(db, 'preset', 'rounds');
	await prepare(app, 'hard');
	const asked = model.asked.length;
	expect(await prepare(app, 'hard')).toEqual({ status: 'nothing-to-do', reason: 'decided-before' });
	expect(model.asked).toHaveLength(asked);
});

test('#98 #123 #148 the round that is told counts what the summary stands on; its row is numbered on', async () => {
	const model = scriptedSummariser(() => inFive);
	await storeGarden(db, gardenTurns(30));
	await writeSetting(db, 'preset', 'rounds');
	const app = appAround(db, model);
	const told = () => {
		const asked = textOfBody(model.asked.at(-1)!);
		return [/Round number: \d+/.exec(asked)?.[0], asked.includes('None - this is the first')];
	};
	const first = drafted(await prepare(app));
	expect(told()).toEqual(['Round number: 1', true]);
	await discardSummary(app, first.id);
	const second = drafted(await prepare(app));
	expect(told()).toEqual(['Round number: 1', true]);
	await useSummary(app, second.id);
	await storeMore(db, gardenTurns(30, gardenTurns(30)));
	const third = drafted(await prepare(app));
	expect(told()).toEqual(['Round number: 2', false]);
	expect([first, second, third].map(({ round }) => round)).toEqual([1, 2, 3]);
});

test('INV-6 what came to nothing is remembered: it is neither planned nor told again until the log grows', async () => {
	const [app] = await withTurns(db, 3);
	await writeSetting(db, 'backgroundDrafts', 'yes');
	const once = { status: 'nothing-to-do', reason: 'all-recent' };
	expect(await prepare(app, 'hard')).toEqual(once);
	const again = { status: 'nothing-to-do', reason: 'decided-before' };
	expect(await prepare(app, 'hard')).toEqual(again);
	expect(await prepare(app, 'soft')).toEqual(again);
	expect(await kinds({ db })).toEqual(['no-op']);
	await storeMore(db, gardenTurns(1, gardenTurns(3)));
	expect(await prepare(app, 'hard')).toEqual(once);
	expect(await kinds({ db })).toEqual(['no-op', 'no-op']);
});

test('INV-3 a summary that leaves the prompt above its target says so, and is not tried again until the log grows', async () => {
	const [app, model] = await withTurns(db, 30);
	// What stays and what is fixed takes nearly all that may be aimed at.
	await saveMemoryFile(app, {
		path: 'MEMORY.md',
		text: `- ${'The valley is cold. '.repeat(1500)}\n`,
		expectedRev: null
	});
	const draft = drafted(await prepare(app, 'hard'));
	const [told] = await db.activity.filter(({ kind }) => kind === 'draft').toArray();
	expect(told?.details).toMatchObject({ summaryId: draft.id, insufficient: true });
	await discardSummary(app, draft.id);
	const asked = model.asked.length;
	expect(await prepare(app, 'hard')).toEqual({ status: 'nothing-to-do', reason: 'decided-before' });
	expect(model.asked).toHaveLength(asked);
	await storeMore(db, gardenTurns(1, gardenTurns(30)));
	drafted(await prepare(app, 'hard'));
});

test('#140 #141 the placeholder exists in the preset of document 000 and nowhere else', async () => {
	const [app] = await withTurns(db, 30, () => ({ failure: { kind: 'overloaded' } }));
	await writeSetting(db, 'preset', 'gsv');
	await db.settings.put({
		key: 'models',
		value: { [gardenCard.id]: { ...gardenCard, window: 9000 } }
	});
	const draft = drafted(await prepare(app));
	expect(draft).toMatchObject({ tier: 'placeholder' });
	expect(draft.text).toBe(
		`[Context contained ${String(draft.messageCount)} messages that were compacted. Summary unavailable due to size limits.]`
	);
	const placing = builtInPresets.filter(({ ladder }) => ladder.includes('placeholder'));
	expect(placing.map(({ id }) => id)).toEqual(['gsv']);
});

const outOfOrder: readonly Failure[] = [
	{ kind: 'server-error', status: 500 },
	{ kind: 'overloaded' },
	{ kind: 'rate-limited', retryAfterMs: null }
];

test.each(outOfOrder)(
	'#142 under gsv a session goes on where every call for a summary ends as $kind',
	async (failure) => {
		const [app] = await withTurns(db, 30, () => ({ failure }));
		await writeSetting(db, 'preset', 'gsv');
		const draft = drafted(await prepare(app, 'hard'));
		expect(draft).toMatchObject({ tier: 'placeholder' });
		expect(await useSummary(app, draft.id)).toMatchObject({ status: 'used' });
		const body = JSON.parse(await bodyNow(app)) as RequestBody;
		expect(brokenRules(body)).toEqual([]);
		expect(textOfBody(body)).toContain('Summary unavailable due to size limits.]');
		expect(textOfBody(body)).toContain('Request 29 about');
		// What was said is all there, and comes back.
		await undoCompaction(app, 's1', draft.id);
		expect(await bodyNow(app)).toContain('Request 0 about');
	}
);
test('what no model summarises is taken from all messages alike, however many parts there are', async () => {
	const [app, model] = await withTurns(db, 110, () => ({
		failure: { kind: 'server-error', status: 500 }
	}));
	const draft = drafted(await prepare(app));
	const [job] = await db.compactions.toArray();
	expect(readStoredJob(job?.plan).plan?.chunks.length).toBeGreaterThan(2);
	expect(draft.tier).toBe('extractive');
	expect(draft.text).not.toContain('## Earlier summary');
	const told = [...draft.text.matchAll(/Request (\d+) about/g)].map(([, seq]) => Number(seq));
	const last = draft.through.seq;
	expect(told[0]).toBe(0);
	// The first says what it is all about; of the others there is room for the newest, without a gap.
	expect(told.length).toBeGreaterThan(10);
	expect(told.slice(1)).toEqual(told.slice(1).map((_, at) => last - told.length + 2 + at));
	expect(model.asked.length).toBeLessThanOrEqual(5);
});

test('parts that a model has summarised stand before what code takes from the rest', async () => {
	const [app] = await withTurns(db, 110, (_, n) =>
		n < 2
			? soundSummary(`Fact number ${String(n)} of the garden.`)
			: { failure: { kind: 'server-error', status: 500 } }
	);
	const { text, tier, through } = drafted(await prepare(app));
	expect(tier).toBe('extractive');
	expect(text.match(/^## Earlier summary$/gm)).toHaveLength(1);
	expect(text).toContain('Fact number 1 of the garden.');
	expect(text).toContain(`Request ${String(through.seq)} about`);
});

test('a background draft waits for a model that cannot be reached; one that is needed now is made by code', async () => {
	const [app] = await withTurns(db, 50, () => ({ failure: { kind: 'offline' } }));
	await writeSetting(db, 'backgroundDrafts', 'yes');
	expect(await prepare(app, 'soft')).toEqual({ status: 'failed', failure: { kind: 'offline' } });
	const draft = drafted(await prepare(app, 'manual'));
	expect(draft.tier).toBe('extractive');
});

test('INV-30 every request in the summary says how it stands, also where the summariser forgot it', async () => {
	const bare = soundSummary('Beds.').replace(/## Requests[\s\S]*?## Completed/, '## Completed');
	const [app] = await withTurns(db, 30, () => bare);
	const draft = drafted(await prepare(app));
	expect(draft.text).toMatch(/## Requests\n(?:- \[(?:done|open)\] turn \d+: .+\n?)+/);
});

test('#140 INV-16 when a later part fails under gsv the boundary moves back to the last part that was read', async () => {
	const [app] = await withTurns(db, 60, (_, n) =>
		n === 0
			? '<summary>The first part was about beds.</summary>'
			: { failure: { kind: 'overloaded' } }
	);
	await writeSetting(db, 'preset', 'gsv');
	const draft = drafted(await prepare(app));
	expect(draft.tier).toBe('partial');
	const [job] = await db.compactions.toArray();
	expect(draft.through).toEqual(job?.chunks[0]?.through);
	// What came to nothing is paid for too.
	expect(draft.cost).toBeCloseTo(await paid(), 10);
	expect(await paid()).toBeGreaterThan(job?.chunks[0]?.cost ?? Infinity);
	await useSummary(app, draft.id);
	const body = await bodyNow(app);
	expect(body).toContain(`Request ${String(draft.through.seq + 1)} about`);
	expect(body).not.toContain(`Request ${String(draft.through.seq)} about`);
});

test.each([
	// `system` has no place in the middle of the wire and goes as `user`.
	['two-phase', 'system', '[CONTEXT SUMMARY]\n'],
	['rounds', 'assistant', '## Session Summary\n'],
	['spec-008', 'system', '[Session compacted. Summary of prior conversation:]\n'],
	['single-shot', 'user', ''],
	['gsv', 'user', '[Conversation summary from automatic context compaction]\n']
] as const)(
	'#143 #152 #154 #157 the summary of %s stands in the request as one message of the %s, below the mark of its document',
	async (preset, role, mark) => {
		const sections = [
			'Goals & Intent',
			'Timeline & Progress',
			'Technical Context',
			'Files & Changes',
			'Active Work & Last Actions',
			'Unresolved Issues & Pending Tasks',
			'Immediate Next Step',
			'Original Task',
			'Completed Work',
			'Key Technical Decisions',
			'Current State',
			'Pending Work'
		];
		const said = sections.map((name) => `## ${name}\nThe beds are fine.`).join('\n');
		const [app] = await withTurns(db, 30, () => said);
		await writeSetting(db, 'preset', preset);
		const draft = drafted(await prepare(app));
		await useSummary(app, draft.id);
		expect(builtInPresets.find(({ id }) => id === preset)?.form.role).toBe(role);
		const { messages } = JSON.parse(await bodyNow(app)) as RequestBody;
		const holding = messages.filter((message) => textOf(message.content).includes(said));
		expect(holding.map((message) => message.role)).toEqual([role === 'system' ? 'user' : role]);
		const words = holding[0]?.content.map((block) => textOf([block])) ?? [];
		expect(words.filter((text) => text.startsWith(`${mark}Summary of earlier`))).toHaveLength(1);
	}
);
