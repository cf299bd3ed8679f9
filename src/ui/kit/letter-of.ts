/**
 * The key that was pressed, in lower case. A layout without Latin letters has its own ones on the keys (ctrl and what
 * is K elsewhere gives "л"): there the place of the key counts, as in every other program. So it does for the slash,
 * though not where that key has another sign: "-" makes the page smaller.
 */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string => {
	const isForeign = /[^ -~]/.test(key);
	if (code === 'Slash' && (isForeign || key === '.')) return '/';
	return (isForeign && code.startsWith('Key') ? code.slice(3) : key).toLowerCase();
};

/** Here ⌘ is what is Ctrl elsewhere, whose letters move about in fields. */
export const isApple = (): boolean => /Mac|iP(hone|ad|od)/.test(navigator.userAgent);
