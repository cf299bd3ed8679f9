interface Press {
	readonly isComposing: boolean;
	readonly keyCode: number;
}

/**
 * Whether a press belongs to an input method, which composes a word with it. Some say so by the key code alone: in WebKit
 * the press that ends a composition comes behind its end.
 */
export const isComposed = ({ isComposing, keyCode }: Press): boolean =>
	isComposing || keyCode === 229;
