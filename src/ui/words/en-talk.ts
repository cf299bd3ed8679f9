/** The English catalogue of what stands in a conversation once something was said: fetched behind the composer. */
import { attached } from './en/attached.ts';
import { compaction } from './en/compaction.ts';
import { limits } from './en/limits.ts';
import { messages } from './en/messages.ts';
import { opinion } from './en/opinion.ts';
import { pins } from './en/pins.ts';
import { waiting } from './en/waiting.ts';

export const enTalk = { attached, compaction, limits, messages, opinion, pins, waiting } as const;
