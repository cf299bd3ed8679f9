import type { Prompt, RequestBody, Segment } from '#core/prompt/prompt.ts';

/**
 * What the provider's cache can use again: everything from the beginning of the request (tools, system, messages, in
 * this order) to the first difference from the one before.
 */
export interface CacheReuse {
	/** Sources that are the same as last time, in the order of the wire. */
	readonly same: readonly string[];
	/** The first that differs; null: only new messages follow. */
	readonly firstChange: string | null;
	/** Of the messages of the request before, so many stand at the beginning of this one. */
	readonly messages: number;
	/** Tokens of what is the same, as weighed. */
	readonly tokens: number;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const messageSources: readonly string[] = [
	'Pins',
	'First request',
	'Summary',
	'Anchors',
	'Recent messages',
	'New message',
	'Tools'
];

const tokensOf = (segments: readonly Segment[], source: string): number =>
	segments.find((segment) => segment.source === source && segment.on)?.tokens ?? 0;

/** Compare the last posted body with the one that would be posted now; null when there is none before. */
export function reuseOf(
	before: RequestBody | null,
	{ body, segments }: Pick<Prompt, 'body' | 'segments'>
): CacheReuse | null {
	if (!before || before.model !== body.model) return null;
	const same: string[] = [];
	let tokens = 0;
	const keep = (source: string): void => {
		same.push(source);
		tokens += tokensOf(segments, source);
	};
	const end = (firstChange: string | null, messages = 0): CacheReuse => ({
		same,
		firstChange,
		messages,
		tokens
	});
	if (!isSame(before.tools, body.tools)) return end('Tools');
	if (body.tools) keep('Tools');
	const ofSystem = segments.filter(({ on, source }) => on && !messageSources.includes(source));
	for (const [at, segment] of ofSystem.entries()) {
		if (!isSame(before.system?.[at], body.system?.[at])) return end(segment.source);
		keep(segment.source);
	}
	if ((before.system?.length ?? 0) > ofSystem.length) return end('Messages');
	// The last message may have grown: what was added to it is new.
	let messages = 0;
	while (
		messages < before.messages.length &&
		isSame(before.messages[messages], body.messages[messages])
	)
		messages++;
	const isAll = messages === before.messages.length;
	const sent = Math.max(1, body.messages.length);
	const said = messageSources
		.filter((source) => source !== 'Tools')
		.reduce((sum, source) => sum + tokensOf(segments, source), 0);
	tokens += Math.round((said * messages) / sent);
	return end(isAll ? null : 'Messages', messages);
}
