/** The words in use. A translation replaces the value here and nothing else. */
import { en, type Words } from './en.ts';

export const words: Words = en;
