/** The key of the endpoint: how it is kept, and what may be known of it outside the telephone. */

export type KeyState = 'none' | 'set' | 'locked';

export type KeepKey = 'until-closed' | 'unprotected' | 'passphrase';

/** How a key is to be kept. The passphrase is needed with `keep: 'passphrase'` and ignored otherwise. */
export interface KeyKeeping {
	readonly keep: KeepKey;
	readonly passphrase: string | null;
}

export interface NewKey extends KeyKeeping {
	readonly key: string;
}

/** What the page may know of the key. `fingerprint` tells two keys apart and nothing else. */
export interface KeyStatus {
	readonly state: KeyState;
	readonly keep: KeepKey;
	readonly fingerprint: string | null;
}

export type KeyUnlocking = KeyStatus | { readonly state: 'wrong-passphrase' };

/** What is pasted twice into its field comes as one row of signs, with a gap where there was a line end or a space. */
const twice = /^(\S{16,4000})\s*\1$/;

/** The key in what was entered: without the white space around it, and once. */
export function keyIn(entered: string): string {
	const key = entered.trim();
	return twice.exec(key)?.[1] ?? key;
}
