/** That a search has not read everything yet, as it is told to the model and read by the on-device answerer. */

/** Nothing where all is read. */
export const tellUnread = (conversations: number): string =>
	conversations === 0
		? ''
		: `\n\n(The search is still reading ${String(conversations)} conversations: there may be more. Ask again a little later.)`;

const told = /\n\n\(The search is still reading \d+ conversations: [^\n]*\)$/;

/** Whether a result says so. It stands at the end, outside of what was found. */
export const isUnread = (result: string): boolean => told.test(result);
