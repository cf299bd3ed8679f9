import { setMaxListeners } from 'node:events';

/** A signal that never says stop, for what a test lets run to its end. */
export const never: AbortSignal = new AbortController().signal;
// Files share it, and a test may end while a scripted model still waits: Node would take those who listen for a leak.
// Where a document is drawn the signal is that of the document, which counts nobody.
if (typeof document === 'undefined') setMaxListeners(0, never);

/** For what is told on the way and no test looks at. */
export const unseen = (): void => undefined;
