/** The English catalogue, grouped by screen: what a conversation needs from its first moment on. Names in it are fixed by the screen contract. */
import { attaching } from './en/first/attaching.ts';
import { chat } from './en/first/chat.ts';
import { keys } from './en/first/keys.ts';
import { kit } from './en/first/kit.ts';
import { palette } from './en/first/palette.ts';
import { sessions } from './en/first/sessions.ts';
import { shell } from './en/first/shell.ts';

export const en = {
	attaching,
	chat,
	keys,
	kit,
	palette,
	sessions,
	shell
} as const;

/** The shape of any translation: the same keys, other strings. */
export type Words = Translated<typeof en>;

export type Translated<T> = T extends string
	? string
	: T extends (...parameters: infer P) => string
		? (...parameters: P) => string
		: { readonly [K in keyof T]: Translated<T[K]> };
