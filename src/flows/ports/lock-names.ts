/** Names of the locks that are taken in one place and asked for in another; across all tabs of the origin. */

/** Held by the only writer of a session. */
export const sessionLock = (sessionId: string): string => `session:${sessionId}`;

/** Held while a summary of a session is made. */
export const compactionLock = (sessionId: string): string => `compact:${sessionId}`;

/** Held while an import runs, until its end is noted. */
export const importLock = (importId: string): string => `import:${importId}`;

/** Held by a tab for as long as it lives, under each of its ids: what is being written there is its own. */
export const penLock = (tab: string): string => `pen:${tab}`;
