import type { Pin } from '#core/log/pin.ts';
import type { Branch, Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';
import { placeKey, type Exchange, type Mark, type Step, type Turn } from '#core/log/turn.ts';

/**
 * The lines of an archive: JSON, one a line, in order of seq. First the session, then turns and steps as stored,
 * summaries where their range ends. What a session file of a backup holds besides (marks, pins) has the same shape.
 * Branches are lines here, and are written as a field of their session's: `withBranches`.
 */
export type ArchiveLine =
	| ({ readonly type: 'session' } & Session)
	| ({ readonly type: 'branch' } & Branch)
	| ({ readonly type: 'turn' } & Turn)
	| ({ readonly type: 'step' } & Step)
	| ({ readonly type: 'summary' } & Summary)
	| ({ readonly type: 'mark' } & Mark)
	| ({ readonly type: 'pin' } & Pin);

/** Where an archive is filed: of a whole session, or of what one round of compaction covered. */
export const archivePath = (sessionId: string, round: number | null): string =>
	`agents/main/sessions/${sessionId}${round === null ? '' : `.${String(round)}`}.jsonl.gz`;

/** Lines of some exchanges and summaries, the session first. */
export function archiveLines(content: {
	readonly session: Session;
	readonly branches?: readonly Branch[];
	readonly exchanges: readonly Exchange[];
	readonly summaries: readonly Summary[];
	readonly marks?: readonly Mark[];
	readonly pins?: readonly Pin[];
}): ArchiveLine[] {
	const lines: ArchiveLine[] = [{ type: 'session', ...content.session }];
	for (const branch of content.branches ?? []) lines.push({ type: 'branch', ...branch });
	const waiting = content.summaries.toSorted((a, b) => a.through.seq - b.through.seq);
	for (const { turn, steps } of content.exchanges) {
		while (waiting[0] && waiting[0].through.seq < turn.seq) {
			const summary = waiting.shift();
			if (summary) lines.push({ type: 'summary', ...summary });
		}
		lines.push({ type: 'turn', ...turn });
		for (const step of steps) lines.push({ type: 'step', ...step });
	}
	for (const summary of waiting) lines.push({ type: 'summary', ...summary });
	for (const mark of content.marks ?? []) lines.push({ type: 'mark', ...mark });
	for (const pin of content.pins ?? []) lines.push({ type: 'pin', ...pin });
	return lines;
}

/** Lines as they are written, the branches of a session in its own line. Older archives hold them as lines. */
export function withBranches(lines: readonly ArchiveLine[]): readonly object[] {
	const branches = lines.filter((line) => line.type === 'branch');
	if (branches.length === 0) return lines;
	const heads = new Set(lines.flatMap((line) => (line.type === 'session' ? [line.id] : [])));
	return lines.flatMap((line): object[] => {
		if (line.type === 'branch') return heads.has(line.sessionId) ? [] : [line];
		if (line.type !== 'session') return [line];
		const own = branches.filter(({ sessionId }) => sessionId === line.id);
		return [{ ...line, branches: own.map((branch) => rowOf(branch)) }];
	});
}

/** The row a line holds. */
export const rowOf = <Line extends ArchiveLine>({ type: _, ...row }: Line) => row;

/** Read lines back into exchanges. A step whose turn is missing is left out and counted. */
export function exchangesOf(lines: readonly ArchiveLine[]): {
	readonly exchanges: readonly Exchange[];
	readonly orphans: number;
} {
	const found = new Map<string, { turn: Turn; steps: Step[] }>();
	let orphans = 0;
	for (const line of lines) {
		if (line.type === 'turn') {
			const turn = rowOf(line);
			found.set(placeKey(turn), { turn, steps: [] });
		}
		if (line.type === 'step') {
			const step = rowOf(line);
			const exchange = found.get(placeKey(step));
			if (exchange) exchange.steps.push(step);
			else orphans++;
		}
	}
	return { exchanges: [...found.values()], orphans };
}
