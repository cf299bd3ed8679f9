import type { ImageBlock, ToolUseBlock } from '#core/log/blocks.ts';
import { invalidJson } from '#core/reply/invalid-json.ts';

/** Input of tools is whatever a model wrote: it is held against the schema of its tool, and what is wrong is said in words. */

/** What a tool answers: words for the model. */
export interface ToolText {
	readonly text: string;
	/** Pictures that belong to the text. */
	readonly images?: readonly ImageBlock[];
	readonly failed: boolean;
}

export const good = (text: string): ToolText => ({ text, failed: false });
export const bad = (text: string): ToolText => ({ text, failed: true });

/** A tool by what it may be called with. */
export interface Described {
	readonly input_schema: {
		readonly properties: Readonly<
			Record<string, { readonly type: 'string' | 'integer'; readonly minimum?: number }>
		>;
		readonly required: readonly string[];
	};
}

/** What the check lets through: what is not required may be missing. */
export type InputOf<
	D extends Described,
	Fields = D['input_schema']['properties'],
	Required = D['input_schema']['required'][number]
> = {
	readonly [Name in keyof Fields]:
		| (Fields[Name] extends { readonly type: 'integer' } ? number : string)
		| (Name extends Required ? never : undefined);
};

/**
 * The input as a tool wants it, or what is wrong with the first field that is not so. Some models write numbers as text,
 * and null for what is missing; what is above a maximum the tool cuts.
 */
export function checked<D extends Described>(
	input: ToolUseBlock['input'],
	{ input_schema: { properties, required } }: D
): InputOf<D> | string {
	if (invalidJson in input)
		return 'Not run: the arguments are no JSON object, or nest too deeply. Call it again with valid ones.';
	const fields: Record<string, unknown> = { ...input };
	for (const [name, { type, minimum = 1 }] of Object.entries(properties)) {
		let value = input[name] ?? undefined;
		if (type === 'integer' && typeof value === 'string' && /^\d+$/.test(value))
			value = Number(value);
		fields[name] = value;
		if (value === undefined && !required.includes(name)) continue;
		if (type === 'string' && (typeof value !== 'string' || value.trim() === ''))
			return `${name} must be a text that is not empty.`;
		if (type === 'integer' && !(Number.isSafeInteger(value) && Number(value) >= minimum))
			return `${name} must be a whole number from ${String(minimum)} on.`;
	}
	return fields as InputOf<D>;
}
