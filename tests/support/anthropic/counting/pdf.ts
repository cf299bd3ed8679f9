/** What the API finds out about a PDF: whether it opens, and how many pages are in it, packed away or not. */
import { inflateSync } from 'node:zlib';

export type PdfRead = { readonly pages: number } | 'locked' | 'broken';

/** Made without looking at how the app reads one, so that neither can hide an error of the other. */
export function readPdf(bytes: Buffer): PdfRead {
	const text = bytes.toString('latin1');
	if (!/^%PDF-\d/.test(text)) return 'broken';
	const unpacked = text.replace(
		/<<([^\0]*?)>>\s*stream\r?\n([^]*?)\r?\nendstream/g,
		(_, entries: string, data: string) => (/\/ObjStm\b/.test(entries) ? unpack(data) : entries)
	);
	if (/\/Encrypt\s+\d+\s+\d+\s+R/.test(unpacked)) return 'locked';
	const pages = unpacked.match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0;
	return pages > 0 && /\/Root\s+\d+\s+\d+\s+R/.test(unpacked) ? { pages } : 'broken';
}

function unpack(data: string): string {
	try {
		return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
	} catch {
		// A damaged stream holds no objects.
		return '';
	}
}
