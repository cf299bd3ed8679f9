/** What earlier rounds of this tab found out. */
export interface Rounds {
	/** When the app of this tab was started. */
	readonly startedAt: number;
	/** Sessions looked at while idle, and how they stood: each is weighed once for what was last said in it. */
	readonly weighed: Map<string, number>;
	/**
	 * When a compaction, an archive or a reset failed, by the id of what it was for: it is not tried, and paid for,
	 * every minute.
	 */
	readonly failed: Map<string, number>;
}

const hourInMs = 60 * 60_000;

export const firstRound = (startedAt: number): Rounds => ({
	startedAt,
	weighed: new Map(),
	failed: new Map()
});

/** Whether it failed less than an hour ago. The clock may have been set back. */
export const isResting = ({ failed }: Rounds, id: string, now: number): boolean => {
	const at = failed.get(id);
	return at !== undefined && now >= at && now - at < hourInMs;
};
