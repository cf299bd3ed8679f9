import type { DocumentBlock, ImageBlock, UserBlock } from '#core/log/blocks.ts';

/** Files that go along with a message: what they are by their first bytes, and what the wire takes of them. */

/** A picture, or a document: a PDF, or the words of a text file. */
export type Attached = ImageBlock | DocumentBlock;

export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** What the Messages API takes; bytes, pixels, pages. */
export const attachLimits = {
	/** In one message. */
	files: 20,
	/** Of all files of one message. Encoded they grow by a third, and a request may have 32 MB. */
	together: 20_000_000,
	picture: 3_750_000,
	/** A picture is made smaller beyond this edge: the provider would do the same, and bill no more. */
	edge: 1568,
	/** A text of this length is about a quarter of a million tokens. */
	text: 1_000_000
} as const;

/** Why a file does not go along. Sizes in bytes. */
export type NotAttached =
	/** `unread`: its bytes could not be had; `unreadable`: they are no picture. */
	| { readonly why: 'kind' | 'unreadable' | 'unread' | 'empty' }
	| { readonly why: 'too-many'; readonly most: number }
	| { readonly why: 'too-large' | 'together'; readonly bytes: number; readonly most: number }
	/** The PDF opens with a password only, or may not be changed without one. */
	| { readonly why: 'locked' }
	/** Pages and pictures of the whole message. */
	| { readonly why: 'pages'; readonly pages: number; readonly most: number };

const signs: readonly (readonly [PictureType, (text: string) => boolean])[] = [
	['image/png', (text) => text.startsWith('\x89PNG\r\n\x1a\n')],
	['image/jpeg', (text) => text.startsWith('\xff\xd8\xff')],
	['image/gif', (text) => text.startsWith('GIF87a') || text.startsWith('GIF89a')],
	['image/webp', (text) => text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP']
];

/** Readers look for the first mark of a PDF in so many bytes at its front, and for the last in as many at its end. */
const reach = 1024;

/**
 * Behind nothing but spaces and marks it is a PDF. Behind words it may be a text about one: that has not its end.
 */
const isPdf = (head: string, tail: string): boolean =>
	/^[\s\0\xef\xbb\xbf]*%PDF/.test(head) || (/[\r\n]%PDF-\d/.test(head) && tail.includes('%%EOF'));

/** What a file is by its bytes, whatever its name says; `other` may be text. */
export function kindOfBytes(bytes: Uint8Array): PictureType | 'application/pdf' | 'other' {
	const head = String.fromCharCode(...bytes.subarray(0, reach));
	const picture = signs.find(([, fits]) => fits(head))?.[0];
	if (picture) return picture;
	const tail = String.fromCharCode(...bytes.subarray(-reach));
	return isPdf(head, tail) ? 'application/pdf' : 'other';
}

/** The size a picture goes along in, pixels; the same object when it may stay as it is. */
export function sizeToSend<Size extends { readonly width: number; readonly height: number }>(
	size: Size,
	bytes: number
): Size | { readonly width: number; readonly height: number } {
	const edge = Math.max(size.width, size.height);
	if (edge <= attachLimits.edge && bytes <= attachLimits.picture) return size;
	const scale = Math.min(1, attachLimits.edge / edge);
	const scaled = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
	return { width: scaled(size.width), height: scaled(size.height) };
}

/** Files among the blocks of a message. */
export const attachedIn = (blocks: readonly UserBlock[]): readonly Attached[] =>
	blocks.filter((block) => block.type === 'image' || block.type === 'document');

/** The words of the text files of a message, each under its name. */
export const filedWords = (blocks: readonly UserBlock[]): readonly string[] =>
	blocks.flatMap((block) =>
		block.type === 'document' && block.source.type === 'text'
			? [`${block.title ?? ''}\n${block.source.data}`.trim()]
			: []
	);

/** The names of its other documents: whoever summarises is told them, and not what is in them. */
export const namesOfFiles = (blocks: readonly UserBlock[]): readonly string[] =>
	blocks.flatMap((block) =>
		block.type === 'document' && block.source.type !== 'text' && block.title ? [block.title] : []
	);

/** Bytes a block stands for. */
export const bytesOf = ({ source }: Attached): number =>
	source.type === 'text' ? utf8Length(source.data) : Math.floor((source.data.length * 3) / 4);

function utf8Length(text: string): number {
	let bytes = 0;
	for (const sign of text) {
		const code = sign.codePointAt(0) ?? 0;
		bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	}
	return bytes;
}
