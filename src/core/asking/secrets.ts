import type { UserBlock } from '#core/log/blocks.ts';

/** Keys of an endpoint that stand in a message: nobody means to keep or to send them, so they are taken out before it is stored. */

/** Stands where a key stood, so that everybody who reads the message sees what was done to it. */
export const keyTakenOut = '[API key taken out by Keepsake]';

/** Blocks without anything that looks like a key of Anthropic, and without the key that is in use, whatever it looks like. */
export const withoutKeys = (
	blocks: readonly UserBlock[],
	key: string | null
): readonly UserBlock[] =>
	JSON.parse(JSON.stringify(blocks), (_, value: unknown) =>
		typeof value === 'string' ? bare(value, key) : value
	) as readonly UserBlock[];

function bare(text: string, key: string | null): string {
	// A key as short as a word would take words out of what people say.
	const rest = key !== null && key.length >= 8 ? text.replaceAll(key, keyTakenOut) : text;
	return rest.replace(/\bsk-ant-[\w-]{16,}/g, keyTakenOut);
}
