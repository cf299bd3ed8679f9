/** Unpacks what was packed as zlib does (RFC 1950, 1951): core is synchronous, and what browsers have is not. */

/** A Huffman code: signs by their bits, behind a leading one. */
type Code = ReadonlyMap<number, number>;

function codeOf(lengths: readonly number[]): Code {
	const code = new Map<number, number>();
	for (let length = 1, next = 0; length < 16; length++, next *= 2)
		for (const [sign, own] of lengths.entries())
			if (own === length) code.set((1 << length) + next++, sign);
	return code;
}

const fixed = [
	codeOf(Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8))),
	codeOf(Array<number>(30).fill(5))
] as const;
/** The order in which lengths of the code for lengths stand. */
const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Bytes as text, one character each, at most `most`; null where the data is damaged or there are more. */
export function inflate(data: Uint8Array, most: number): string | null {
	const out: number[] = [];
	/** In bits, behind the head. */
	let at = 16;
	const isOver = (): boolean => at > data.length * 8 || out.length > most;
	const bits = (count: number): number => {
		let value = 0;
		for (let n = 0; n < count; n++, at++) value |= (((data[at >> 3] ?? 0) >> (at & 7)) & 1) << n;
		return value;
	};
	const sign = (code: Code): number => {
		for (let key = 1; key < 65_536;) {
			key = key * 2 + bits(1);
			const found = code.get(key);
			if (found !== undefined) return found;
		}
		return -1;
	};
	/** Numbers that take more bits the larger they are, `per` of each kind. */
	const spread = (code: number, per: number): number => {
		const extra = Math.max(0, Math.floor(code / per) - 1);
		return (code < 2 * per ? code : (per + (code % per)) << extra) + bits(extra);
	};

	const readCodes = (): readonly [Code, Code] => {
		const [many, far, short] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
		const small = Array<number>(19).fill(0);
		for (const place of order.slice(0, short)) small[place] = bits(3);
		const code = codeOf(small);
		const lengths: number[] = [];
		while (lengths.length < many + far && !isOver()) {
			const found = sign(code);
			const length = found < 16 ? found : found === 16 ? (lengths.at(-1) ?? 0) : 0;
			const times = found < 16 ? 1 : found < 18 ? bits(found - 14) + 3 : bits(7) + 11;
			for (let n = 0; n < times; n++) lengths.push(length);
		}
		return [codeOf(lengths.slice(0, many)), codeOf(lengths.slice(many))];
	};

	for (let last = 0; last === 0;) {
		last = bits(1);
		const kind = bits(2);
		// What was not packed at all has no place in a PDF.
		if (kind !== 1 && kind !== 2) return null;
		const [signs, distances] = kind === 1 ? fixed : readCodes();
		for (let found = sign(signs); found !== 256; found = sign(signs)) {
			if (found < 0 || isOver()) return null;
			if (found < 256) out.push(found);
			else {
				const length = found === 285 ? 258 : spread(found - 257, 4) + 3;
				const from = out.length - spread(sign(distances), 2) - 1;
				if (from < 0) return null;
				for (let n = 0; n < length; n++) out.push(out[from + n] ?? 0);
			}
		}
	}
	if (isOver()) return null;
	return asText(out);
}

/** A character a byte. */
export function asText(bytes: Uint8Array | readonly number[]): string {
	let text = '';
	for (let at = 0; at < bytes.length; at += 4096)
		text += String.fromCharCode(...bytes.slice(at, at + 4096));
	return text;
}
