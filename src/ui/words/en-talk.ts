/** The English catalogue of what stands in a conversation once something was said: fetched behind the composer. */
import { compaction } from './en/compaction.ts';
import { messages } from './en/messages.ts';
import { opinion } from './en/opinion.ts';
import { waiting } from './en/waiting.ts';

export const enTalk = { compaction, messages, opinion, waiting } as const;
