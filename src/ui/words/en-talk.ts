/** The English catalogue of what stands in a conversation once something was said: fetched behind the composer. */
import { compaction } from './en/compaction.ts';

export const enTalk = { compaction } as const;
