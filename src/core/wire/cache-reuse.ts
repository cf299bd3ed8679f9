import { isSameJson } from '#core/json.ts';
import type { Prompt, RequestBody, Segment } from '#core/prompt/prompt.ts';

/**
 * What the provider's cache can use again: from the beginning of the request (tools, system, messages, in this order) to
 * the first difference from the one before. It keeps what ends at a mark: of tools and system all or nothing.
 */
export interface CacheReuse {
	/** Sources that are the same as last time, in the order of the wire. */
	readonly same: readonly string[];
	/** Tokens of each source that the cache has, as weighed: all of it, or its beginning. */
	readonly held: ReadonlyMap<string, number>;
	/** The first that differs; null: only new messages follow, or of the beginning something was taken out. */
	readonly firstChange: string | null;
	/** Tokens of what is held. */
	readonly tokens: number;
}

/** What the messages are made of, in the order of the wire; the new one is never held. */
const messageSources: readonly string[] = [
	'Pins',
	'First request',
	'Summary',
	'Anchors',
	'Recent messages'
];

const noPartOfSystem: readonly string[] = [...messageSources, 'New message', 'Tools'];

const tokensOf = (segments: readonly Segment[], source: string): number =>
	segments.find((segment) => segment.source === source && segment.on)?.tokens ?? 0;

/**
 * Compare the last posted body with the one that would be posted now; null when there is none before. `weigh` gives the
 * tokens of messages.
 */
export function reuseOf(
	before: RequestBody | null,
	{ body, segments }: Pick<Prompt, 'body' | 'segments'>,
	weigh: (messages: RequestBody['messages']) => number
): CacheReuse | null {
	if (!before || before.model !== body.model) return null;
	const held = new Map<string, number>();
	const keep = (source: string, most = Infinity): void => {
		const tokens = Math.min(tokensOf(segments, source), most);
		if (tokens > 0) held.set(source, tokens);
	};
	const end = (firstChange: string | null): CacheReuse => ({
		same: [...held.keys()].filter((source) => held.get(source) === tokensOf(segments, source)),
		held,
		firstChange,
		tokens: [...held.values()].reduce((sum, tokens) => sum + tokens, 0)
	});
	if (!isSameJson(before.tools, body.tools)) return end('Tools');
	const ofSystem = segments.filter(({ on, source }) => on && !noPartOfSystem.includes(source));
	const [was, now] = [textsOf(before), textsOf(body)];
	const added = ofSystem.find((_, at) => !was.includes(now[at] ?? ''));
	if (was.some((text, at) => text !== now[at])) return end(added?.source ?? null);
	if (body.tools) keep('Tools');
	for (const { source } of ofSystem.slice(0, was.length)) keep(source);
	if (added) return end(added.source);
	// With another setting of thinking the provider reads all messages anew.
	if (!isSameJson(before.thinking, body.thinking)) return end(messageSourceAt(0, segments));
	// The last message may have grown: what was added to it is new.
	let messages = 0;
	while (
		messages < before.messages.length &&
		isSameJson(before.messages[messages], body.messages[messages])
	)
		messages++;
	// A request ends with what was said to the model, and so does what was kept of it: not with an answer before an edit.
	while (body.messages[messages - 1]?.role === 'assistant') messages--;
	let left = weigh(body.messages.slice(0, messages));
	for (const source of messageSources) {
		keep(source, left);
		left -= held.get(source) ?? 0;
	}
	if (messages === before.messages.length) return end(null);
	const [then, here] = [blocksOf(before), blocksOf(body)];
	const at = then.findIndex((block, place) => !isSameJson(block, here[place]));
	return end(messageSourceAt(at < 0 ? then.length : at, segments));
}

const textsOf = ({ system = [] }: RequestBody) => system.map(({ text }) => text);

const blocksOf = ({ messages }: RequestBody) => messages.flatMap(({ content }) => [...content]);

/**
 * The part that a block of the messages belongs to, by the name the inspector lists it under: what stands before the
 * conversation is one block each.
 */
function messageSourceAt(at: number, segments: readonly Segment[]): string {
	const sources = messageSources.filter((source) => tokensOf(segments, source) > 0);
	const said = sources.at(-1) === 'Recent messages' ? sources.pop() : undefined;
	return sources[at] ?? said ?? 'New message';
}
