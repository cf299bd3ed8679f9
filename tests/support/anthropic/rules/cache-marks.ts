/** Marks of the prompt cache: their shape, and how many there may be. */
import { badRequest } from '../errors.ts';
import { isFields, type Fields } from '../wire.ts';
import { checkKnown, checkOneOf, fieldsAt } from './fields.ts';

const MOST_MARKS = 4;

export function checkCacheMark(place: string, value: unknown): void {
	if (value === undefined || value === null) return;
	const mark = fieldsAt(place, value);
	checkKnown(place, mark, ['type', 'ttl']);
	checkOneOf(`${place}.type`, mark['type'], ['ephemeral']);
	if (mark['ttl'] !== undefined) checkOneOf(`${place}.ttl`, mark['ttl'], ['5m', '1h']);
}

/** Tools, system and messages together may carry four marks; the one of the whole body counts too. */
export function checkMarkCount(body: Fields): void {
	const found = countMarks(body);
	if (found > MOST_MARKS)
		throw badRequest(
			`A maximum of ${MOST_MARKS} blocks with cache_control may be provided. Found ${found}.`
		);
}

function countMarks(value: unknown): number {
	if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + countMarks(one), 0);
	if (!isFields(value)) return 0;
	let found = isFields(value['cache_control']) ? 1 : 0;
	for (const [field, inner] of Object.entries(value))
		// What a tool is called with is not part of the protocol.
		if (field !== 'input' && field !== 'input_schema') found += countMarks(inner);
	return found;
}
