import { parseJson, type Row } from '#core/json.ts';
import { invalidJson } from '#core/reply/invalid-json.ts';
import { fieldsOf } from '#model/fields.ts';

/** What a tool is called with, as an endpoint streams it. */

export interface StreamedArguments {
	/** As they came, in pieces. */
	json: string;
	/** Those that came whole with the start of the block; most endpoints send `{}`. */
	readonly given: Row;
}

/** Nothing that may be asked of a tool nests deeper; what nests by the thousand can be neither stored nor sent. */
const deepest = 64;

/** Whether a value nests deeper than that: looked at level by level, for a value may nest deeper than calls can. */
function isTooDeep(value: unknown): boolean {
	let level: readonly unknown[] = [value];
	for (let depth = 0; depth <= deepest; depth++) {
		level = level.flatMap((one) =>
			typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : []
		);
		if (level.length === 0) return false;
	}
	return true;
}

/** Of a block that has ended. Null where they are not whole: `cutShort`, the answer ran out of room. */
export function argumentsOf(
	{ json, given }: StreamedArguments,
	{ cutShort }: { readonly cutShort: boolean }
): Row | null {
	const input = json === '' ? given : fieldsOf(parseJson(json));
	if (!input || isTooDeep(input)) return cutShort ? null : { [invalidJson]: json };
	// Nothing came: a call without arguments, unless the answer was cut right before them.
	const isCut = json === '' && cutShort && Object.keys(input).length === 0;
	return isCut ? null : input;
}
