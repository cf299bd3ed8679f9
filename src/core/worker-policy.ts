/**
 * The policy of a worker's script (security 1.3): no code but ours, and nothing reached but one origin, for the
 * telephone; null for none.
 */
export const workerPolicy = (origin: string | null): string =>
	`default-src 'none'; script-src 'self'; connect-src ${origin ?? "'none'"}`;
