/** All words of the app, for pages and dialogs that are fetched when they are asked for. */
import { enPages } from './en-pages.ts';
import type { Translated } from './en.ts';
import { words as talk } from './talk-words.ts';

const others: Translated<typeof enPages> = enPages;

export const words = { ...talk, ...others };
