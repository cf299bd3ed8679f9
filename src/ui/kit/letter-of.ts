/**
 * The key that was pressed, in lower case. A layout without Latin letters has its own ones on the keys (ctrl and what
 * is K elsewhere gives "л"): there the place of the key counts, as in every other program.
 */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
	(/[^ -~]/.test(key) && code.startsWith('Key') ? code.slice(3) : key).toLowerCase();
