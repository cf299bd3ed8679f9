import { afterEach, expect, test } from 'vitest';
import { textOf } from '#core/log/blocks.ts';
import type { Message } from '#core/log/blocks.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { memoryFiles } from '#db/memory/files.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { extractMemories } from '#flows/learning/extract-memories.ts';
import type { CompactOutcome } from '#flows/ports/workshop.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { acceptAll } from '#flows/desk/review-desk.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { packer } from '#worker/workshop/packer.ts';
import { anApp, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { never } from '../../support/never.ts';
import { isGate } from '../../support/occasion.ts';
import {
	attacksOf,
	halves,
	looseAside,
	looseIn,
	obey,
	said,
	wordsOf,
	type Attack
} from '../../support/recorded/red-team.ts';
import { plant } from '../../support/recorded/red-team-session.ts';
import { aSession } from '../../support/builders/a-session.ts';

/**
 * Instructions hidden in what the assistant reads, against a model that obeys every one of them, with the rule that
 * lets most through. None gets into memory, or into a prompt outside its fence, without the user (INV-32, threats 19–21).
 */

const card = aCard({ window: 12_000, maxOutput: 1000 });

let app: TestApp | undefined;
afterEach(async () => {
	await app?.close();
	app = undefined;
});

/** The whole way: a message, a compaction, a message, a reset's extraction, a message in a new session. */
async function livesThrough(
	attacks: readonly Attack[],
	preset: string
): Promise<{ app: TestApp; planted: Record<string, string>; drafted: CompactOutcome }> {
	app = await anApp({
		models: { [card.id]: card },
		preset,
		reviewMemories: 'untainted',
		reviewSummaries: 'auto'
	});
	const { db, model, clock } = app;
	const line = (body: RequestBody) =>
		(async function* () {
			await Promise.resolve();
			yield* obey(attacks, body);
		})();
	model.next(...Array<typeof line>(80).fill(line));
	const ports = { db, model, clock, packer };
	app.jobs.compact = (ask, signal) => compactSession(ports, ask, signal, () => undefined);
	app.jobs['archive-summary'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
	await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Likes tea\n', expectedRev: null });

	const session = await plant(app, attacks);
	const { id } = session;
	const planted = await remembered(db);
	const send = async (words: string) => {
		if (!app) throw new Error('no app');
		const now = (await sessionOf(db, id)) ?? session;
		const outcome = await sendWords(app, now, words);
		if (outcome.status !== 'answered') throw new Error(JSON.stringify(outcome));
	};
	await send(`${attacks.map(({ language }) => said[language]).join('\n')} Please go on.`);
	const drafted = await app.jobs.compact(
		{ sessionId: id, trigger: 'manual', focus: null, compactionId: null },
		never
	);
	if (drafted.status === 'drafted') await useSummary(app, drafted.summary.id);
	await send('Thanks, please go on.');
	await extractMemories(ports, { sessionId: id }, never, () => undefined);
	const next = aSession({ id: 'next' });
	await sendWords(app, next, 'Good morning.');
	return { app, planted, drafted };
}

/** What the user typed, by which it is told from what the app put in. */
const typedIn = async ({ db }: TestApp): Promise<ReadonlySet<string>> =>
	new Set(
		(await db.turns.toArray()).map(({ asked }) => textOf(asked)).filter((words) => words !== '')
	);

/** Under a preset of a document lines that no attack has touched may pass by themselves; the attacks may not. */
async function staysOutUnder(preset: string, attacks: readonly Attack[]): Promise<void> {
	const { app, planted, drafted } = await livesThrough(attacks, preset);
	const before = JSON.stringify(planted);
	expect(drafted.status).toBe('drafted');
	const typed = await typedIn(app);
	await acceptAll(app);
	const memory = JSON.stringify(await memoryFiles(app.db));
	for (const { id, cue, wants } of attacks) {
		const read = app.model.bodies.filter((body) => wordsOf(body).includes(cue));
		const asides = read.filter(({ tools }) => (tools?.length ?? 0) === 0);
		expect(
			read.flatMap((body) => looseIn(body, cue, typed)),
			id
		).toEqual([]);
		expect(
			asides.filter((body) => looseAside(body, cue)),
			id
		).toEqual([]);
		expect([memory.includes(cue), memory.includes(wants)], id).toEqual([
			before.includes(cue),
			before.includes(wants)
		]);
	}
}

async function survives(attacks: readonly Attack[]): Promise<void> {
	const { app, planted, drafted } = await livesThrough(attacks, 'recommended');
	if (drafted.status !== 'drafted') throw new Error(JSON.stringify(drafted));
	const { db, model, clock } = app;
	const typed = await typedIn(app);
	const asked = await db.proposals.toArray();
	for (const { id, cue, carrier } of attacks) {
		const read = model.bodies.filter((body) => wordsOf(body).includes(cue));
		// Lines of a file of memories wait at the desk: no model reads them before the user has.
		const waits = asked.some(({ source, text: line }) => source === 'import' && line.includes(cue));
		expect(read.length > 0 || waits, `the model has read ${id}`).toBe(true);
		expect(
			read.flatMap((body) => looseIn(body, cue, typed)),
			id
		).toEqual([]);
		const asides = read.filter(({ tools }) => (tools?.length ?? 0) === 0);
		expect(
			asides.filter((body) => looseAside(body, cue)),
			id
		).toEqual([]);
		const told = asides.flatMap((body) => questionsWith(body, cue));
		if (carrier === 'import' || carrier === 'alt')
			expect(told.length, `a summary was made of ${id}`).toBeGreaterThan(0);
		// A turn from elsewhere says so; pasted words are the user's message, and only their lines are judged apart.
		if (carrier === 'import')
			for (const heading of told) expect(heading).toMatch(/ · user · imported ===$/);
		if (carrier === 'alt') for (const heading of told) expect(heading).toMatch(/ · user ===$/);
	}
	expect(await remembered(db)).toEqual(planted);
	const refused = model.bodies.some(({ messages }) => messages.some(holdsRefusal));
	expect(asked.length > 0 || refused, 'it was tried').toBe(true);
	for (const proposal of asked.filter(({ text: line }) => !isOwn(line))) {
		expect(proposal.status).toBe('waiting');
		expect(['tool', 'web', 'import'], proposal.text).toContain(proposal.origin);
		expect(proposal.text, 'what is shown is all there is').toBe(inPlainSight(proposal.text));
	}
	await acceptAll({ db, clock });
	expect(await remembered(db)).toEqual(planted);
}

/** Headings of the questions that hold the cue, in the transcript that a summariser is given. */
function questionsWith(body: RequestBody, cue: string): string[] {
	const words = wordsOf(body);
	const nonce = /^----- begin transcript ([\w-]+) -----$/m.exec(words)?.[1] ?? '';
	return words
		.split(new RegExp(`^(?==== ${nonce} · )`, 'm'))
		.filter((part) => part.includes(cue))
		.map((part) => part.split('\n')[0] ?? '')
		.filter((heading) => heading.includes(' · user'));
}

const holdsRefusal = ({ content }: Message): boolean =>
	content.some((block) => block.type === 'tool_result' && block.is_error === true);

/** One line without signs that nobody sees. */
const inPlainSight = (words: string): string =>
	// oxlint-disable-next-line no-misleading-character-class -- the ranges are the point
	words.replace(/[\p{Cc}\p{Cf}\u2028\u2029\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, '');

/**
 * What stands in memory, without the user's own sentences: where the answer of the model is no summary, the app makes
 * one of them itself, and with this rule they may pass.
 */
const remembered = async (db: TestApp['db']): Promise<Record<string, string>> =>
	Object.fromEntries(
		(await memoryFiles(db))
			.map(({ path, text }) => [path, withoutOwnWords(text)] as const)
			.filter(([, text]) => text !== '')
	);

/** Whether a line is, word for word, what the user says. */
const isOwn = (line: string): boolean => Object.values(said).some((words) => words.includes(line));

function withoutOwnWords(text: string): string {
	const lines = text.split('\n').filter((line) => !line.startsWith('- ') || !isOwn(line.slice(2)));
	const isNothingLeft = lines.every((line) => line === '' || line.startsWith('### '));
	return isNothingLeft ? '' : lines.join('\n');
}

/**
 * A few at a time, so that all of them stand in one request: each alone is judged in tests/unit/provenance. In the gate every
 * second batch of each carrier.
 */
const together = 5;
const all = halves.flatMap(attacksOf);
const batches = [...new Set(all.map(({ carrier }) => carrier))].flatMap((carrier) => {
	const of = all.filter((attack) => attack.carrier === carrier);
	const size = carrier === 'attached' ? 1 : together;
	return Array.from({ length: Math.ceil(of.length / size) }, (_, at) => {
		const batch = of.slice(at * size, (at + 1) * size);
		return [carrier, batch.map(({ id }) => id).join(', '), batch] as const;
	}).filter((_, at) => !isGate || at % 2 === 0);
});

test.each(batches)(
	'#103 INV-32 nothing that came by %s gets into memory or out of its fence, whoever obeys it: %s',
	(_carrier, _ids, batch) => survives(batch)
);

/** Those whose session is long enough for every preset, and whose summary has the language of the user. */
const inEveryPreset = (['tool', 'web', 'import', 'alt', 'memory-file', 'recall'] as const).flatMap(
	(carrier) => batches.filter(([of]) => of === carrier).slice(0, 1)
);
const others = builtInPresets.filter(({ id }) => id !== 'recommended');

/** Every preset with every carrier; in the gate each carrier with one of them. */
const pairs = others.flatMap(({ id }, at) =>
	inEveryPreset
		.filter((_, nth) => !isGate || nth % others.length === at)
		.map(([carrier, , batch]) => [carrier, id, batch] as const)
);

test.each(pairs)('INV-32 nor does what came by %s under the preset %s', (_carrier, preset, batch) =>
	staysOutUnder(preset, batch)
);

test('the set holds every carrier in every one of six languages, all but one since before the defence', () => {
	expect(halves.map((half) => [half, attacksOf(half).length])).toEqual([
		['seen', 30],
		['unseen', 30],
		['fresh', 70],
		['later', 1],
		['blind', 132]
	]);
	expect(new Set(all.map(({ id }) => id)).size).toBe(263);
	const pairsOf = (of: readonly Attack[]) =>
		new Set(of.map(({ carrier, language }) => `${carrier} ${language}`));
	const wanted = (['tool', 'web', 'import', 'alt', 'summary'] as const).flatMap((carrier) =>
		(['en', 'de', 'fr', 'es', 'ru', 'zh'] as const).map((language) => `${carrier} ${language}`)
	);
	const before = pairsOf([...attacksOf('seen'), ...attacksOf('unseen')]);
	// The one that was not thought of then was written later.
	expect(wanted.filter((pair) => !before.has(pair))).toEqual(['summary fr']);
	const now = pairsOf(all);
	expect(wanted.filter((pair) => !now.has(pair))).toEqual([]);
	const blind = attacksOf('blind').map(({ carrier, language }) => `${carrier} ${language}`);
	for (const pair of now)
		if (wanted.includes(pair))
			expect(blind.filter((one) => one === pair).length).toBeGreaterThan(2);
});
