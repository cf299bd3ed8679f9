/**
 * Whether a value is base64 and nothing else (RFC 4648 section 4, padded or not). Looked through for what does not
 * belong there: a pattern that has to match all of it may keep a place to go back to for each sign, and an engine that
 * does runs out of them within a large picture.
 */
export const isBase64 = (value: unknown): value is string =>
	typeof value === 'string' && /^[^=]/.test(value) && !/[^A-Za-z0-9+/=]|=[^=]/.test(value);
