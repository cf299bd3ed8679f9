import type { AssistantBlock } from '#core/log/blocks.ts';

/** What of a model's answer matters to whoever checks it. */
export interface ModelCallAnswer {
	readonly content: readonly AssistantBlock[];
	readonly stopReason: string | null;
}
