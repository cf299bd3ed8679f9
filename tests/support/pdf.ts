/** PDF files as programs write them: their objects in the clear or packed away, and with a password. */
import { deflateSync } from 'node:zlib';

interface PdfMade {
	readonly pages?: number;
	/** Objects lie in a compressed stream, as most programs write them today. */
	readonly packed?: boolean;
	/** It opens with a password only. */
	readonly locked?: boolean;
}

const lockEntry = ' /Encrypt 3 0 R';
const lock =
	'<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <00> /U <00> /EncryptMetadata true >>';

/** Bytes of a PDF. Objects: 1 is the catalogue, 2 the tree of pages, 3 the lock, from 4 on the pages. */
export function aPdf({ pages = 1, packed = false, locked = false }: PdfMade = {}): Buffer {
	const numbers = Array.from({ length: pages }, (_, at) => at + 4);
	const kids = numbers.map((number) => `${String(number)} 0 R`).join(' ');
	const objects = new Map([
		[1, '<< /Type /Catalog /Pages 2 0 R >>'],
		[2, `<< /Type /Pages /Kids [ ${kids} ] /Count ${String(pages)} >>`],
		...numbers.map(
			(number) => [number, '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] >>'] as const
		)
	]);
	return packed ? packedPdf(objects, locked) : plainPdf(objects, locked);
}

const objectOf = (number: number, body: string): string =>
	`${String(number)} 0 obj\n${body}\nendobj\n`;

function plainPdf(objects: ReadonlyMap<number, string>, locked: boolean): Buffer {
	let text = '%PDF-1.4\n';
	const offsets = new Map<number, number>();
	for (const [number, body] of [...objects, ...(locked ? [[3, lock] as const] : [])]) {
		offsets.set(number, text.length);
		text += objectOf(number, body);
	}
	const size = Math.max(...objects.keys()) + 1;
	const table = Array.from({ length: size }, (_, number) => {
		const offset = offsets.get(number);
		return offset === undefined
			? '0000000000 65535 f \n'
			: `${String(offset).padStart(10, '0')} 00000 n \n`;
	}).join('');
	const start = text.length;
	const trailer = `<< /Size ${String(size)} /Root 1 0 R${locked ? lockEntry : ''} >>`;
	text += `xref\n0 ${String(size)}\n${table}trailer\n${trailer}\nstartxref\n${String(start)}\n%%EOF\n`;
	return Buffer.from(text, 'latin1');
}

function packedPdf(objects: ReadonlyMap<number, string>, locked: boolean): Buffer {
	const store = Math.max(...objects.keys()) + 1;
	const table = store + 1;
	let bodies = '';
	const heads: string[] = [];
	for (const [number, body] of objects) {
		heads.push(`${String(number)} ${String(bodies.length)}`);
		bodies += `${body}\n`;
	}
	const head = `${heads.join(' ')}\n`;
	const parts: Buffer[] = [Buffer.from('%PDF-1.5\n', 'latin1')];
	const length = () => parts.reduce((sum, part) => sum + part.length, 0);
	const offsets = new Map<number, number>();
	if (locked) {
		offsets.set(3, length());
		parts.push(Buffer.from(objectOf(3, lock), 'latin1'));
	}
	offsets.set(store, length());
	parts.push(
		stream(
			store,
			`/Type /ObjStm /N ${String(objects.size)} /First ${String(head.length)}`,
			Buffer.from(head + bodies, 'latin1')
		)
	);
	offsets.set(table, length());
	const start = length();
	const places = [...objects.keys()];
	const rows = Buffer.alloc((table + 1) * 7);
	for (let number = 0; number <= table; number++) {
		const offset = offsets.get(number);
		const at = places.indexOf(number);
		const [kind, where, index] =
			offset !== undefined ? [1, offset, 0] : at >= 0 ? [2, store, at] : [0, 0, 0];
		rows.writeUInt8(kind, number * 7);
		rows.writeUInt32BE(where, number * 7 + 1);
		rows.writeUInt16BE(index, number * 7 + 5);
	}
	const entries = `/Type /XRef /Size ${String(table + 1)} /W [ 1 4 2 ] /Root 1 0 R${locked ? lockEntry : ''}`;
	parts.push(stream(table, entries, rows));
	parts.push(Buffer.from(`startxref\n${String(start)}\n%%EOF\n`, 'latin1'));
	return Buffer.concat(parts);
}

function stream(number: number, entries: string, data: Buffer): Buffer {
	const packed = deflateSync(data);
	const head = `${String(number)} 0 obj\n<< ${entries} /Filter /FlateDecode /Length ${String(packed.length)} >>\nstream\n`;
	return Buffer.concat([
		Buffer.from(head, 'latin1'),
		packed,
		Buffer.from('\nendstream\nendobj\n', 'latin1')
	]);
}
