import { reportLoss } from '#core/anchors/loss.ts';
import type { Passage } from '#core/anchors/passage.ts';
import { type Path } from '#core/log/path.ts';
import { pinsSent } from '#core/log/pin.ts';
import type { Session } from '#core/session/session.ts';
import { absenceOf, readerOf } from '#core/memory/access.ts';
import { curatedPath, dailyPath } from '#core/memory/memory.ts';
import { leftOutTurns } from '#core/log/marks.ts';
import { answererOf } from '#core/models/answerer.ts';
import { presetOf } from '#core/presets/policy.ts';
import { passagesOf } from '#core/summarise/passages.ts';
import {
	editedBefore,
	summaryBefore,
	textsSent,
	type LossItem,
	type Summary
} from '#core/summary/summary.ts';
import { toldWithin } from '#core/log/coverage.ts';
import type { Exchange } from '#core/log/turn.ts';
import { memoryFilesAt } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';
import { readSettings } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { putLoss } from '#db/summaries/drafts.ts';
import { marksOf } from '#db/log/turns.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import type { ArchivePorts } from '#flows/archives/read-archive.ts';
import { pinsPlaced } from '#flows/prompt/placed-pins.ts';
import { readSummarised } from '#flows/compaction/case/read-originals.ts';
import { noteDaysOf } from '#flows/today.ts';

/** What a summary lost: of its messages and of the summary it was written from, what no text says that goes along. */

/**
 * What the model sees word for word of the covered turns: the summary, pins, and the memory that goes with every message; of
 * both nothing that is switched off.
 */
export async function keptWith(
	{ db, clock }: Pick<ArchivePorts, 'db' | 'clock'>,
	session: Pick<Session, 'id' | 'kind' | 'model' | 'switchedOff' | 'policy'>,
	summary: Pick<Summary, 'text' | 'anchors'>
): Promise<string[]> {
	const [pins, settings] = await Promise.all([pinsPlaced(db, session.id), readSettings(db)]);
	const days = noteDaysOf(clock, settings);
	const files = await memoryFilesAt(db, [curatedPath, ...days.map(dailyPath)]);
	const answerer = answererOf(settings, session, 'set');
	const reader = { ...readerOf(settings, { kind: session.kind, answerer }), days };
	const isOn = (source: string): boolean => !session.switchedOff.includes(source);
	const seen = files.filter((file) => absenceOf(file, reader) === null && isOn(file.path));
	const pinned = pinsSent(pins).map(({ text }) => text);
	return [
		...textsSent(summary, session, presetOf(settings, session)),
		...(isOn('Pins') ? pinned : []),
		...seen.map(({ text }) => text)
	];
}

/** The key of what no covered turn says; no turn has it. */
const ofNoTurn = '';

/**
 * The report over what was said in the covered turns (context.md 5). A summary that was summarised again counts as
 * said where the new one begins: what it had kept may be lost in the next round too.
 */
export function lossOf(
	covered: readonly Exchange[],
	{
		said,
		before,
		kept
	}: {
		readonly said: readonly Passage[];
		readonly before: Pick<Summary, 'text' | 'anchors'> | null;
		readonly kept: readonly string[];
	}
): readonly LossItem[] {
	const turns = new Map(covered.map(({ turn }) => [turn.turnId, turn]));
	const earlier: readonly Passage[] = before
		? [{ key: ofNoTurn, by: 'assistant', text: `${before.text}\n${before.anchors}` }]
		: [];
	return reportLoss([...earlier, ...said], kept).map(({ kind, text, key }) => {
		const turn = turns.get(key);
		const seq = turn?.seq ?? covered[0]?.turn.seq ?? 0;
		return { kind, text, turnId: turn?.turnId ?? null, seq };
	});
}

/**
 * Report anew what a summary lost: after its words have changed, and whenever somebody looks, for what goes along
 * besides (pins, memory, what is switched off) and what was left out may have changed. Reads archived turns too.
 */
export async function reportLossAgain(
	ports: Pick<ArchivePorts, 'db' | 'clock'>,
	{ summaryId }: WorkshopJobs['report-loss']['ask']
): Promise<WorkshopJobs['report-loss']['outcome']> {
	const { db } = ports;
	const read = await readSummarised(db, summaryId);
	if (read.status === 'failed') return read;
	const { summary, session, path } = read;
	const covered = toldWithin(read.exchanges, summary);
	const leftOut = leftOutTurns(await marksOf(db, session.id));
	const loss = lossOf(covered, {
		said: passagesOf(covered, leftOut),
		before: await beforeOf(db, summary, path),
		kept: await keptWith(ports, session, summary)
	});
	const stored = await putLoss(db, summary, loss);
	return stored.status === 'failed' ? stored : { status: 'reported', lost: loss.length };
}

async function beforeOf(db: Truth, summary: Summary, path: Path): Promise<Summary | null> {
	const all = await summariesOf(db, summary.sessionId);
	return summaryBefore(summary, all, path) ?? editedBefore(summary, all, path);
}
