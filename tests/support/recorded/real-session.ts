import { chainStart, linkResults, linkStep, linkTurn, chainEnd } from '#core/log/chain.ts';
import type { Session } from '#core/session/session.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import type { SummaryTier } from '#core/summary/summary.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { aCard } from '../builders/a-prompt.ts';
import { aLine } from '../builders/a-line.ts';
import { anApp, logOf, sendWords, type TestApp } from '../apps/an-app.ts';
import { summariseByDefault, type Summariser } from '../anthropic/answers/script.ts';
import type { AnthropicServer } from '../anthropic/server.ts';
import { aBranch } from '../builders/stored-session.ts';
import { text } from '../builders/a-turn.ts';
import { never, unseen } from '../never.ts';

/** A real session, lived through again: shown, continued and compacted, round after round, over a real socket. */

/** What came of one round. */
export interface RoundOutcome {
	readonly round: number;
	/** Whole prompt, tokens, as the screen shows them. */
	readonly before: number;
	readonly after: number;
	/** Null: no summary was made; `why` says so. */
	readonly tier: SummaryTier | null;
	readonly why: string;
	/** How the messages before and after the summary ended. */
	readonly replies: readonly string[];
}

/** A model keeps to the size it is asked for; the script by itself would list every fact at any length. */
const briefSummary: Summariser = (asked) =>
	summariseByDefault(asked)
		.split('\n')
		.filter((line, at, all) => line.startsWith('#') || all.slice(0, at).join('\n').length < 1500)
		.map((line) => line.slice(0, 400))
		.join('\n');

/** A model that thinks in every answer, and takes no request to leave it. */
export const thinkingCard = (window: number): ModelCard =>
	aCard({ id: 'claude-opus-5-5', window, maxOutput: 4000 });

/** An app on a scripted server, whose workshop compacts in the same thread. */
export async function appOn(
	server: AnthropicServer,
	{ preset, card, counts = true }: { preset: string; card: ModelCard; counts?: boolean }
): Promise<TestApp> {
	const base = await anApp({ model: card.id, models: { [card.id]: card }, preset });
	const line = aLine(server);
	const app: TestApp = {
		...base,
		telephone: {
			...base.telephone,
			stream: (asked, signal) => line.stream(asked, signal),
			count: (asked, signal) =>
				counts ? line.count(asked, signal) : Promise.resolve({ status: 'unsupported' })
		}
	};
	app.jobs['archive-summary'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
	app.jobs.compact = (ask, signal) =>
		compactSession({ db: app.db, model: line, clock: app.clock }, ask, signal, unseen);
	await writeSetting(app.db, 'reviewSummaries', 'auto');
	server.summariser(briefSummary);
	return app;
}

/**
 * A session in so many pieces of about the same number of steps. A piece that begins inside a turn asks to go on, so
 * that one long run of an agent has rounds as well.
 */
export function piecesOf(exchanges: readonly Exchange[], count: number): readonly Exchange[][] {
	const steps = exchanges.reduce((sum, exchange) => sum + exchange.steps.length, 0);
	const most = Math.max(1, Math.ceil(steps / count));
	const pieces: Exchange[][] = [[]];
	let held = 0;
	for (const exchange of exchanges) {
		let rest = exchange;
		while (held + rest.steps.length > most) {
			const fit = rest.steps.slice(0, most - held);
			if (fit.length > 0) pieces.at(-1)?.push({ turn: rest.turn, steps: fit });
			const asked = fit.length > 0 ? [text('Go on with it.')] : rest.turn.asked;
			rest = { turn: { ...rest.turn, asked }, steps: rest.steps.slice(fit.length) };
			pieces.push([]);
			held = 0;
		}
		if (rest.steps.length > 0 || exchange.steps.length === 0) pieces.at(-1)?.push(rest);
		held += rest.steps.length;
	}
	return pieces.filter((piece) => piece.length > 0);
}

/** Store exchanges behind what a session holds, chained on to it. */
export async function continueWith(
	app: TestApp,
	session: Session,
	more: readonly Exchange[]
): Promise<void> {
	const { db } = app;
	const sessionId = session.id;
	const there = await sessionOf(db, sessionId);
	if (!there) {
		await db.sessions.put(session);
		await db.branches.put(aBranch({ sessionId }));
	}
	const log = await logOf({ db }, sessionId);
	const last = log.at(-1);
	let link = last ? chainEnd(last) : chainStart(sessionId);
	for (const [at, { turn, steps }] of more.entries()) {
		const seq = log.length + at;
		const turnId = app.clock.newId();
		const place = { sessionId, branch: session.branch, seq, turnId };
		const hash = linkTurn(link, turnId, turn.asked);
		let before = hash;
		const made = steps.map((step, index): Step => {
			const own = linkStep(before, { turnId, index }, step.content);
			const resultsHash = step.results ? linkResults(own, step.results) : null;
			before = resultsHash ?? own;
			return { ...step, ...place, index, hash: own, resultsHash };
		});
		// What was recorded may end in the middle of work; here each turn has ended.
		const exchange = { turn: { ...turn, ...place, hash }, steps: made };
		await db.turns.put(exchange.turn);
		await db.steps.bulkPut(made);
		link = chainEnd(exchange);
	}
	await db.branches.put(aBranch({ sessionId, headSeq: log.length + more.length - 1 }));
}

async function tokensNow(app: TestApp, sessionId: string): Promise<number> {
	const session = await sessionOf(app.db, sessionId);
	if (!session) throw new Error('The session is gone');
	return (await previewPrompt(app, { session, unsent: [text('Go on.')] })).weight.tokens;
}

/** Live a session through, one round a piece; a message at its limit may make more. */
export async function liveThrough(
	app: TestApp,
	pieces: readonly (readonly Exchange[])[]
): Promise<{
	readonly rounds: readonly RoundOutcome[];
	/** Summaries that were put to use, whoever asked for them. */
	readonly used: number;
}> {
	const session = newSession(app, { kind: 'main', offRecord: false });
	const rounds: RoundOutcome[] = [];
	const send = async (words: string): Promise<string> => {
		const outcome = await sendWords(app, session, words);
		return outcome.status === 'failed' ? outcome.failure.kind : outcome.status;
	};
	for (const [at, piece] of pieces.entries()) {
		await continueWith(app, session, piece);
		const replies = [await send(`Where do we stand? [[tool:recall {"query":"error"}]]`)];
		const before = await tokensNow(app, session.id);
		const made = await prepareDraft(app, { sessionId: session.id, trigger: 'manual' }, never);
		if (made.status === 'drafted' && made.summary.status === 'draft')
			await useSummary(app, made.summary.id);
		replies.push(await send('And what comes next?'));
		rounds.push({
			round: at + 1,
			before,
			after: await tokensNow(app, session.id),
			tier: made.status === 'drafted' ? made.summary.tier : null,
			why:
				made.status === 'nothing-to-do'
					? made.reason
					: made.status === 'failed'
						? [made.failure.kind, 'reason' in made.failure ? made.failure.reason : ''].join(' ')
						: '',
			replies
		});
	}
	const summaries = await summariesOf(app.db, session.id);
	return { rounds, used: summaries.filter(({ committedAt }) => committedAt !== null).length };
}

/** Thinking blocks in what the server was sent. */
export const thoughtsSent = (server: AnthropicServer): number =>
	server
		.messages()
		.reduce((sum, { body }) => sum + JSON.stringify(body).split('"type":"thinking"').length - 1, 0);
