import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UserBlock } from '#core/log/blocks.ts';
import type { Session } from '#core/session/session.ts';
import { IndexStore } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { packer } from '#worker/workshop/packer.ts';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { text } from '../../support/builders/a-turn.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import { never, unseen } from '../../support/never.ts';

/**
 * DESIGN 4 over random logs: whatever is forgotten is gone, and whatever did not hold it is byte for byte what it was.
 * Each message has a word that no other has; everything else (answers, files that were read, photos) is shared.
 */

const phrases = [
	'Let me know if you have any other questions!',
	'Fine.',
	'I have put it into the list of things to do.',
	'好的，我记住了。'
];

const photos = [1, 2].map((n) => ({
	type: 'image' as const,
	source: {
		type: 'base64' as const,
		media_type: 'image/jpeg',
		data: `/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4n${String(n).repeat(400)}`
	}
}));

/** What a model does before it answers, if anything. */
const tools = [
	null,
	{ name: 'read_memory', input: { path: 'MEMORY.md' } },
	{ name: 'recall', input: { query: 'garden list' } },
	{ name: 'open_turns', input: { from: 1, to: 2 } }
] as const;

const move = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			does: fc.constant('send' as const),
			session: fc.nat(1),
			phrase: fc.nat(phrases.length - 1),
			answer: fc.nat(phrases.length - 1),
			tool: fc.nat(tools.length - 1),
			photo: fc.option(fc.nat(1)),
			isShort: fc.boolean()
		})
	},
	{
		weight: 1,
		arbitrary: fc.record({ does: fc.constant('archive' as const), session: fc.nat(1) })
	},
	{
		weight: 1,
		arbitrary: fc.record({ does: fc.constant('extract' as const), session: fc.nat(1) })
	},
	{ weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), at: fc.nat() }) }
);

interface Said {
	readonly session: Session;
	readonly turnId: string;
	/** Stands in this message alone. */
	readonly word: string;
}

type Move = typeof move extends fc.Arbitrary<infer One> ? One : never;

async function live(app: TestApp, moves: readonly Move[]): Promise<readonly Said[]> {
	const sessions = [0, 1].map(() => newSession(app, { kind: 'main', offRecord: false }));
	const said: Said[] = [];
	for (const [at, one] of moves.entries()) {
		app.clock.at += 60_000;
		if (one.does === 'delete') {
			const chosen = said[one.at % Math.max(1, said.length)];
			if (chosen) await deleteTurn(app, { sessionId: chosen.session.id, turnId: chosen.turnId });
			continue;
		}
		const session = sessions[one.session]!;
		if (one.does !== 'send') {
			if (!said.some((row) => row.session === session)) continue;
			if (one.does === 'extract') app.model.next(say('<memories>none</memories>'));
			const job = one.does === 'archive' ? 'archive-session' : 'extract';
			await app.workshop.run(job, { sessionId: session.id }, never);
			continue;
		}
		const word = at % 2 === 0 ? `zq${String(at)}x` : `鱼${String.fromCharCode(0x4e00 + at)}猫`;
		const tool = tools[one.tool];
		if (tool) app.model.next(answer([{ type: 'tool_use', id: `call${String(at % 3)}`, ...tool }]));
		app.model.next(say(phrases[one.answer] ?? ''));
		const words = one.isShort ? word : `The garden list, ${word}. ${phrases[one.phrase] ?? ''}`;
		const photo = one.photo === null ? undefined : photos[one.photo];
		const blocks: UserBlock[] = [...(photo ? [photo] : []), text(words)];
		const sent = await sendMessage(app, { session, blocks: blocks }, unseen, never);
		expect(sent).toMatchObject({ status: 'answered' });
		said.push({ session, turnId: ('turnId' in sent && sent.turnId) || '', word });
	}
	return said;
}

/** Whether it has one of the words, or quotes the turn of one by its link: an answer that was found has none of its own. */
const holds = (value: unknown, gone: readonly Said[]): boolean => {
	const told = JSON.stringify(value);
	return gone.some(({ word, turnId }) => told.includes(word) || told.includes(`#${turnId}\\"`));
};

/**
 * Everything that holds none of the words and is not among what goes: turns, steps (their results apart), archives, and
 * requests as they can be read.
 */
async function besides({ db }: TestApp, gone: readonly Said[], session: Session | null) {
	const turnIds = new Set(gone.map(({ turnId }) => turnId));
	const stays = (row: { readonly turnId: string }): boolean => !turnIds.has(row.turnId);
	const isElsewhere = (row: { readonly sessionId: string | null }): boolean =>
		session === null || row.sessionId !== session.id;
	const steps = (await db.steps.toArray()).filter(stays);
	const archives = (await db.archives.toArray()).filter(isElsewhere);
	const packed = await Promise.all(
		archives.map(async ({ id }) => {
			const bytes = (await db.archiveBytes.get(id))?.bytes ?? new Uint8Array();
			return { id, bytes: String(bytes), lines: (await packer.unpack(bytes)).lines };
		})
	);
	const entries = (await db.ledger.toArray()).filter(isElsewhere);
	const bodies = await Promise.all(
		entries.map(async (entry) => ({ id: entry.id, body: await bodyOf({ db }, entry) }))
	);
	return new Map<string, unknown>(
		[
			...(await db.turns.toArray())
				.filter(stays)
				.map((row) => [`turn ${row.turnId}`, row] as const),
			...steps.map(
				({ results: _, resultsForgottenAt: __, ...row }) =>
					[`step ${row.turnId} ${String(row.index)}`, row] as const
			),
			...steps.flatMap(({ turnId, index, results }) =>
				(results ?? []).map(
					(result) => [`result ${turnId} ${String(index)} ${result.tool_use_id}`, result] as const
				)
			),
			...packed.map((row) => [`archive ${row.id}`, row] as const),
			...bodies.map(({ id, body }) => [`body ${id}`, body] as const)
		].filter(([, value]) => !holds(value, gone))
	);
}

test('whatever is forgotten is gone, and all that did not hold it is byte for byte the same', async () => {
	let runs = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(move, { minLength: 4, maxLength: 10 }),
			fc.nat(),
			fc.boolean(),
			async (moves, at, isSession) => {
				const index = new IndexStore(`forget-property-${String(++runs)}`);
				const app = withWorkshop(await anApp(), index, ['extract']);
				try {
					await writeSetting(app.db, 'models', {
						'claude-test-5': aCard({ id: 'claude-test-5', window: 60_000, maxOutput: 1000 })
					});
					const file = { path: 'MEMORY.md', text: `# Me\n- ${phrases.join('\n- ')}\n` };
					await saveMemoryFile(app, { ...file, expectedRev: null });
					const said = await live(app, moves);
					fc.pre(said.length > 1);
					const chosen = said[at % said.length]!;
					const { session, turnId } = chosen;
					const gone = isSession ? said.filter((row) => row.session === session) : [chosen];
					const before = await besides(app, gone, isSession ? session : null);
					const what = isSession
						? ({ kind: 'session', sessionId: session.id } as const)
						: ({ kind: 'turn', sessionId: session.id, turnId } as const);
					const outcome = await forget(app, { what, lines: [], summaries: {} });
					expect(outcome).toMatchObject({ status: 'forgotten', unreached: [] });
					for (const { word } of gone)
						expect(await tablesWith([app.db, app.scratch, index], word)).toEqual([]);
					const after = await besides(app, gone, isSession ? session : null);
					for (const [name, value] of before)
						expect([name, after.get(name)]).toEqual([name, value]);
				} finally {
					await app.close();
					await index.delete();
				}
			}
		),
		{ numRuns: 12 }
	);
});
