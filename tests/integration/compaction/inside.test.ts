// @vitest-environment node
import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Session } from '#core/session/session.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import type { CompactOutcome } from '#flows/ports/workshop.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { ourPrompts, type OurPrompt } from '#flows/prompt/our-prompts.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { withAnthropic } from '../../support/anthropic/with-anthropic.ts';
import { aLine } from '../../support/builders/a-line.ts';
import { calling, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { compacting } from '../../support/apps/compacting.ts';
import { never } from '../../support/never.ts';
import { soundSummary } from '../../support/scripted/scripted-summariser.ts';

/**
 * Summaries written inside the conversation and from a transcript, over a real socket, against a server that holds
 * every request to the rules of the API, bills a prompt cache, and lets the model think always.
 */

let server: AnthropicServer;
let app: TestApp;
let session: Session;

withAnthropic((own) => (server = own));
withApp(
	(own) => {
		const line = aLine(server);
		app = compacting(calling(own, line), line);
	},
	// Of the listed models this one always thinks; the cheap one writes from transcripts.
	{ model: 'claude-opus-5-5' }
);
beforeEach(async () => {
	const card = { window: 200_000, maxOutput: 8000, priceStep: null, lookedUpAt: null };
	const by = { windowBy: 'api', outputBy: 'api' } as const;
	const prices = { input: 4, output: 20, cacheRead: 0.4, cacheWrite: 5 };
	await app.db.settings.put({
		key: 'models',
		value: Object.fromEntries(
			['claude-opus-5-5', 'claude-haiku-5-5'].map((id) => [
				id,
				{ ...card, ...by, prices, id, name: id }
			])
		)
	});
	server.summariser(() =>
		soundSummary('The fence is cedar.', '- The user lives in Porto. [turn 2]')
	);
	session = newSession(app, { kind: 'main', offRecord: false });
});

const send = (words: string) => sendWords(app, session, words);
const compact = (focus: string | null = null): Promise<CompactOutcome> =>
	prepareDraft(app, { sessionId: session.id, trigger: 'manual', focus }, never);
const draftOf = (outcome: CompactOutcome) => {
	if (outcome.status !== 'drafted') throw new Error(JSON.stringify(outcome));
	return outcome.summary;
};
const bodies = () => server.messages().map(({ body }) => body as RequestBody);
const summaries = () =>
	bodies().filter((body) => JSON.stringify(body).includes('## Original Task'));
const preset = (id: string) => app.db.settings.put({ key: 'preset', value: id });

const long = 'The fence on the north side is made of cedar. '.repeat(70);
const tools = '[[tool:recall {"query":"fence"}]] [[then]] [[tool:open_turns {"from":1,"to":1}]]';

/** Six turns with thinking, one of them with tools. */
async function talk(): Promise<void> {
	await send(`First. ${long}`);
	await send(`I live in Porto. ${long}`);
	for (const words of ['Third', 'Fourth', 'Fifth', 'Sixth'])
		await send(`${words}. ${long} ${tools}`);
}

describe('recommended, while the cache is warm', () => {
	test('#100 the summary is asked for as the newest message of the conversation itself: nothing before it changes, and the cache answers for it', async () => {
		await talk();
		const last = bodies().at(-1);
		const draft = draftOf(await compact());
		expect(summaries()).toHaveLength(1);
		const [asked] = summaries();
		expect(asked).toMatchObject({
			model: last?.model,
			system: last?.system,
			tools: last?.tools,
			thinking: last?.thinking
		});
		const sent = last?.messages ?? [];
		expect(asked?.messages.slice(0, sent.length)).toEqual(sent);
		expect(JSON.stringify(asked?.messages.slice(0, -1))).toContain('"thinking"');
		expect(JSON.stringify(asked?.messages.at(-1))).toContain('turn 2 begins');
		expect(draft).toMatchObject({
			tier: 'full',
			model: 'claude-opus-5-5',
			promptId: 'summary-recommended-1-inside-2'
		});
		expect(draft.text).toContain('The fence is cedar.');

		const entry = (await ledgerOf(app.db, session.id)).findLast(({ kind }) => kind === 'summary');
		expect(entry).toMatchObject({ model: 'claude-opus-5-5', outcome: 'answered' });
		// Writing all of it at full price would have cost more than ten times the price of reading it.
		const full = (server.messages().at(-1)?.inputTokens ?? 0) * 4e-6;
		expect(entry?.cost ?? 1).toBeLessThan(full);
		expect(server.refusals).toEqual([]);
	});

	test('its memory lines name their turns, and the next message goes out with the summary', async () => {
		await talk();
		const draft = draftOf(await compact());
		const [proposal] = await app.db.proposals.toArray();
		expect(proposal).toMatchObject({ text: 'The user lives in Porto.', source: 'compaction' });
		await useSummary(app, draft.id);
		expect((await send('And now?')).status).toBe('answered');
		expect(JSON.stringify(bodies().at(-1))).toContain('The fence is cedar.');
		await send(`Once more ${tools}`);
		// A second round integrates the first.
		for (const words of ['a', 'b', 'c', 'd', 'e', 'f']) await send(`${words} ${long}`);
		const second = draftOf(await compact());
		expect(second.round).toBe(2);
		expect(JSON.stringify(summaries().at(-1)?.messages.at(-1))).toContain('integrate it');
		expect(server.refusals).toEqual([]);
	});

	test('what the user asks to attend to is said last', async () => {
		await talk();
		await compact('the price of the wood');
		expect(JSON.stringify(summaries()[0]?.messages.at(-1))).toContain('the price of the wood');
	});

	test.each([
		['an answer that is no summary', 'I would rather go on talking about the fence with you.'],
		['an answer that repeats the instructions', 'echo']
	])('%s is never content: the transcript is read instead', async (_, said) => {
		await talk();
		let inside = 0;
		server.when(
			(body) => (body.tools?.length ?? 0) > 0 && JSON.stringify(body).includes('## Original Task'),
			(_body, { lastUserText }) => {
				inside++;
				return { text: said === 'echo' ? lastUserText : said };
			}
		);
		const draft = draftOf(await compact());
		expect(inside).toBe(2);
		expect(draft).toMatchObject({ tier: 'full', promptId: 'summary-recommended-1' });
		expect(draft.model).toBe('claude-haiku-5-5');
		expect(server.refusals).toEqual([]);
	});
});

describe('a transcript in a request of its own', () => {
	const isTranscript = (body: RequestBody | undefined): boolean =>
		body?.tools === undefined && body?.messages.length === 1;

	test('by the cheap model once the cache is cold', async () => {
		await talk();
		app.clock.at += 5 * 60_000;
		expect(draftOf(await compact()).model).toBe('claude-haiku-5-5');
		expect(summaries().every(isTranscript)).toBe(true);
		expect(server.refusals).toEqual([]);
	});

	test('by the cheap model once what stands before the conversation has changed: no cache knows the rest', async () => {
		await talk();
		await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Lives in Porto\n', expectedRev: null });
		expect(draftOf(await compact()).model).toBe('claude-haiku-5-5');
		expect(summaries().every(isTranscript)).toBe(true);
		expect(server.refusals).toEqual([]);
	});

	test('where the preset says so, by the model of the session', async () => {
		await preset('rounds');
		server.summariser(({ system }) =>
			[...system.matchAll(/^#{1,2} .+$/gm)].map(([line]) => `${line}\nThe fence.`).join('\n')
		);
		for (let turn = 0; turn < 8; turn++) await send(`${String(turn)} ${long}`);
		const draft = draftOf(await compact());
		expect(draft.model).toBe('claude-opus-5-5');
		const asked = bodies().at(-1);
		expect(isTranscript(asked)).toBe(true);
		expect(server.refusals).toEqual([]);
	});

	test('where a turn is off the record: it is marked there, and no fact of it is remembered', async () => {
		await talk();
		const turn = await app.db.turns
			.where('[sessionId+branch+seq]')
			.equals([session.id, 'trunk', 1])
			.first();
		await setMark(app, {
			sessionId: session.id,
			turnId: turn?.turnId ?? '',
			kind: 'off-record',
			on: true
		});
		draftOf(await compact());
		expect(summaries().every(isTranscript)).toBe(true);
		expect(JSON.stringify(summaries())).toContain('off the record');
		expect(await app.db.proposals.count()).toBe(0);
	});
});

test('#100 single-shot is written inside the conversation, warm or cold', async () => {
	await preset('single-shot');
	await talk();
	app.clock.at += 60 * 60_000;
	server.summariser(({ user }) =>
		[...user.matchAll(/^## .+$/gm)].map(([line]) => `${line}\nThe fence.`).join('\n')
	);
	const draft = draftOf(await compact());
	expect(draft.promptId).toBe('summary-single-shot-1-inside-2');
	const asked = bodies().at(-1);
	expect(asked?.tools?.length).toBeGreaterThan(0);
	expect(asked?.model).toBe('claude-opus-5-5');
	expect(server.refusals).toEqual([]);
});

describe('what Settings shows', () => {
	const shown = Object.values(ourPrompts).flat();
	const ours = (kind: OurPrompt['use']['kind'], of?: string) => {
		const found = shown.find(
			({ use }) => use.kind === kind && (of === undefined || Object.values(use)[1] === of)
		);
		if (!found) throw new Error(`Settings shows no ${kind}`);
		return found;
	};
	const mark = '<how to read the messages>';

	/** What a request asks at its end, before the time of day, and its system text. */
	const said = (body: RequestBody | undefined) => {
		const texts = (body?.messages.at(-1)?.content ?? []).flatMap((block) =>
			block.type === 'text' && !block.text.startsWith('<now>') ? [block.text] : []
		);
		return {
			task: texts.at(-1) ?? '',
			system: body?.system?.map((block) => block.text).join('\n\n') ?? ''
		};
	};

	/** The requests of a summary: two inside, the second with a repair, and then from a transcript, all in vain. */
	async function asked(words: (prompt: OurPrompt) => string) {
		await talk();
		server.summariser(() => 'Nothing.');
		const before = bodies().length;
		await compact();
		const [first, second, third, fourth] = bodies().slice(before).map(said);
		const turns = (first?.task ?? '').split('\n').filter((line) => /^turn \d+ begins/.test(line));
		const coverage = words(ours('insideCoverage'))
			.replace('<turns>', () => turns.join('\n'))
			.replace('<first>', '1')
			.replace('<last>', String(turns.length));
		const form = words(ours('summary', 'recommended'));
		const inside = [
			words(ours('insideOpening')),
			form.replace(mark, () => words(ours('insideReading'))),
			`${coverage} ${words(ours('insideKeepsMore'))}`
		].join('\n\n');
		return { first, second, third, fourth, inside, form };
	}

	/** What stands at the end of a request from a transcript; numbers are those of the request itself. */
	function atTheEnd(task: string, words: (prompt: OurPrompt) => string): string {
		const [turns = ''] = /\d+–\d+/.exec(task) ?? [];
		const [, budget = ''] = /\b(\d+)(?: tokens,|$)/.exec(task) ?? [];
		expect([turns, budget]).not.toContain('');
		return [
			words(ours('part', 'coverage')).replace('<turns>', turns),
			words(ours('part', 'language')).replace('<language>', 'English'),
			words(ours('part', 'length')).replace('<budget>', budget)
		].join('\n');
	}

	test('is what goes out, word for word, and nothing else but the facts of the case', async () => {
		const { first, second, third, fourth, inside, form } = await asked(({ text }) => text);
		expect(first!.task.startsWith(`${inside}\n\n`)).toBe(true);
		const facts = first!.task.slice(inside.length).trim().split('\n');
		expect(facts).toEqual([
			'Write in English, the language the user writes in.',
			expect.stringMatching(/^Length: at most about \d+ tokens, and much shorter/)
		]);
		const repair = ours('repair', 'empty').text;
		expect(second!.task).toBe(`${first!.task}\n${repair}`);
		expect(first!.system).toContain(`\n\n${ours('rules').text}`);
		expect(third!.system).toBe(form.replace(mark, () => ours('transcriptReading').text));
		expect(third!.task).toBe(atTheEnd(third!.task, ({ text }) => text));
		expect(fourth!.task.endsWith(`\n${repair}`)).toBe(true);
	});

	test('in the words of the user goes out in those', async () => {
		// The forms stay: whether an answer has their sections is what calls for a repair.
		const changed = shown.filter(({ use }) => use.kind !== 'summary');
		const own = (prompt: OurPrompt) =>
			changed.includes(prompt)
				? `In my words (${prompt.id}):\n${prompt.missing('').join('\n')}`
				: prompt.text;
		const prompts = Object.fromEntries(changed.map((prompt) => [prompt.id, own(prompt)]));
		await app.db.settings.put({ key: 'prompts', value: prompts });
		const { first, second, third, inside, form } = await asked(own);
		expect(first!.task.startsWith(`${inside}\n\n`)).toBe(true);
		expect(first!.system).toContain(`\n\n${own(ours('rules'))}`);
		expect(second!.task).toContain('In my words (repair-');
		expect(third!.system).toBe(form.replace(mark, () => own(ours('transcriptReading'))));
		expect(third!.task).toBe(atTheEnd(third!.task, own));
		for (const { text } of changed)
			for (const { task, system } of [first!, second!, third!])
				expect(`${system}\n${task}`).not.toContain(text);
	});

	test('must hold what only the app knows; words without it are not used', async () => {
		const { id, text, missing } = ours('insideCoverage');
		expect(missing('Cover <first> to <last>.')).toEqual(['<turns>']);
		expect(missing(text)).toEqual([]);
		await app.db.settings.put({ key: 'prompts', value: { [id]: 'Cover everything.' } });
		const { first, inside } = await asked((prompt) => prompt.text);
		expect(first!.task.startsWith(`${inside}\n\n`)).toBe(true);
	});
});
