/** The keeper goes its rounds once a minute (see `keep-house.ts`). What earlier ones in this tab found out. */
export interface Rounds {
	/** When the app of this tab was started. */
	readonly startedAt: number;
	/** Sessions looked at while idle, and how they stood: each is weighed once for what was last said in it. */
	readonly weighed: Map<string, number>;
	/**
	 * When a compaction, an archive or a reset failed, by the id of what it was for, and under `models` when the endpoint
	 * was asked whom it has, whatever came of it: none of it is tried, and paid for, every minute.
	 */
	readonly resting: Map<string, number>;
}

const hourInMs = 60 * 60_000;

export const firstRound = (startedAt: number): Rounds => ({
	startedAt,
	weighed: new Map(),
	resting: new Map()
});

/** Whether that was less than an hour ago. The clock may have been set back. */
export const isResting = ({ resting }: Rounds, id: string, now: number): boolean => {
	const at = resting.get(id);
	return at !== undefined && now >= at && now - at < hourInMs;
};
