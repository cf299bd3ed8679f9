import { isCovered } from '#core/log/coverage.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { MarkKind } from '#core/log/turn.ts';
import { linesOfMessage, type LearntLine } from '#flows/memory/lines-learnt.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { Notice } from '#state/notices.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { words } from '#ui/words/talk-words.ts';

/** What a message has left elsewhere when it is kept out: said with the act, with the way to look at it. */

/** What shows it. */
export interface StillOpens {
	/** The card of a summary. */
	readonly summary: (summary: Summary) => void;
	/** A line of memory. */
	readonly line: (line: LearntLine) => void;
}

interface Told {
	readonly text: string;
	readonly see?: Notice['action'];
}

export async function stillTold(
	{ app }: AppState,
	view: SessionView,
	{
		turnId,
		kind,
		opens
	}: {
		readonly turnId: string;
		readonly kind: Extract<MarkKind, 'left-out' | 'off-record' | 'deleted'>;
		/** Null: there is no way to it from where it is said. */
		readonly opens: StillOpens | null;
	}
): Promise<Told> {
	const { messages } = words;
	if (kind === 'off-record') {
		const lines = await linesOfMessage(app.db, { sessionId: view.id, turnId });
		const [line] = lines;
		if (!line) return { text: messages.nowOffRecord };
		return {
			text: messages.offRecordLearnt(lines.length),
			see: { label: messages.seeLearnt, onpress: () => opens?.line(line) }
		};
	}
	const summary = await summaryOver(view, turnId);
	const text = kind === 'deleted' ? messages.turnDeleted : messages.leftOut;
	if (!summary) return { text };
	return {
		text: messages.stillInSummary(text),
		see: { label: messages.seeSummary, onpress: () => opens?.summary(summary) }
	};
}

/** The summary in use where it stands for the message; null: what is sent is the message itself. */
async function summaryOver(view: SessionView, turnId: string): Promise<Summary | null> {
	const { inUse, excerpt } = view;
	if (inUse?.standsFor !== 'text') return null;
	const seq = await view.locate(turnId);
	const exchange = seq === null ? undefined : excerpt.exchange(seq);
	return exchange && isCovered(exchange, inUse.through) ? inUse : null;
}
