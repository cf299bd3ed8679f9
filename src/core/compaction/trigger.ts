import type { Preset } from '#core/presets/preset.ts';

/** Why a compaction is begun. `again`: the summary in use is made anew from the messages it stands for. */
export type CompactionTrigger =
	'soft' | 'hard' | 'manual' | 'emergency' | 'overflow' | 'idle' | 'again';

/** A message waits for what is begun so. */
export const isUrgent = (trigger: CompactionTrigger): boolean =>
	trigger === 'hard' || trigger === 'emergency' || trigger === 'overflow';

/**
 * Why a summary is made before a message goes out. The preset `two-phase` compacts while nobody is there: where the
 * limit is reached before it could, that is an emergency and counted as one.
 */
export const urgentTrigger = ({ threshold }: Pick<Preset, 'threshold'>): CompactionTrigger =>
	threshold.kind === 'of-window' ? 'emergency' : 'hard';
