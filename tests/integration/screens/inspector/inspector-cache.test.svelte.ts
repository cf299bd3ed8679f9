import { createRawSnippet, flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Prompt } from '#core/prompt/prompt.ts';
import { cardOf, onDevice } from '#core/models/model-card.ts';
import { contextTokens } from '#core/wire/usage.ts';
import { memoryFile, setMemoryScope } from '#db/memory/files.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { PromptSources } from '#state/prompt/prompt-sources.svelte.ts';
import Inspector from '#ui/inspector/Inspector.svelte';
import { aCard } from '../../../support/builders/a-prompt.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { answer } from '../../../support/scripted/scripted-model.ts';
import { all, clear, show } from '../../kit/kit-page.ts';

/** The inspector marks what the provider's cache will read again, and names the part from which on it will not; and
    what may not go along has no switch that could be turned on. */

const id = 'claude-sonnet-5-5';
const minute = 60_000;
let app: TestApp;
withApp((own) => (app = own), {
	model: id,
	models: { [id]: aCard({ id, window: 100_000, maxOutput: 1000 }) },
	endpoint: 'https://api.anthropic.com'
});
beforeEach(async () => {
	await remember('- Likes green tea\n');
});
afterEach(async () => {
	await clear();
});

async function remember(words: string): Promise<void> {
	const expectedRev = (await memoryFile(app.db, 'MEMORY.md'))?.rev ?? null;
	await saveMemoryFile(app, { path: 'MEMORY.md', text: words, expectedRev });
}

/** The inspector as it stands open before the next message; gives its parts with and without the mark, and its words. */
async function inspect(sessionId: string, answerer = id) {
	await clear();
	const session = await sessionOf(app.db, sessionId);
	if (!session) throw new Error('no session');
	const sources = new PromptSources(app, { id: sessionId, session, inUse: null });
	await sources.look();
	const prompt: Prompt = await previewPrompt(app, { session, unsent: [text('And now?')] });
	const nothing = () => undefined;
	const none = createRawSnippet(() => ({ render: () => '<span></span>' }));
	show(Inspector, {
		prompt,
		money: null,
		card: cardOf(await readSettings(app.db), answerer),
		sources,
		offOnce: [],
		sessionId,
		onswitch: nothing,
		ononce: nothing,
		onedit: () => Promise.resolve(null),
		onunpin: nothing,
		oncompact: null,
		compacting: false,
		oncopy: nothing,
		onclose: nothing,
		rules: none,
		why: none
	});
	flushSync();
	const rows = [...document.querySelectorAll('section > ul > li')];
	const marked = prompt.segments.flatMap(({ source }, at) =>
		/\bcached\b/.test(rows[at]?.textContent ?? '') ? [source] : []
	);
	const priceOf = (source: string): number => {
		const at = prompt.segments.findIndex((segment) => segment.source === source);
		return Number(/\$([\d.]+)/.exec(rows[at]?.textContent ?? '')?.[1]);
	};
	const weightOf = (parts: readonly string[]): number =>
		prompt.segments.reduce((sum, part) => sum + (parts.includes(part.source) ? part.tokens : 0), 0);
	return {
		marked,
		priceOf,
		cached: sources.cachedOf(prompt),
		weightOf,
		words: document.body.textContent.replace(/\s+/g, ' ')
	};
}

test('of a server that takes the wish and reports no cache, none is promised', async () => {
	const session = newSession(app, { kind: 'main', offRecord: false });
	const usage = { input: 920, output: 5, cacheRead: 0, cacheWrite: 0 };
	app.model.next(
		answer([text('Good morning.')], { usage, model: id, contextTokens: contextTokens(usage) })
	);
	await sendWords(app, session, 'Hello');
	const { marked, words } = await inspect(session.id);
	expect(marked).toEqual([]);
	expect(words).not.toContain('The provider keeps');
	expect(words).not.toContain('kept for');
});

test('what stayed the same is marked while the cache is warm; with an edited memory, and once it is cold, nothing is', async () => {
	const session = newSession(app, { kind: 'main', offRecord: false });
	const usage = { input: 20, output: 5, cacheRead: 0, cacheWrite: 900 };
	app.model.next(
		answer([text('Good morning.')], { usage, model: id, contextTokens: contextTokens(usage) })
	);
	await sendWords(app, session, 'Hello');

	const warm = await inspect(session.id);
	expect(warm.marked).toEqual(['System', 'Memory rules', 'MEMORY.md', 'Tools']);
	expect(warm.words).toContain('are the same as last time');
	expect(warm.words).not.toContain('on it is new');

	await remember('- Likes black tea\n');
	const changed = await inspect(session.id);
	expect(changed.marked).toEqual([]);
	expect(changed.words).toContain('read again, because MEMORY.md changed');
	expect(changed.words).not.toContain('About 0');

	app.clock.at += 61 * minute;
	const cold = await inspect(session.id);
	expect(cold.marked).toEqual([]);
	expect(cold.words).toContain('The provider keeps nothing of it now');
});

test('the price of the whole request counts what the parts count: what stands before an edited memory is not in the cache either', async () => {
	const session = newSession(app, { kind: 'main', offRecord: false });
	const usage = { input: 20, output: 5, cacheRead: 0, cacheWrite: 95_000 };
	app.model.next(
		answer([text('Good morning.')], { usage, model: id, contextTokens: contextTokens(usage) })
	);
	await sendWords(app, session, 'Hello');
	const { cached, weightOf } = await inspect(session.id);
	expect(cached).toBeGreaterThanOrEqual(weightOf(['System', 'Memory rules', 'MEMORY.md', 'Tools']));
	await remember('- Likes black tea\n');
	expect((await inspect(session.id)).cached).toBe(0);
});

test('a part that has only grown costs what the cache reads of it and what is new', async () => {
	const prices = { input: 100, output: 500, cacheRead: 10, cacheWrite: 125 };
	const card = { ...aCard({ id, window: 100_000, maxOutput: 1000 }), prices };
	await app.db.settings.put({ key: 'models', value: { [id]: card } });
	const session = newSession(app, { kind: 'main', offRecord: false });
	const usage = { input: 0, output: 5, cacheRead: 0, cacheWrite: 9000 };
	app.model.next(
		answer([text('Good morning.')], { usage, model: id, contextTokens: contextTokens(usage) })
	);
	await sendWords(app, session, 'A long story about bees. '.repeat(400));
	const warm = (await inspect(session.id)).priceOf('Recent messages');
	app.clock.at += 61 * minute;
	const cold = (await inspect(session.id)).priceOf('Recent messages');
	expect(warm).toBeGreaterThan(0);
	expect(cold / warm).toBeGreaterThan(8);
	expect(cold / warm).toBeLessThan(12.5);
});

test('the switch of a part that may not go along cannot be turned on, and why is said', async () => {
	await setMemoryScope(app.db, 'MEMORY.md', 'never');
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(answer([text('Good morning.')], { model: id }));
	await sendWords(app, session, 'Hello');
	const { words } = await inspect(session.id);
	const isHeld = (source: string) =>
		all('switch')
			.find((one) => one.parentElement?.textContent.trim() === `Include ${source}`)
			?.matches(':disabled');
	expect(isHeld('MEMORY.md')).toBe(true);
	expect(isHeld('System')).toBe(false);
	expect(words).toContain('Not sent: this file may go to no endpoint.');
});

test('it says that nothing is sent where this device answers', async () => {
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(answer([text('Good morning.')], { model: id }));
	await sendWords(app, session, 'Hello');
	expect((await inspect(session.id)).words).toContain('Exactly what goes to the model');
	const { words } = await inspect(session.id, onDevice);
	expect(words).toContain('on this device; nothing is sent.');
	expect(words).not.toContain('goes to the model');
});
