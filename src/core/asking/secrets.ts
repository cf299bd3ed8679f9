import type { UserBlock } from '#core/log/blocks.ts';

/** Keys of an endpoint that stand in a message: nobody means to keep or to send them, so they are taken out before it is stored. */

/** Stands where a key stood, so that everybody who reads the message sees what was done to it. */
export const keyTakenOut = '[API key taken out by Keepsake]';

/** Shorter keys are not looked for: they would take words out of what people say. Signs. */
export const shortestKey = 16;
const run = new RegExp(`[\\x21-\\x7e]{${String(shortestKey)},}`, 'g');
const ofAnthropic = /\bsk-ant-[\w-]{16,}/g;

/** What of a message may hold a key: long rows of characters without a space. Nobody who looks for one need see more. */
export const runsIn = (blocks: readonly UserBlock[]): readonly string[] => [
	...new Set(blocks.flatMap((block) => wordsOf(block)?.match(run) ?? []))
];

/** A run without the key that is in use, whatever that looks like, and without anything that looks like a key of Anthropic. */
export function withoutKeys(text: string, key: string | null): string {
	const rest = key !== null && key.length >= shortestKey ? text.replaceAll(key, keyTakenOut) : text;
	return rest.replace(ofAnthropic, keyTakenOut);
}

/**
 * What of a run may be a key of so many signs, where nobody knows how it begins. It ends with the run, or beside it stands
 * what is no letter and no digit, on one side at least: else a packed file would be all keys.
 */
export function mayBeKeys(run: string, length: number): readonly string[] {
	if (length < shortestKey) return [];
	const isApart = (at: number): boolean => !/[a-z\d]/i.test(run.charAt(at));
	const found: string[] = [];
	for (let at = 0; at + length <= run.length; at++)
		if (isApart(at - 1) || isApart(at + length)) found.push(run.slice(at, at + length));
	return found;
}

/** A message with other runs in the place of its own. What has none is the same object. */
export const withRuns = (
	blocks: readonly UserBlock[],
	instead: ReadonlyMap<string, string>
): readonly UserBlock[] =>
	blocks.map((block) => {
		const before = wordsOf(block);
		const words = before?.replace(run, (found) => instead.get(found) ?? found);
		if (words === undefined || words === before) return block;
		return block.type === 'text' ? { ...block, text: words } : withText(block, words);
	});

function wordsOf(block: UserBlock): string | null {
	if (block.type === 'text') return block.text;
	return block.type === 'document' && block.source.type === 'text' ? block.source.data : null;
}

const withText = (block: UserBlock, data: string): UserBlock =>
	block.type === 'document' && block.source.type === 'text'
		? { ...block, source: { ...block.source, data } }
		: block;
