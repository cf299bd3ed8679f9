import type { Session } from '#core/session/session.ts';
import type { Taint } from '#core/summary/summary.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';

/** The reply that calls the tools. */
export interface CallingReply {
	readonly session: Session;
	readonly turnId: string;
	readonly read: Pick<ReadPrompt, 'input' | 'prompt' | 'path' | 'forgotten'>;
	readonly signal: AbortSignal;
	/** A flush asks beside the conversation: its lines are its own, and what it has read of tools is stored nowhere. */
	readonly flush?: { taint(): Taint };
}
