import type { AssistantMessage, Message, TextBlock, ToolDefinition } from '#core/log/blocks.ts';
import { sha256 } from '#core/sha256.ts';
import type { Basis } from '#core/log/turn.ts';

/**
 * Thinking is bound to everything before it. It is sent only where all of that is byte-equal to what stood there
 * when it was produced, with the same model and key; else it stays out, oldest first, as one run (INV-24, INV-25).
 */

/** An assistant message that could carry thinking. */
export interface ThinkingSlot {
	/** Index in the messages. */
	readonly at: number;
	/** The message with its thinking. */
	readonly full: AssistantMessage;
	readonly basis: Basis;
}

/** Hash of what stands before the first message; marks for the cache are no part of what is said. */
export const headHash = (
	system: readonly TextBlock[] | undefined,
	tools: readonly ToolDefinition[] | undefined
): string =>
	sha256(JSON.stringify([(system ?? []).map(({ type, text }) => ({ type, text })), tools ?? []]));

const links = new WeakMap<Message, { readonly before: string; readonly after: string }>();

/** The prefix hash behind one more message. Remembered, because messages of stored rows stay the same objects. */
export function linkMessage(before: string, message: Message): string {
	const known = links.get(message);
	if (known?.before === before) return known.after;
	const after = sha256(`${before}\n${JSON.stringify(message)}`);
	links.set(message, { before, after });
	return after;
}

/** What an answer to a request is bound to: `Basis.prefix` of the step it becomes. */
export const prefixHash = (body: {
	readonly system?: readonly TextBlock[];
	readonly tools?: readonly ToolDefinition[];
	readonly messages: readonly Message[];
}): string => body.messages.reduce(linkMessage, headHash(body.system, body.tools));

/**
 * Put thinking back into messages built without it. Of all runs that reach to the newest slot the longest whose
 * every basis holds is sent: legal edits remove thinking oldest first, never from the middle. Each failed attempt
 * moves the start behind the slot that failed, so the whole costs two walks at most.
 */
export function placeThinking(
	messages: readonly Message[],
	slots: readonly ThinkingSlot[],
	standing: Basis
): readonly Message[] {
	const usable = slots.findLastIndex(
		({ basis }) => basis.model !== standing.model || basis.key !== standing.key
	);
	let start = usable + 1;
	if (start >= slots.length) return messages;
	/** Behind the messages before slot `start`, all without thinking. */
	let bare = standing.prefix;
	let bareAt = 0;
	const walkBare = (to: number): void => {
		for (; bareAt < to; bareAt++) bare = linkAt(messages, bareAt, bare);
	};
	while (start < slots.length) {
		walkBare(slots[start]?.at ?? 0);
		const broken = firstBroken(messages, slots, { start, at: bareAt, hash: bare });
		if (broken === null) break;
		start = broken + 1;
	}
	if (start >= slots.length) return messages;
	const placed = [...messages];
	for (const slot of slots.slice(start)) placed[slot.at] = slot.full;
	return placed;
}

function linkAt(messages: readonly Message[], at: number, before: string): string {
	const message = messages[at];
	return message ? linkMessage(before, message) : before;
}

/** The first slot from `start` on whose basis does not hold when all from `start` on are sent; null: all hold. */
function firstBroken(
	messages: readonly Message[],
	slots: readonly ThinkingSlot[],
	from: { readonly start: number; readonly at: number; readonly hash: string }
): number | null {
	let { at, hash } = from;
	for (let index = from.start; index < slots.length; index++) {
		const slot = slots[index];
		if (!slot) return null;
		for (; at < slot.at; at++) hash = linkAt(messages, at, hash);
		if (slot.basis.prefix !== hash) return index;
		hash = linkMessage(hash, slot.full);
		at++;
	}
	return null;
}
