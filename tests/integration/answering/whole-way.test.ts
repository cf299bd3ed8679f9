// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { aCard, aMemoryFile } from '../../support/builders/a-prompt.ts';
import { text } from '../../support/builders/a-turn.ts';
import { aWorkingApp } from '../../support/apps/a-working-app.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { aModel } from '../../support/anthropic/models.ts';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { withAnthropic } from '../../support/anthropic/with-anthropic.ts';
import type { MessagesBody } from '../../support/anthropic/wire.ts';
import { never, unseen } from '../../support/never.ts';

/**
 * The acceptance test of document 003: a long conversation with tools, flushed, compacted and pruned by itself, over a
 * real socket, against a server that keeps the rules of the API.
 */

const id = 'claude-sonnet-5-5';
const haiku = 'claude-haiku-5-5';
const card = aCard({ id, window: 40_000, maxOutput: 1000 });
const fact = 'The allotment of the user is plot Q-4471.';
const curated = '- The user is called Ines.\n';
const shelf = (at: number) => `shelf ${String(at)} holds ${'seeds and string and '.repeat(240)}`;

let server: AnthropicServer;
let app: TestApp;
let session: Session;

withAnthropic((own) => (server = own), { models: [aModel({ id }), aModel({ id: haiku })] });
beforeEach(async () => {
	app = await aWorkingApp(server, {
		model: id,
		models: { [id]: card, [haiku]: { ...card, id: haiku } },
		preset: 'spec-008',
		reviewSummaries: 'auto'
	});
	session = newSession(app, { kind: 'main', offRecord: false });
	await app.db.memoryFiles.bulkPut([
		aMemoryFile('MEMORY.md', curated),
		...Array.from({ length: 8 }, (_, at) => aMemoryFile(`notes/shelf-${String(at)}.md`, shelf(at)))
	]);
	// Brief, and only what stands in what it was given.
	server.summariser(({ user }) =>
		[
			'- Decisions: the string is kept on the shelves, and the seeds stay dry.',
			`- Goals: ${[...new Set(user.match(/plot Q-\d+/g))].join(', ')} is to be planted.`,
			'- Open: the broken string.',
			'- Tools: the notes on the shelves were read.'
		].join('\n')
	);
	let flushed = 0;
	server.when(
		(body) => isFlush(body),
		() =>
			flushed++ === 0
				? { toolCalls: [{ name: 'save_memory', input: { text: fact } }] }
				: { text: 'SILENT' }
	);
});
afterEach(async () => {
	await app.close();
});

const isFlush = (body: MessagesBody): boolean =>
	JSON.stringify(body.messages).includes('use save_memory for everything durable');

async function send(words: string): Promise<string> {
	const outcome = await sendMessage(
		app,
		{ session: (await sessionOf(app.db, session.id)) ?? session, blocks: [text(words)] },
		unseen,
		never
	);
	return outcome.status === 'failed' ? JSON.stringify(outcome.failure) : outcome.status;
}

const story = 'It rained on the beds and the string broke. '.repeat(45);
/** Every message looks something up. */
const message = (at: number): string =>
	`Message ${String(at)}: ${at === 0 ? fact.replace('The allotment of the user', 'My allotment') : ''} ${story}` +
	`[[tool:read_memory {"path":"notes/shelf-${String(at % 8)}.md"}]]`;
const recall = 'Which one was it? [[tool:recall {"query":"allotment plot"}]]';

const bodies = () => server.messages().map(({ body }) => body as MessagesBody);
const chats = () => bodies().filter((body) => (body.tools?.length ?? 0) > 0 && !isFlush(body));
const lastResult = (body: MessagesBody | undefined): string =>
	JSON.stringify(body?.messages.at(-1)?.content ?? '');

test('#180 #190 #191 #240 more than twenty turns with tools: none is refused, facts are noted before the summary, and what was said early can be told and found', async () => {
	expect(await send(message(0))).toBe('answered');
	await send(recall);
	expect(lastResult(chats().at(-1))).toContain('Q-4471');
	const systemBefore = JSON.stringify(chats()[0]?.system);

	let turns = 2;
	for (; (await summariesOf(app.db, session.id)).length === 0; turns++) {
		if (turns > 60) throw new Error('It was never compacted');
		expect(await send(message(turns))).toBe('answered');
	}
	expect(turns).toBeGreaterThan(20);
	expect(server.refusals).toEqual([]);

	// The flush came before the summary; its line waits, and once accepted it is in the next prompt.
	const kinds = (await ledgerOf(app.db, session.id)).map(({ kind }) => kind);
	expect(kinds.filter((kind) => kind === 'flush')).toHaveLength(2);
	expect(kinds.indexOf('flush')).toBeLessThan(kinds.indexOf('summary'));
	expect(kinds.filter((kind) => kind === 'summary')).toHaveLength(1);
	const [line, ...others] = await waitingProposals(app.db);
	expect(others).toEqual([]);
	expect(line).toMatchObject({ text: fact, source: 'flush' });
	await acceptProposal(app, line?.id ?? '');

	const [summary] = await summariesOf(app.db, session.id);
	expect(summary).toMatchObject({ status: 'active', model: haiku, tier: 'full' });
	expect(summary?.text).toContain('Q-4471');

	// Memory stands beside the history: it was not summarised, and it is in the system text as before.
	const summarised = bodies().filter(({ model }) => model === haiku);
	expect(summarised).toHaveLength(1);
	expect(JSON.stringify(summarised)).not.toContain('called Ines');
	expect(JSON.stringify(chats().at(-1)?.system)).toBe(systemBefore);
	expect((await app.db.memoryFiles.get('MEMORY.md'))?.text).toBe(curated);

	await send(recall);
	const last = chats().at(-1);
	expect(lastResult(last)).toContain('Q-4471');
	expect(JSON.stringify(last?.system)).toContain(fact);
	expect(JSON.stringify(last?.system)).toContain('called Ines');
	// What recall has found stands in the last message; before it there is the summary, and nothing that it covers.
	const history = JSON.stringify(last?.messages.slice(0, -1));
	expect(history).toContain('Goals: plot Q-4471 is to be planted.');
	expect(history).not.toContain('Message 0:');
	expect(server.refusals).toEqual([]);
});

test('#239 in a pruned conversation every message stands as it was written, and the newest result is answered whole', async () => {
	for (let at = 0; at < 14; at++) expect(await send(message(at))).toBe('answered');
	const last = chats().at(-1);
	const sent = JSON.stringify(last?.messages);
	expect(sent).toContain('[Tool result cleared]');
	expect(await summariesOf(app.db, session.id)).toEqual([]);
	for (let at = 0; at < 14; at++) expect(sent).toContain(JSON.stringify(message(at)).slice(1, -1));
	expect(lastResult(last)).toContain(shelf(13 % 8));
	// Three assistant messages stay whole; of older ones head and tail do.
	const [before, earlier] = [shelf(12 % 8), shelf(11 % 8)];
	expect(sent).toContain(before);
	expect(sent).not.toContain(earlier);
	expect(sent).toContain(earlier.slice(0, 1400));
	const steps = await app.db.steps.toArray();
	const said = JSON.stringify(steps.findLast(({ seq }) => seq === 13)?.content);
	expect(said).toContain('The tools say: ');
	expect(said).toContain('shelf 5 holds');
	expect(server.refusals).toEqual([]);
});
