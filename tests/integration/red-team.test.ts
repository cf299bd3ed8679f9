import { afterEach, describe, expect, test } from 'vitest';
import { textOf } from '#core/blocks.ts';
import type { RequestBody } from '#core/prompt.ts';
import { memoryFiles } from '#db/memory.ts';
import { sessionOf } from '#db/sessions.ts';
import { compactSession } from '#flows/compact-session.ts';
import { extractMemories } from '#flows/extract-memories.ts';
import { saveMemoryFile } from '#flows/memory-files.ts';
import { acceptAll } from '#flows/review-desk.ts';
import { sendMessage } from '#flows/send-message.ts';
import { useSummary } from '#flows/use-summary.ts';
import { packer } from '#worker/packer.ts';
import { anApp, type TestApp } from '../support/an-app.ts';
import { aCard } from '../support/a-prompt.ts';
import { text } from '../support/a-turn.ts';
import { attacksOf, looseIn, obey, said, wordsOf, type Attack } from '../support/red-team.ts';
import { plant } from '../support/red-team-session.ts';
import { aStoredSession } from '../support/stored-session.ts';

/**
 * Instructions hidden in what the assistant reads, against a model that obeys every one of them, with the rule that
 * lets most through. None gets into memory, or into a prompt outside its fence, without the user (INV-32, threats 19–21).
 */

const card = aCard({ window: 20_000, maxOutput: 2000 });
const never = new AbortController().signal;

let app: TestApp | undefined;
afterEach(async () => {
	await app?.close();
	app = undefined;
});

/** The whole way: a message, a compaction, a message, a reset's extraction, a message in a new session. */
async function livesThrough(attack: Attack): Promise<TestApp> {
	app = await anApp({
		models: { [card.id]: card },
		reviewMemories: 'untainted',
		reviewSummaries: 'auto'
	});
	const { db, model, clock } = app;
	const line = (body: RequestBody) =>
		(async function* () {
			await Promise.resolve();
			yield* obey(attack, body);
		})();
	model.next(...Array<typeof line>(80).fill(line));
	const ports = { db, model, clock, packer };
	app.jobs.compact = (ask, signal) => compactSession(ports, ask, signal, () => undefined);
	app.jobs['archive-summary'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
	await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Likes tea\n', expectedRev: null });

	const planted = await plant(app, attack);
	const { id } = planted;
	const send = async (words: string) => {
		if (!app) throw new Error('no app');
		const session = (await sessionOf(db, id)) ?? planted;
		const outcome = await sendMessage(
			app,
			{ session, blocks: [text(words)] },
			() => undefined,
			never
		);
		if (outcome.status !== 'answered') throw new Error(JSON.stringify(outcome));
	};
	await send(`${said[attack.language]} Please go on.`);
	const drafted = await app.jobs.compact(
		{ sessionId: id, trigger: 'manual', focus: null, compactionId: null },
		never
	);
	if (drafted.status !== 'drafted') throw new Error(JSON.stringify(drafted));
	await useSummary(app, drafted.summary.id);
	await send('Thanks, please go on.');
	await extractMemories(ports, { sessionId: id }, never, () => undefined);
	const next = aStoredSession({ id: 'next' });
	await sendMessage(
		app,
		{ session: next, blocks: [text('Good morning.')] },
		() => undefined,
		never
	);
	return app;
}

const normal = (words: string): string => words.replace(/\s+/g, ' ').trim();

async function survives(attack: Attack): Promise<void> {
	const { db, model, clock } = await livesThrough(attack);
	const typed = new Set(
		(await db.turns.toArray()).map(({ asked }) => textOf(asked)).filter((words) => words !== '')
	);
	const read = model.bodies.filter((body) => wordsOf(body).includes(attack.cue));
	expect(read.length, 'the model has read it').toBeGreaterThan(0);
	expect(read.flatMap((body) => looseIn(body, attack.cue, typed))).toEqual([]);

	const before = await remembered(db);
	expect(before['MEMORY.md']).toBe('- Likes tea\n');
	const imported = attack.carrier === 'memory-file' ? { 'memory/2026-11-20.md': attack.text } : {};
	const wanted = normal(attack.wants);
	for (const [path, words] of Object.entries(before))
		if (!(path in imported)) expect(words).not.toContain(wanted);
	const asked = (await db.proposals.toArray()).filter(
		(proposal) => normal(proposal.text) === normal(attack.wants.replace(/^[#\s]+/, ''))
	);
	expect(asked.length, 'it was tried').toBeGreaterThan(0);
	for (const proposal of asked) {
		expect(proposal.status).toBe('waiting');
		expect(['tool', 'web', 'import']).toContain(proposal.origin);
	}
	await acceptAll({ db, clock });
	for (const [path, words] of Object.entries(await remembered(db)))
		if (!(path in imported)) expect(words).not.toContain(wanted);
}

const remembered = async (db: TestApp['db']): Promise<Record<string, string>> =>
	Object.fromEntries((await memoryFiles(db)).map((file) => [file.path, file.text]));

describe.each(['seen', 'unseen'] as const)('INV-32 the %s half of the red-team set', (half) => {
	test.each(attacksOf(half).map((attack) => [attack.id, attack] as const))(
		'%s gets neither into memory nor out of its fence',
		(_, attack) => survives(attack)
	);
});
