import { mediaLimits } from '#core/asking/media-limits.ts';
import type { ImportedImage } from '#core/import/chat.ts';
import { base64Of, isBase64 } from '#core/text/base64.ts';
import { firstBytes, imageSizeOf } from '#core/tokens/media.ts';

type Picture = NonNullable<ImportedImage['data']>;

/** Pictures by their first bytes: the name of a file says nothing about what is in it. */

/** The largest picture an endpoint takes, bytes: it counts their base64. */
export const largestPicture = (mediaLimits.picture * 3) / 4;

type MediaType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

const marks: readonly (readonly [MediaType, readonly number[]])[] = [
	['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
	['image/jpeg', [0xff, 0xd8, 0xff]],
	['image/gif', [0x47, 0x49, 0x46, 0x38]]
];
const riff = [0x52, 0x49, 0x46, 0x46];
const webp = [0x57, 0x45, 0x42, 0x50];

const begins = (bytes: Uint8Array, mark: readonly number[], at = 0): boolean =>
	mark.every((byte, index) => bytes[at + index] === byte);

/** What kind of picture some bytes are, or null. */
const mediaTypeOf = (bytes: Uint8Array): MediaType | null =>
	marks.find(([, mark]) => begins(bytes, mark))?.[0] ??
	(begins(bytes, riff) && begins(bytes, webp, 8) ? 'image/webp' : null);

/** Bytes by which every kind is told. */
export const telling = 12;

/** Whether the first bytes of a file are those of a picture. */
export const beginsAsPicture = (first: Uint8Array): boolean => mediaTypeOf(first) !== null;

/** A picture ready to be stored, or null when the bytes are none or too many. */
export function pictureOf(bytes: Uint8Array): Picture | null {
	const mediaType = bytes.length <= largestPicture ? mediaTypeOf(bytes) : null;
	return mediaType && { mediaType, base64: base64Of(bytes) };
}

/** A picture as a file tells of it: without its bytes where they, or what they are said to be, cannot be true. */
export function toldPicture(mediaType: string, base64: string): ImportedImage {
	const isKnown = /^image\/(png|jpeg|gif|webp)$/.test(mediaType) && isBase64(base64);
	return { type: 'image', name: '', data: isKnown ? { mediaType, base64 } : null };
}

/**
 * A picture as an endpoint takes it, or null. What a file says of it may be wrong, and stored so it would be refused with
 * every later message of its conversation.
 */
export function soundPicture({ base64 }: Picture): Picture | null {
	const mediaType = mediaTypeOf(firstBytes(base64, telling));
	if (mediaType === null || base64.length % 4 !== 0) return null;
	const size = imageSizeOf(base64);
	const isLarge =
		(base64.length * 3) / 4 > largestPicture ||
		Math.max(size?.width ?? 0, size?.height ?? 0) > mediaLimits.edge;
	return isLarge ? null : { mediaType, base64 };
}

/** The names under which the chats of an export may speak of a file: whole, without its ending, and by its id. */
export function pictureNames(name: string): readonly string[] {
	const file = name.replace(/^.*[\\/]/, '');
	const stem = file.replace(/\.\w+$/, '');
	const id = /^file[-_][A-Za-z0-9_]+/.exec(file)?.[0] ?? stem;
	return [file, stem, id];
}
