import { sha256 as noble } from '@noble/hashes/sha2.js';
import { utf8 } from '#core/bytes.ts';

/** SHA-256, synchronous and incremental: `crypto.subtle` would end a database transaction, and takes no pieces. */

/** A hash being computed. Feed it with `updateText`, read it with `digest`; it may go on after a digest. */
type Sha256 = ReturnType<typeof noble.create>;

export const beginSha256 = (): Sha256 => noble.create();

/** Feed text as UTF-8; lone surrogates count as U+FFFD, as they are written. Returns the same hash, for chaining. */
export const updateText = (hash: Sha256, text: string): Sha256 => hash.update(utf8(text));

const hex = (bytes: Uint8Array): string =>
	Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** 64 lower-case hexadecimal digits. Leaves the hash as it was. */
export const digest = (hash: Sha256): string => hex(hash.clone().digest());

/** Hash of one text (UTF-8) or of bytes, hex. */
export const sha256 = (content: string | Uint8Array): string =>
	hex(noble(typeof content === 'string' ? utf8(content) : content));
