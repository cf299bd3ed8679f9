/** A prompt cache as the bill shows it: how much of a request was read, written or neither. */
import { createHash } from 'node:crypto';
import type { ScriptedModel } from '../models.ts';
import { stretchesOf, type Scales } from './tokens.ts';
import { isFields, type MessagesBody } from '../wire.ts';

/** How far back from a mark an older, shorter entry is looked for, in blocks. */
const LOOK_BACK = 20;

export interface InputUsage {
	readonly input_tokens: number;
	readonly cache_creation_input_tokens: number;
	readonly cache_read_input_tokens: number;
}

export interface PromptCache {
	/** Splits `inputTokens` and remembers the prefixes that this request marks. */
	readonly bill: (
		body: MessagesBody,
		options: { readonly model: ScriptedModel; readonly key: string; readonly inputTokens: number }
	) => InputUsage;
}

export function startPromptCache(scales?: Scales): PromptCache {
	const entries = new Set<string>();
	return {
		bill: (body, { model, key, inputTokens }) => {
			const stretches = stretchesOf(body, scales);
			const hashes: string[] = [];
			const sums: number[] = [];
			const marks: number[] = [];
			let hash = `${key}|${model.id}`;
			let sum = 0;
			for (const [index, stretch] of stretches.entries()) {
				hash = createHash('sha256').update(hash).update(stretch.text).digest('base64');
				hashes.push(hash);
				sum += stretch.tokens;
				sums.push(sum);
				const whole = index === stretches.length - 1 && isFields(body.cache_control);
				if ((stretch.marked || whole) && sum >= model.minCacheable) marks.push(index);
			}
			const read = Math.max(0, ...marks.map((mark) => longestKnown(entries, hashes, sums, mark)));
			const written = Math.max(read, sums[marks.at(-1) ?? -1] ?? 0);
			for (const mark of marks) entries.add(hashes[mark] ?? '');
			return {
				input_tokens: inputTokens - written,
				cache_creation_input_tokens: written - read,
				cache_read_input_tokens: read
			};
		}
	};
}

function longestKnown(
	entries: ReadonlySet<string>,
	hashes: readonly string[],
	sums: readonly number[],
	mark: number
): number {
	for (let at = mark; at >= 0 && at > mark - LOOK_BACK; at--)
		if (entries.has(hashes[at] ?? '')) return sums[at] ?? 0;
	return 0;
}
