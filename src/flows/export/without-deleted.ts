import type { ArchiveLine } from '#core/archive/archive.ts';
import { covers } from '#core/forgetting/covered.ts';
import type { Branch, Session } from '#core/session/session.ts';
import type { Exchange, Mark } from '#core/log/turn.ts';
import { ownTerms, saidIn, standsIn } from '#core/forgetting/traces.ts';
import { titleGiven } from '#core/forgetting/title-given.ts';
import { turnsMarked } from '#core/log/marks.ts';
import { isCommitted, type Summary } from '#core/summary/summary.ts';
import { endOf } from '#flows/forgetting/stores/forget-summaries.ts';
import { isNamedAfter, lineWithout } from '#flows/forgetting/stores/line-without.ts';
import { withoutHandedOn } from '#flows/forgetting/stores/own-results.ts';
import { ownTraces, type LineWalk } from '#flows/forgetting/walk.ts';

/**
 * A session as it leaves in a file for others. What the user has deleted lies here until it is forgotten, so that it can
 * be brought back here: the file does not hold it, as if it were forgotten already.
 */

/** All that is stored of a session, on all its branches. */
interface Whole {
	readonly branches: readonly Branch[];
	readonly exchanges: readonly Exchange[];
	readonly summaries: readonly Summary[];
	readonly marks: readonly Mark[];
}

interface WithoutDeleted {
	/** Without a title that is words of a deleted message. */
	readonly session: Session;
	/** Null: nothing of the line may leave. */
	readonly line: (line: ArchiveLine) => ArchiveLine | null;
	/** Without the deleted turns and what was quoted of them. */
	readonly exchanges: (all: readonly Exchange[]) => readonly Exchange[];
}

/** `whole`: null where nothing is deleted. */
export function withoutDeleted(session: Session, whole: Whole | null): WithoutDeleted {
	const turnIds = turnsMarked(whole?.marks ?? [], 'deleted');
	if (!whole || turnIds.size === 0)
		return { session, line: (line) => line, exchanges: (all) => all };
	const walk = walkFor(session, whole, turnIds);
	const called = isNamedAfter(walk, session)
		? ({ ...session, title: '', titleFrom: 'none' } as const)
		: session;
	return {
		session: called,
		line: (line) => (line.type === 'session' ? { ...line, ...called } : cut(walk, line)),
		exchanges: (all) =>
			withoutQuotes(
				walk,
				all.filter(({ turn }) => !turnIds.has(turn.turnId))
			)
	};
}

function cut(walk: LineWalk, line: Exclude<ArchiveLine, { type: 'session' }>): ArchiveLine | null {
	// Where it is taken in, nothing of the turn can be brought back, and nothing is left to be forgotten.
	if (line.type === 'mark' && walk.turnIds.has(line.turnId)) return null;
	const left = lineWithout(walk, line);
	if (left?.type !== 'summary') return left;
	// Written in a model's own words from all that the summary stands for.
	const bare = walk.covering.has(left.id) ? { ...left, opinion: null } : left;
	if (bare.text.trim() !== '') return bare;
	// It stands for nothing any more: its messages come back.
	return { ...bare, status: isCommitted(bare) ? 'reverted' : 'discarded' };
}

function walkFor(
	session: Session,
	{ branches, exchanges, summaries, marks }: Whole,
	turnIds: ReadonlySet<string>
): LineWalk {
	const isDeleted = ({ turn }: Exchange): boolean => turnIds.has(turn.turnId);
	const gone = exchanges.filter(isDeleted);
	const others = exchanges.filter((exchange) => !isDeleted(exchange));
	const covering = summaries.filter((summary) =>
		gone.some(({ turn }) => covers(summary, turn, { summaries, branches }))
	);
	const traces = ownTraces({ exchanges: gone, others });
	const walk: LineWalk = {
		exchanges: gone,
		others,
		lines: [],
		sessionId: session.id,
		isWhole: false,
		turnIds,
		title: '',
		retold: [],
		isLine: () => false,
		lineKeys: new Set(),
		lineForms: new Set(),
		// Of each summary only names, figures and whole sentences go: nobody has looked at it.
		forgetting: { what: { kind: 'session', sessionId: session.id }, lines: [], summaries: {} },
		at: Math.max(...marks.flatMap(({ kind, at }) => (kind === 'deleted' ? [at] : []))),
		traces,
		wideTraces: { ...traces, terms: ownTerms(saidIn(gone), standsIn(others)) },
		covering: new Set(covering.map(({ id }) => id))
	};
	const retold = covering
		.filter((summary) => endOf(walk, summary) !== null)
		.flatMap(({ text, originalText, anchors }) => [text, originalText, anchors])
		.filter((text) => text.trim() !== '');
	return { ...walk, title: titleGiven(session, walk), retold };
}

const withoutQuotes = (walk: LineWalk, exchanges: readonly Exchange[]): readonly Exchange[] =>
	exchanges.map(({ turn, steps }) => ({
		turn,
		steps: steps.map((step) => withoutHandedOn(walk, step))
	}));
