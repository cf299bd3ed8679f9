/** Why a compaction is begun. `again`: the summary in use is made anew from the messages it stands for. */
export type CompactionTrigger =
	'soft' | 'hard' | 'manual' | 'emergency' | 'overflow' | 'idle' | 'again';
