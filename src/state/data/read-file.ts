import {
	attachLimits,
	kindOfBytes,
	sizeToSend,
	type Attached,
	type NotAttached,
	type PictureType
} from '#core/asking/attached.ts';
import { barePicture } from '#core/asking/bare-picture.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { pdfFactsOf } from '#core/tokens/pdf.ts';
import { base64Of } from '#core/text/base64.ts';

/** A file as it will go along, or why it does not. */
export type ReadFile =
	| {
			readonly status: 'read';
			readonly block: Attached;
			/** Pixels and bytes before and after, when a picture was made smaller. */
			readonly shrunk: { readonly from: Measured; readonly to: Measured } | null;
			/** Signs that nobody sees and a model reads, left out of a text. */
			readonly hiddenSigns: number;
			/** Nothing says how a text is written; it was read as most are. */
			readonly isGuessed: boolean;
	  }
	| { readonly status: 'refused'; readonly reason: NotAttached };

interface Size {
	readonly width: number;
	readonly height: number;
}

interface Measured extends Size {
	readonly bytes: number;
}

const read = (
	block: Attached,
	over: Partial<Omit<ReadFile & { status: 'read' }, 'status' | 'block'>> = {}
): ReadFile => ({ status: 'read', block, shrunk: null, hiddenSigns: 0, isGuessed: false, ...over });

const titleOf = (name: string): string => cleanText(name).text;

const refused = (reason: NotAttached): ReadFile => ({ status: 'refused', reason });

/** Larger files are not even read, bytes: a photograph of any camera is smaller. */
const mostRead = 50_000_000;

/** Read one file. Pictures that are too large are made smaller away from the page's own thread, where there is a way. */
export async function readFile(file: File): Promise<ReadFile> {
	if (file.size === 0) return refused({ why: 'empty' });
	if (file.size > mostRead) return refused({ why: 'too-large', bytes: file.size, most: mostRead });
	const bytes = await bytesOf(file);
	if (!bytes) return refused({ why: 'unread' });
	const kind = kindOfBytes(bytes);
	if (kind === 'application/pdf') return readDocument(file.name, bytes);
	if (kind !== 'other') return readPicture(file, kind, bytes);
	// A picture that no model takes goes along as one that they do, where this browser can draw it.
	return readText(file.name, bytes) ?? readPicture(file, kind, bytes);
}

/** Null for a folder, and for a file that lies elsewhere or may not be read. */
const bytesOf = (file: File): Promise<Uint8Array<ArrayBuffer> | null> =>
	file.arrayBuffer().then(
		(buffer) => new Uint8Array(buffer),
		() => null
	);

/** Null: it is no text. */
function readText(name: string, bytes: Uint8Array): ReadFile | null {
	const raw = textIn(bytes);
	if (raw === null) return null;
	const { text: data, removed: hiddenSigns } = cleanText(raw.text);
	if (data.trim() === '') return refused({ why: 'empty' });
	if (bytes.length > attachLimits.text)
		return refused({ why: 'too-large', bytes: bytes.length, most: attachLimits.text });
	const source = { type: 'text', media_type: 'text/plain', data } as const;
	return read(
		{ type: 'document', source, title: titleOf(name) },
		{ hiddenSigns, isGuessed: raw.isGuessed }
	);
}

/* oxlint-disable no-control-regex -- they are what is looked for: no text has them, a program does */
const noText = /[\0-\x08\x0e-\x1a]/;
/** With those that Windows-1252 does not have. */
const noWesternText = /[\0-\x08\x0e-\x1a\x7f-\x9f]/;
/* oxlint-enable no-control-regex */

/**
 * The words of a text file, or null where it is none. Bytes that are neither UTF-8 nor marked UTF-16 are mostly what
 * programs of Windows write in Western languages.
 */
function textIn(bytes: Uint8Array): { readonly text: string; readonly isGuessed: boolean } | null {
	const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
	const marked = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
	const known = decoded(bytes, marked);
	const text = known ?? new TextDecoder('windows-1252').decode(bytes);
	if ((known === null ? noWesternText : noText).test(text)) return null;
	return { text, isGuessed: known === null };
}

/** Null: these bytes are not written so. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}

function readDocument(name: string, bytes: Uint8Array): ReadFile {
	const { together: most } = attachLimits;
	if (bytes.length > most) return refused({ why: 'too-large', bytes: bytes.length, most });
	const source = { type: 'base64', media_type: 'application/pdf', data: base64Of(bytes) } as const;
	if (pdfFactsOf(source).locked) return refused({ why: 'locked' });
	return read({ type: 'document', source, title: titleOf(name) });
}

/** A picture goes along without where and when it was taken: as its bytes are, or drawn anew. `other`: if it is one. */
async function readPicture(
	file: File,
	type: PictureType | 'other',
	bytes: Uint8Array<ArrayBuffer>
): Promise<ReadFile> {
	const drawn = await createImageBitmap(file).catch(() => null);
	if (!drawn) return refused({ why: type === 'other' ? 'kind' : 'unreadable' });
	const from = { width: drawn.width, height: drawn.height };
	const bare = type === 'other' ? null : barePicture(type, bytes);
	const to = sizeToSend(from, (bare ?? bytes).length);
	if (to === from && type !== 'other' && bare) {
		drawn.close();
		return read(picture(type, bare));
	}
	const small = await drawSmall(drawn, to, type);
	const data = new Uint8Array(await small.arrayBuffer());
	if (data.length > attachLimits.picture)
		return refused({ why: 'too-large', bytes: data.length, most: attachLimits.picture });
	const made = kindOfBytes(data);
	if (made === 'other' || made === 'application/pdf') return refused({ why: 'unreadable' });
	const shrunk = {
		from: { ...from, bytes: bytes.length },
		to: { ...to, bytes: data.length }
	};
	return read(picture(made, data), { shrunk: to === from ? null : shrunk });
}

const picture = (type: PictureType, bytes: Uint8Array): Attached => ({
	type: 'image',
	source: { type: 'base64', media_type: type, data: base64Of(bytes) }
});

/** Photographs stay JPEG; drawings and screens stay exact unless that is too heavy. */
async function drawSmall(drawn: ImageBitmap, { width, height }: Size, type: PictureType | 'other') {
	const sheet = new OffscreenCanvas(width, height);
	const pen = sheet.getContext('2d');
	pen?.drawImage(drawn, 0, 0, width, height);
	drawn.close();
	if (type === 'image/jpeg') return sheet.convertToBlob({ type, quality: 0.9 });
	const exact = await sheet.convertToBlob({ type: 'image/png' });
	if (exact.size <= attachLimits.picture / 2) return exact;
	if (pen) {
		// Where nothing is painted a JPEG is black.
		pen.globalCompositeOperation = 'destination-over';
		pen.fillStyle = 'white';
		pen.fillRect(0, 0, width, height);
	}
	return sheet.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
