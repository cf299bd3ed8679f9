/** A signal that never says stop, for what a test lets run to its end. */
export const never: AbortSignal = new AbortController().signal;

/** For what is told on the way and no test looks at. */
export const unseen = (): void => undefined;
