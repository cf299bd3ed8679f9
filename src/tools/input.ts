import type { ImageBlock, ToolUseBlock } from '#core/log/blocks.ts';

/** Input of tools is whatever a model wrote: it is checked by hand, and what is wrong with it is said in words. */

/** What a tool answers: words for the model. */
export interface ToolText {
	readonly text: string;
	/** Pictures that belong to the text. */
	readonly images?: readonly ImageBlock[];
	readonly failed: boolean;
}

export const good = (text: string): ToolText => ({ text, failed: false });
export const bad = (text: string): ToolText => ({ text, failed: true });

type Input = ToolUseBlock['input'];

/** A text that must be there, or what is wrong. */
export function textIn(input: Input, name: string): string | ToolText {
	const value = input[name];
	return typeof value === 'string' && value.trim() !== ''
		? value
		: bad(`${name} must be a text that is not empty.`);
}

/** A text that may be missing. */
export function optionalTextIn(input: Input, name: string): string | null | ToolText {
	return input[name] === undefined || input[name] === null ? null : textIn(input, name);
}

/** A whole number of at least 1; some models write numbers as text. */
export function countIn(input: Input, name: string): number | ToolText {
	const value = input[name];
	const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1
		? number
		: bad(`${name} must be a whole number from 1 on.`);
}

export function optionalCountIn(input: Input, name: string, fallback: number): number | ToolText {
	return input[name] === undefined || input[name] === null ? fallback : countIn(input, name);
}

/** A local day, or null when it is missing. */
export function optionalDayIn(input: Input, name: string): string | null | ToolText {
	const value = optionalTextIn(input, name);
	if (typeof value !== 'string') return value;
	return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
		? value
		: bad(`${name} must be a day written YYYY-MM-DD.`);
}

export const isBad = (value: unknown): value is ToolText =>
	typeof value === 'object' && value !== null;
