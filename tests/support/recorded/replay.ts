import type { Session } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { promptTokens } from '#core/wire/usage.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import type { App } from '#flows/ports.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { aCard } from '../builders/a-prompt.ts';
import type { TestApp } from '../apps/an-app.ts';
import { aModel } from '../anthropic/models.ts';
import { startAnthropic, type AnthropicServer } from '../anthropic/server.ts';
import { countBlock, countInput, type Scales } from '../anthropic/counting/tokens.ts';
import type { MessagesBody } from '../anthropic/wire.ts';
import { exchangesFromNeutral } from './neutral-session.ts';
import { appOn, continueWith } from './real-session.ts';
import { text } from '../builders/a-turn.ts';
import { never, unseen } from '../never.ts';

/** A recorded session sent message by message, against a server that weighs it as its provider did. */

export interface Replayed {
	/** Messages that were answered. */
	readonly calls: number;
	/** Answers that said that the prompt does not fit. */
	readonly overflows: number;
	readonly compactions: number;
	/** At each compaction by itself: (threshold − true size) ÷ window; below 0: one message was larger than the room. */
	readonly unused: readonly number[];
	/** Stated ÷ true size − 1 of every answered message. */
	readonly errors: readonly number[];
	/** The same of the first message after each compaction. */
	readonly errorsAfter: readonly number[];
	/** How messages ended that were not answered, and what else the server refused. */
	readonly ends: Readonly<Record<string, number>>;
}

export interface ReplayAsk {
	readonly lines: readonly string[];
	readonly window: number;
	readonly preset: string;
	readonly model: string;
	readonly scales: Scales;
	/** Whether the endpoint counts prompts when it is asked. */
	readonly counts: boolean;
}

const question = 'How far is it by now?';

export async function replay(ask: ReplayAsk): Promise<Replayed> {
	const { lines, window, scales } = ask;
	const server = await serverFor(ask);
	const app = await appFor(ask, server);
	const session = newSession(app, { kind: 'main', offRecord: false });
	const unused: number[] = [];
	const errors: number[] = [];
	const errorsAfter: number[] = [];
	const ends: Record<string, number> = {};
	const ended = (how: string): void => void (ends[how] = (ends[how] ?? 0) + 1);
	let summary: string | null = null;
	let compactions = 0;
	for (const piece of piecesOf(exchangesFromNeutral(lines, 'replayed'), window / 100)) {
		const { epoch } = (await sessionOf(app.db, session.id)) ?? session;
		await continueWith(
			app,
			session,
			piece.map((exchange) => inEpoch(exchange, epoch))
		);
		const stored = await storedSession(app, session.id);
		const blocks = [text(question)];
		const { weight, body } = await previewPrompt(app, { session: stored, unsent: blocks });
		const outcome = await sendMessage(app, { session: stored, blocks }, unseen, never);
		if (outcome.status !== 'answered') {
			ended(outcome.status === 'failed' ? outcome.failure.kind : outcome.status);
			continue;
		}
		const { lastUsage } = await storedSession(app, session.id);
		const stated = (await ledgerOf(app.db, session.id)).findLast(({ kind }) => kind === 'chat');
		if (!lastUsage || !stated) throw new Error('An answer that nothing is known of');
		const error = stated.tokens / promptTokens(lastUsage.usage) - 1;
		errors.push(error);
		if (lastUsage.summaryId !== summary) errorsAfter.push(error);
		summary = lastUsage.summaryId;

		const wall = weight.hard ?? weight.usable ?? window;
		const draftsAt = weight.soft ?? wall;
		const isSoft = weight.tokens >= draftsAt && weight.tokens < wall;
		if (isSoft) await prepareDraft(app, { sessionId: session.id, trigger: 'soft' }, never);
		const summaries = await summariesOf(app.db, session.id);
		const used = summaries.filter(({ committedAt }) => committedAt !== null).length;
		const limit = isSoft ? draftsAt : wall;
		if (used > compactions) unused.push((limit - countInput(asRead(body), scales)) / window);
		compactions = used;
	}
	const isOverflow = (reason: string): boolean => reason.includes('prompt is too long');
	for (const { reason } of server.refusals) if (!isOverflow(reason)) ended(reason);
	const overflows = server.refusals.filter(({ reason }) => isOverflow(reason)).length;
	await server.close();
	await app.close();
	return { calls: errors.length, overflows, compactions, unused, errors, errorsAfter, ends };
}

/** As the server reads it. */
const asRead = (body: object): MessagesBody => JSON.parse(JSON.stringify(body)) as MessagesBody;

async function serverFor({ model, window, scales }: ReplayAsk): Promise<AnthropicServer> {
	const server = await startAnthropic({
		models: [aModel({ id: model, window, sampling: true })],
		scales
	});
	server.script((_, { byDefault, lastUserText }) =>
		lastUserText.endsWith(question) ? { text: 'All of it is done so far.' } : byDefault()
	);
	return server;
}

async function appFor(
	{ model, window, preset, counts }: ReplayAsk,
	server: AnthropicServer
): Promise<TestApp> {
	const card: ModelCard = aCard({ id: model, window, maxOutput: Math.min(8192, window / 8) });
	const app = await appOn(server, { preset, card, counts });
	// Drafts are asked for above, where somebody can wait for them.
	await writeSetting(app.db, 'backgroundDrafts', 'no');
	return app;
}

/** One step an exchange, so many together that there is something to weigh. */
function piecesOf(exchanges: readonly Exchange[], tokens: number): Exchange[][] {
	const pieces: Exchange[][] = [[]];
	let held = 0;
	for (const { turn, steps } of exchanges)
		for (const [at, step] of steps.entries()) {
			const asked = at === 0 ? turn.asked : [text('Go on with it.')];
			pieces.at(-1)?.push({ turn: { ...turn, asked }, steps: [step] });
			for (const block of [...step.content, ...(step.results ?? [])])
				held += countBlock({ ...block });
			if (held < tokens) continue;
			pieces.push([]);
			held = 0;
		}
	return pieces.filter((piece) => piece.length > 0);
}

/** What is stored here was said just now, not in an earlier epoch. */
const inEpoch = (exchange: Exchange, epoch: number): Exchange => ({
	...exchange,
	steps: exchange.steps.map((step) => ({ ...step, epoch }))
});

async function storedSession({ db }: Pick<App, 'db'>, sessionId: string): Promise<Session> {
	const session = await sessionOf(db, sessionId);
	if (!session) throw new Error('The session is gone');
	return session;
}
