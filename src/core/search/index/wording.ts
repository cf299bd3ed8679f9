/** What the wording of a turn tells besides its words: whether it asks, and whether it says how things should be. */
import type { Role } from '#core/search/document.ts';

export const endsAsking = (text: string): boolean => /[?？؟]["'”’)\]]*\s*$/u.test(text.slice(-20));

/** A short turn that only asks: it names the words of the answer without holding it. */
export const onlyAsks = (text: string): boolean =>
	text.length < 120 && endsAsking(text) && !/[.!。！]\s/u.test(text.slice(20));

const wish = new RegExp(
	[
		// English, German, French, Spanish.
		'\\b(?:always|prefer|(?<=^|[.!?]\\s)never|whenever|when i ask|from now on|remember (?:that|to)' +
			'|immer|bevorzuge|ab jetzt|toujours|préfère|siempre|prefiero)\\b',
		// Chinese, Japanese, Korean.
		'总是|以后|记住|从现在|いつも|今後|항상',
		// Russian, Arabic, Hindi.
		'всегда|запомни|دائما|हमेशा'
	].join('|'),
	'iu'
);

/** The user says how things should always be: what holds from then on outweighs small talk. */
export const isWish = (text: string, role: Role | undefined): boolean =>
	role === 'user' && wish.test(text);
