/** How the answers of `save_memory` begin where nothing waits for the user: the answerer of this device tells by them what became of a line. */

/** Begins the answer where a line is written at once, which the user allows for lines of its kind. */
export const savedIn = 'Saved in ';

/** Begins the answer where a line is in memory already, or waits. */
export const knownAlready = 'This is in memory or waits ';
