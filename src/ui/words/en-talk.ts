/** The English catalogue of what stands in a conversation once something was said: fetched behind the composer. */
import { attached } from './en/talk/attached.ts';
import { changedSessions } from './en/talk/changed-sessions.ts';
import { closed } from './en/talk/closed.ts';
import { compaction } from './en/talk/compaction.ts';
import { firstCall } from './en/talk/first-call.ts';
import { limits } from './en/talk/limits.ts';
import { messages } from './en/talk/messages.ts';
import { opinion } from './en/talk/opinion.ts';
import { pins } from './en/talk/pins.ts';
import { waiting } from './en/talk/waiting.ts';

export const enTalk = {
	attached,
	changedSessions,
	closed,
	compaction,
	firstCall,
	limits,
	messages,
	opinion,
	pins,
	waiting
} as const;
