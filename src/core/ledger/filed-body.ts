import type { Message, TextBlock, ToolDefinition } from '#core/log/blocks.ts';
import type { LedgerEntry } from '#core/ledger/ledger-entry.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { sha256 } from '#core/sha256.ts';

/** A body taken apart into content by hash, and put together again byte for byte: what was sent can be read afterwards. */

/** A body on its way out; requests that only count have no `max_tokens`. */
export type PostedBody = Omit<RequestBody, 'max_tokens'> & Partial<Pick<RequestBody, 'max_tokens'>>;

interface FiledBody {
	readonly rest: string;
	readonly system: readonly string[];
	readonly tools: string | null;
	readonly messages: readonly string[];
	/** JSON of every part, by hash. */
	readonly parts: ReadonlyMap<string, () => string>;
}

const hashes = new WeakMap<object, string>();

/** Messages of stored rows stay the same objects, so each is hashed once. */
function hashOf(part: object): string {
	const known = hashes.get(part);
	if (known !== undefined) return known;
	const hash = sha256(JSON.stringify(part));
	hashes.set(part, hash);
	return hash;
}

/** Take a body apart. Texts are made when they are asked for: most parts are on file already. */
export function fileBody(body: PostedBody): FiledBody {
	const { system, tools, messages, ...rest } = body;
	const parts = new Map<string, () => string>();
	const file = (part: TextBlock | Message | readonly ToolDefinition[]): string => {
		const hash = hashOf(part);
		parts.set(hash, () => JSON.stringify(part));
		return hash;
	};
	return {
		rest: JSON.stringify(rest),
		system: (system ?? []).map(file),
		tools: tools ? file(tools) : null,
		messages: messages.map(file),
		parts
	};
}

/** Every hash that an entry points at. */
export const hashesOf = (
	entry: Pick<LedgerEntry, 'system' | 'tools' | 'messages'>
): readonly string[] => [
	...new Set([...entry.system, ...(entry.tools === null ? [] : [entry.tools]), ...entry.messages])
];

/** The body as it was sent, in the order of the wire; null when a part of it is gone. */
export function unfileBody(
	entry: Pick<LedgerEntry, 'rest' | 'system' | 'tools' | 'messages'>,
	textOf: (hash: string) => string | undefined
): RequestBody | null {
	const read = (hash: string): unknown => {
		const text = textOf(hash);
		return text === undefined ? undefined : JSON.parse(text);
	};
	const system = entry.system.map(read);
	const messages = entry.messages.map(read);
	const tools = entry.tools === null ? null : read(entry.tools);
	if (tools === undefined || [...system, ...messages].includes(undefined)) return null;
	const { model, max_tokens, ...rest } = JSON.parse(entry.rest) as Omit<RequestBody, 'messages'>;
	return {
		model,
		max_tokens,
		...(system.length > 0 ? { system: system as TextBlock[] } : {}),
		...(tools ? { tools: tools as ToolDefinition[] } : {}),
		messages: messages as Message[],
		...rest
	};
}
