/** The words of a conversation: those every page begins with, and those of its summaries. */
import { enTalk } from './en-talk.ts';
import type { Translated } from './en.ts';
import { words as first } from './words.ts';

const others: Translated<typeof enTalk> = enTalk;

export const words = { ...first, ...others };
