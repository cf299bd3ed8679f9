import { kindOfBytes } from '#core/asking/attached.ts';
import { barePicture } from '#core/asking/bare-picture.ts';
import type { ImageBlock } from '#core/log/blocks.ts';
import { base64Of } from '#core/text/base64.ts';
import { firstBytes } from '#core/tokens/media.ts';

/**
 * A picture as it leaves: without what is written in it of where, when and with what it was taken. What is attached is so
 * already; what was imported stays as it came where it is stored, for its hash is part of the chain.
 */

const made = new WeakMap<ImageBlock, ImageBlock | null>();

/**
 * The very same block where nothing is written beside; null where it cannot be read through to its end and may tell of a
 * place. Worked out once for each block: a large picture takes some hundredths of a second, one that changes some tenths.
 */
export function bareBlock(block: ImageBlock): ImageBlock | null {
	const known = made.get(block);
	if (known !== undefined) return known;
	const bare = withoutNotes(block);
	made.set(block, bare);
	return bare;
}

/** As it stands in the requests that it went with; the very same block where it went with none, which costs no look. */
export const asItWent = (block: ImageBlock): ImageBlock => made.get(block) ?? block;

function withoutNotes(block: ImageBlock): ImageBlock | null {
	const { data } = block.source;
	const padding = /={0,2}$/.exec(data.slice(-2))?.[0].length ?? 0;
	const bytes = firstBytes(data, Infinity);
	const whole = bytes.slice(0, bytes.length - padding);
	const kind = kindOfBytes(whole);
	const bare = kind === 'other' || kind === 'application/pdf' ? null : barePicture(kind, whole);
	if (bare === whole) return block;
	if (bare) return { ...block, source: { ...block.source, data: base64Of(bare) } };
	return mayTell(whole) ? null : block;
}

/** How what tells of a place begins, in pictures and in films behind them. */
const telling = /exif|XMP|ns\.adobe\.com|Photoshop 3|[itz]TXt|tEXt|GPS|ftyp/i;
/** Bytes looked at at once; what begins in one piece may end in the next. */
const piece = { bytes: 8192, beyond: 16 };

function mayTell(bytes: Uint8Array): boolean {
	for (let at = 0; at < bytes.length; at += piece.bytes) {
		const some = bytes.subarray(at, at + piece.bytes + piece.beyond);
		if (telling.test(String.fromCharCode(...some))) return true;
	}
	return false;
}
