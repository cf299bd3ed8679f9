import { presetOf } from '#core/presets/policy.ts';
import type { Position } from '#core/log/turn.ts';
import { summaryBefore, type Summary } from '#core/summary/summary.ts';
import type { Truth } from '#db/schema.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import type { CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import { cycleOf, isThrough } from '#flows/learning/flush-cycle.ts';

/** How far a session has been read for memories: a summary is no sign of it, for not every preset learns with one. */

type Asked = Pick<CompactionCase, 'session' | 'settings' | 'previous' | 'path'>;

/**
 * The end of the last summary with which lines were learnt, or what stands before the first one with which none were;
 * null: nothing was read. What the user has deleted is not gone back over.
 */
export async function learntThrough(db: Truth, asked: Asked): Promise<Position | null> {
	const summaries = await summariesOf(db, asked.session.id);
	for (let summary = asked.previous; summary;) {
		const before = summaryBefore(summary, summaries, asked.path);
		if (summary.standsFor === 'nothing' || (await isLearntWith(db, asked, summary, before)))
			return summary.through;
		const { seq, step } = summary.from;
		if (!before) return { seq, step: step - 1 };
		summary = before;
	}
	return null;
}

/** By its preset: with the summary itself, or in the flush turn of the cycle that it ended. */
async function isLearntWith(
	db: Truth,
	{ session, settings }: Asked,
	summary: Summary,
	before: Summary | null
): Promise<boolean> {
	const policy = { ...session.policy, preset: summary.preset };
	const { memory } = presetOf(settings, { policy });
	return memory === 'flush' ? isThrough(db, session.id, cycleOf(before)) : memory !== 'none';
}
