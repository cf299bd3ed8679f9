import { firstBytes, remembered } from '#core/tokens/media.ts';
import { asText, inflate } from '#core/tokens/inflate.ts';

/**
 * What a PDF says of itself: whether it is locked, and how many pages it has, also where its objects lie packed in
 * streams, as most programs write them today. No endpoint reads one with a password, or any number of pages.
 */

interface PdfFacts {
	/** It is encrypted, with a password to open it or without. */
	readonly locked: boolean;
	/** Null where it cannot be told. */
	readonly pages: number | null;
}

/** Unpacked bytes that are looked through at most: a small file may unpack to any size. */
const mostUnpacked = 8_000_000;

const object = /(?:^|\s)(\d+)\s+\d+\s+obj\b([^]*?)(?=endobj|$)/g;
/** Catalogue and tree of pages: all that is needed to count. */
const isTree = /\/Type\s*\/(?:Catalog|Pages)\b/;

export function readPdf(bytes: Uint8Array): PdfFacts {
	const tree = new Map<string, string>();
	/** A later object of a number stands in the place of an earlier one. */
	const put = (number = '', body = ''): void => {
		if (isTree.test(body)) tree.set(number, body);
	};
	let root = '';
	let room = mostUnpacked;
	for (let at = 0; at < bytes.length;) {
		const begin = placeOf(bytes, 'stream', at);
		const part = asText(bytes.subarray(at, begin));
		if (/\/Encrypt\s*[<\d]/.test(part)) return { locked: true, pages: null };
		for (const [, found = ''] of part.matchAll(/\/Root\s+(\d+)\s+\d+\s+R/g)) root = found;
		for (const [, number, body] of part.matchAll(object)) put(number, body);
		const end = placeOf(bytes, 'endstream', begin);
		at = end + 'endstream'.length;
		const head = part.slice(part.lastIndexOf('obj'));
		if (!/\/ObjStm\b/.test(head)) continue;
		// Behind the word stands the end of its line.
		const from = begin + 'stream'.length + (bytes[begin + 'stream'.length] === 13 ? 2 : 1);
		const packed = inflate(bytes.subarray(from, end), room) ?? '';
		room = packed === '' ? 0 : room - packed.length;
		// Numbers and places stand first, then one object behind the other.
		const first = Number(/\/First\s+(\d+)/.exec(head)?.[1]);
		const places = packed.slice(0, first).match(/\d+/g) ?? [];
		for (let n = 0; n < places.length; n += 2) {
			const next = first + Number(places[n + 3] ?? packed.length);
			put(places[n], packed.slice(first + Number(places[n + 1]), next));
		}
	}
	return { locked: false, pages: pagesOf(tree, root) };
}

/** Where a word stands next, or the end. What lies in streams is never made a text: that is most of a file. */
function placeOf(bytes: Uint8Array, word: string, from: number): number {
	const codes = Array.from(word, (sign) => sign.charCodeAt(0));
	const [first = 0] = codes;
	for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
		if (codes.every((code, next) => bytes[at + next] === code)) return at;
	return bytes.length;
}

function pagesOf(tree: ReadonlyMap<string, string>, root: string): number | null {
	const top = /\/Pages\s+(\d+)\s+\d+\s+R/.exec(tree.get(root) ?? '')?.[1];
	const count = /\/Count\s+(\d+)/.exec(tree.get(top ?? '') ?? '')?.[1];
	return count === undefined ? null : Number(count);
}

/** The same of a file in a message. */
export const pdfFactsOf = remembered((base64) => readPdf(firstBytes(base64, Infinity)));

/** Bytes of a page where a PDF does not say how many it has. */
const bytesPerPage = 60_000;
/** A page is sent as its text and as a picture. */
const perPage = 2500;

/** Tokens of a PDF: pages it names, else pages its size suggests (INV-27). */
export const documentTokensOf = (source: { readonly data: string }): number =>
	perPage *
	Math.max(1, pdfFactsOf(source).pages ?? Math.ceil((source.data.length * 3) / 4 / bytesPerPage));
