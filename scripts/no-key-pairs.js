/**
 * Stands where `age-encryption` takes curves from. A backup is sealed with a passphrase alone, and nobody can give the
 * workshop a key pair; the real ones would be a tenth of it.
 */
export const MLKEM768P256 = undefined;
export const MLKEM768X25519 = undefined;
export const p256 = undefined;
export const x25519 = undefined;
