import type { Block } from '#core/log/blocks.ts';
import type { LedgerSegment } from '#core/ledger/ledger-entry.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { readStretch, stretchOf } from '#core/prompt/stretch.ts';

/** What two requests have in common: each read back into the parts it was made of, then compared part by part. */

/** A part of a request as it was sent. */
export interface SentPart {
	readonly source: string;
	readonly text: string;
	/** As it was weighed before sending; null where that is not known. */
	readonly tokens: number | null;
}

export interface PartChange {
	readonly source: string;
	readonly change: 'added' | 'removed' | 'changed' | 'same';
	readonly before: string;
	readonly after: string;
}

/** Parts that stand before the first message, each a block of its own. */
const references: readonly string[] = ['Pins', 'First request', 'Summary', 'Anchors'];
const said: readonly string[] = ['Recent messages', 'New message'];

/** Take a body apart again. A request whose parts were not listed has system, tools and messages. */
export function partsOfBody(
	{ system, tools, messages }: RequestBody,
	segments: readonly LedgerSegment[]
): readonly SentPart[] {
	const on = segments.filter((segment) => segment.on);
	const tokensOf = (source: string): number | null =>
		on.find((segment) => segment.source === source)?.tokens ?? null;
	const parts: SentPart[] = [];
	const add = (source: string, text: string, tokens = tokensOf(source)): void => {
		if (text !== '') parts.push({ source, text, tokens });
	};

	const blocks = system ?? [];
	const ofSystem = on.filter(({ source }) => ![...references, ...said, 'Tools'].includes(source));
	if (ofSystem.length === blocks.length)
		for (const [at, block] of blocks.entries()) add(ofSystem[at]?.source ?? 'System', block.text);
	else add('System', blocks.map(({ text }) => text).join('\n\n'));

	const ofReference = on.filter(({ source }) => references.includes(source));
	const first = messages.slice(0, 2).flatMap((message): readonly Block[] => message.content);
	for (const [at, { source }] of ofReference.entries()) {
		const block = first[at];
		if (block?.type === 'text') add(source, block.text);
	}
	const head = messages[0]?.content.length ?? 0;
	const start =
		ofReference.length <= head
			? { at: 0, offset: ofReference.length }
			: { at: 1, offset: ofReference.length - head };
	const rest = stretchOf(messages, start, { at: messages.length, offset: 0 });
	const weighed = said.map(tokensOf).filter((tokens) => tokens !== null);
	add(
		'Messages',
		readStretch(rest),
		weighed.length === 0 ? null : weighed.reduce((sum, tokens) => sum + tokens, 0)
	);
	if (tools) add('Tools', JSON.stringify(tools, null, '\t'));
	return parts;
}

/** What changed from one request to another, in the order of the later one; what went stands where it stood. */
export function compareParts(
	before: readonly SentPart[],
	after: readonly SentPart[]
): readonly PartChange[] {
	const changes: PartChange[] = after.map(({ source, text }) => {
		const old = before.find((part) => part.source === source);
		if (!old) return { source, change: 'added', before: '', after: text };
		const change = old.text === text ? 'same' : 'changed';
		return { source, change, before: old.text, after: text };
	});
	for (const [at, { source, text }] of before.entries())
		if (!after.some((part) => part.source === source))
			changes.splice(Math.min(at, changes.length), 0, {
				source,
				change: 'removed',
				before: text,
				after: ''
			});
	return changes;
}
