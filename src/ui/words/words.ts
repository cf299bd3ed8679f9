/** The words every page begins with, in the language in use. A translation replaces the value here, in talk-words.ts and in all-words.ts, and nothing else. */
import { en, type Words } from './en.ts';

export const words: Words = en;
