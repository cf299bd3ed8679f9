import { wrong, type ReadNumber } from '../settings/fields/read-number.ts';
import { words } from '../words/all-words.ts';

/** Numbers of a preset as they are typed: shares as percentages, sizes as whole numbers. */

interface Rule {
	readonly optional: boolean;
}

/** The one share that is no percentage. */
export const isBare = (path: string): boolean => path === 'asked.temperature';

export function readShare(path: string, text: string, { optional }: Rule): ReadNumber {
	const typed = text.trim();
	if (typed === '' && optional) return { status: 'read', value: null };
	const value = Number(typed) / (isBare(path) ? 1 : 100);
	return typed !== '' && value > 0 && value <= 1
		? { status: 'read', value: Math.round(value * 1e6) / 1e6 }
		: wrong(isBare(path) ? words.presets.notTemperature : words.presets.notShare);
}

export const shownShare = (path: string, value: unknown): string =>
	typeof value === 'number' ? String(isBare(path) ? value : Math.round(value * 1e6) / 1e4) : '';

export function readCount(
	text: string,
	{ optional, least }: Rule & { readonly least: 0 | 1 }
): ReadNumber {
	const typed = text.trim();
	if (typed === '' && optional) return { status: 'read', value: null };
	const value = Number(typed);
	return typed !== '' && Number.isSafeInteger(value) && value >= least
		? { status: 'read', value }
		: wrong(words.presets.notCount(least));
}
