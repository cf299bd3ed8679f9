/** The English catalogue of what stands in a conversation once something was said: fetched behind the composer. */
import { compaction } from './en/compaction.ts';
import { opinion } from './en/opinion.ts';

export const enTalk = { compaction, opinion } as const;
