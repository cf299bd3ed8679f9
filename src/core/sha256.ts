import { utf8 } from '#core/bytes.ts';

/** SHA-256 (FIPS 180-4), synchronous and incremental: `crypto.subtle` would end a database transaction. */

const constants = /* @__PURE__ */ makeConstants();

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
function makeConstants(): { rounds: Uint32Array; start: Uint32Array } {
	const rounds = new Uint32Array(64);
	const start = new Uint32Array(8);
	let found = 0;
	for (let candidate = 2; found < 64; candidate++) {
		let prime = true;
		for (let factor = 2; factor * factor <= candidate; factor++)
			if (candidate % factor === 0) prime = false;
		if (!prime) continue;
		if (found < 8) start[found] = (Math.sqrt(candidate) % 1) * 0x100000000;
		rounds[found++] = (Math.cbrt(candidate) % 1) * 0x100000000;
	}
	return { rounds, start };
}

/** A hash being computed. Feed it with `update`, read it with `digest`; it may go on after a digest. */
export interface Sha256 {
	readonly state: Uint32Array;
	readonly block: Uint8Array;
	filled: number;
	bytes: number;
}

export const beginSha256 = (): Sha256 => ({
	state: constants.start.slice(),
	block: new Uint8Array(64),
	filled: 0,
	bytes: 0
});

const words = new Uint32Array(64);

function compress(state: Uint32Array, block: Uint8Array, offset: number): void {
	const w = words;
	for (let i = 0; i < 16; i++) {
		const at = offset + i * 4;
		w[i] =
			((block[at] ?? 0) << 24) |
			((block[at + 1] ?? 0) << 16) |
			((block[at + 2] ?? 0) << 8) |
			(block[at + 3] ?? 0);
	}
	for (let i = 16; i < 64; i++) {
		const x = w[i - 15] ?? 0;
		const y = w[i - 2] ?? 0;
		const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
		const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
		w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
	}
	let a = state[0] ?? 0;
	let b = state[1] ?? 0;
	let c = state[2] ?? 0;
	let d = state[3] ?? 0;
	let e = state[4] ?? 0;
	let f = state[5] ?? 0;
	let g = state[6] ?? 0;
	let h = state[7] ?? 0;
	for (let i = 0; i < 64; i++) {
		const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
		const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants.rounds[i] ?? 0) + (w[i] ?? 0)) | 0;
		const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
		const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
		h = g;
		g = f;
		f = e;
		e = (d + t1) | 0;
		d = c;
		c = b;
		b = a;
		a = (t1 + t2) | 0;
	}
	state[0] = (state[0] ?? 0) + a;
	state[1] = (state[1] ?? 0) + b;
	state[2] = (state[2] ?? 0) + c;
	state[3] = (state[3] ?? 0) + d;
	state[4] = (state[4] ?? 0) + e;
	state[5] = (state[5] ?? 0) + f;
	state[6] = (state[6] ?? 0) + g;
	state[7] = (state[7] ?? 0) + h;
}

/** Feed bytes. Returns the same hash, for chaining. */
export function update(hash: Sha256, bytes: Uint8Array): Sha256 {
	hash.bytes += bytes.length;
	let at = 0;
	if (hash.filled > 0) {
		const take = Math.min(64 - hash.filled, bytes.length);
		hash.block.set(bytes.subarray(0, take), hash.filled);
		hash.filled += take;
		at = take;
		if (hash.filled < 64) return hash;
		compress(hash.state, hash.block, 0);
		hash.filled = 0;
	}
	for (; at + 64 <= bytes.length; at += 64) compress(hash.state, bytes, at);
	hash.block.set(bytes.subarray(at), 0);
	hash.filled = bytes.length - at;
	return hash;
}

/** Feed text as UTF-8; lone surrogates count as U+FFFD, as they are written. */
export const updateText = (hash: Sha256, text: string): Sha256 => update(hash, utf8(text));

/** 64 lower-case hexadecimal digits. Leaves the hash as it was. */
export function digest(hash: Sha256): string {
	const state = hash.state.slice();
	const tail = new Uint8Array(hash.filled < 56 ? 64 : 128);
	tail.set(hash.block.subarray(0, hash.filled));
	tail[hash.filled] = 0x80;
	let bits = hash.bytes * 8;
	for (let at = tail.length - 1; bits > 0; at--) {
		tail[at] = bits % 256;
		bits = Math.floor(bits / 256);
	}
	for (let at = 0; at < tail.length; at += 64) compress(state, tail, at);
	return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** Hash of one text (UTF-8) or of bytes, hex. */
export const sha256 = (content: string | Uint8Array): string =>
	digest(update(beginSha256(), typeof content === 'string' ? utf8(content) : content));
