/**
 * Whether a value is base64 and nothing else (RFC 4648 section 4, padded or not). Looked through for what does not
 * belong there: a pattern that has to match all of it may keep a place to go back to for each sign, and an engine that
 * does runs out of them within a large picture.
 */
export const isBase64 = (value: unknown): value is string =>
	typeof value === 'string' && /^[^=]/.test(value) && !/[^A-Za-z0-9+/=]|=[^=]/.test(value);

const signs = Uint8Array.from(
	'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
	(sign) => sign.charCodeAt(0)
);
const padding = '='.charCodeAt(0);
/** Bytes written at once: a call takes only so many arguments. A multiple of three, so that nothing is padded between. */
const piece = 6144;

/** Base64 (RFC 4648) of some bytes. */
export function base64Of(bytes: Uint8Array): string {
	let text = '';
	const codes = new Uint8Array((piece / 3) * 4);
	const put = (at: number, bits: number): void => {
		codes[at] = signs[bits & 63] ?? 0;
	};
	for (let from = 0; from < bytes.length; from += piece) {
		const some = bytes.subarray(from, from + piece);
		let end = 0;
		for (let at = 0; at < some.length; at += 3) {
			const three = ((some[at] ?? 0) << 16) | ((some[at + 1] ?? 0) << 8) | (some[at + 2] ?? 0);
			put(end++, three >> 18);
			put(end++, three >> 12);
			put(end++, three >> 6);
			put(end++, three);
		}
		const missing = (3 - (some.length % 3)) % 3;
		codes.fill(padding, end - missing, end);
		text += String.fromCharCode(...codes.subarray(0, end));
	}
	return text;
}
