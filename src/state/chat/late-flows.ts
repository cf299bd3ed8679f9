import { late } from '#state/late.ts';

/** The flows that speak to a model, fetched beside the page, so that the composer need not wait for them. */

export const sending = late(() => import('#flows/answer/send-message.ts'));
export const answering = late(() => import('#flows/answer/answer-turn.ts'));
export const editing = late(() => import('#flows/answer/edit-message.ts'));
export const previewing = late(() => import('#flows/prompt/preview-prompt.ts'));
export const following = late(() => import('#flows/answer/reply/follow-reply.ts'));
export const weighing = late(() => import('#flows/prompt/weigh-prompt.ts'));
export const drafting = late(() => import('#flows/compaction/prepare-draft.ts'));

/** Fetch what sending and trying again need, so that nobody waits for it. If that fails, sending says so. */
export const fetchSending = (): void => {
	for (const fetching of [sending(), answering()]) fetching.catch(() => undefined);
};
