import { taintOf, worse } from '#core/provenance/taint.ts';
import { headOf } from '#core/log/path.ts';
import { leftOutTurns } from '#core/log/marks.ts';
import type { Exchange } from '#core/log/turn.ts';
import { cleanLine } from '#core/lines/line.ts';
import { exchangeAt, readExchanges } from '#db/log/turns.ts';
import type { CallingReply } from '#flows/answer/tools/reply.ts';
import { failed } from '#flows/done.ts';
import { proposeLine, wasOvertaken, type ProposeOutcome } from '#flows/desk/propose-line.ts';
import { wordsOfSession, type SessionWords } from '#flows/desk/session-words.ts';
import type { App } from '#flows/ports.ts';
import type { ToolPorts } from '#tools/ports.ts';

type Line = Parameters<ToolPorts['desk']['propose']>[0];

/** Memory lines that one reply may propose. */
const mostProposals = 20;

/** The way of one reply to the review desk. */
export function deskFor(app: App, reply: CallingReply): ToolPorts['desk'] {
	const { session, turnId, read, flush } = reply;
	let proposed = 0;
	/** The session as this reply found it, read with its first line for memory. */
	let log: Promise<readonly Exchange[]> | null = null;

	/** What the model has read: the turns of this prompt, those its summary stands for, and its own calls. */
	async function wordsSeen(): Promise<SessionWords> {
		const { input, path, forgotten } = read;
		// The newest turn as it stands now, with the results that have come since.
		const newest = await exchangeAt(app.db, session.id, path, headOf(path));
		const taint = taintOf(
			newest ? [...input.exchanges, newest] : input.exchanges,
			worse(input.summary?.taint ?? 'none', flush?.taint() ?? 'none')
		);
		log ??= readExchanges(app.db, session.id, path);
		const leftOut = leftOutTurns(input.marks);
		const before = input.exchanges.filter(({ turn }) => !leftOut.has(turn.turnId));
		const seen = { taint, read: before, forgotten };
		return wordsOfSession(app.db, session.id, { ...seen, log: await log });
	}

	async function judged(line: Line): Promise<ProposeOutcome | { readonly status: 'off-record' }> {
		const text = cleanLine(line.text);
		const words = await wordsSeen();
		const isHidden = !flush && words.offRecord.has(turnId);
		if (isHidden || words.isSecret(text)) return { status: 'off-record' };
		if (words.isKeptOut(text, [])) return failed({ kind: 'forgotten' });
		const sayer = words.sayerOf(text);
		// The turn that asked for the line counts as its source: off the record it takes the line along. A flush was asked for by nobody.
		const asker = flush && sayer !== null ? [] : [turnId];
		return proposeLine(app, {
			...line,
			source: flush ? 'flush' : line.source,
			origin: words.originOf(text),
			isUnwanted: words.isUnwanted(text),
			sessionId: session.id,
			turnIds: [...new Set([...(sayer === null ? [] : [sayer]), ...asker])],
			judgedBy: words.judgedBy
		});
	}

	return {
		async propose(line) {
			if (session.offRecord) return 'off-record';
			if (proposed >= mostProposals) return 'too-many';
			let outcome = await judged(line);
			if (wasOvertaken(outcome)) outcome = await judged(line);
			if (outcome.status === 'waiting' || outcome.status === 'written') proposed++;
			// By guessing lines a guest must not learn what MEMORY.md holds.
			if (session.kind === 'guest' && outcome.status === 'known') return 'waiting';
			return outcome.status;
		}
	};
}
