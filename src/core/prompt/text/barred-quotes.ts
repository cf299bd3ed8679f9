import { isRow, parseJson } from '#core/json.ts';
import type { ToolResultBlock } from '#core/log/blocks.ts';
import { callsOf, type Exchange, type Step } from '#core/log/turn.ts';
import type { Barred } from '#core/memory/access.ts';
import { isMemoryPath } from '#core/memory/memory.ts';
import { fencesIn, mapFences, type Fenced } from '#core/prompt/text/fence.ts';

/**
 * Quotations by our tools are sent again with every later request. If a memory file may not go to the model that answers
 * now, or what was said is deleted where it stood, its quotations are cleared in the request; what is stored stays whole.
 */

/** Why something is kept back, by its place: the path of a file, or the link of a passage. */
export type BarredPlaces = ReadonlyMap<string, Barred | 'deleted'>;

/** How the link of what was said begins. */
export const toSession = '/chat/';

const because: Readonly<Record<Barred, string>> = {
	guest: 'guest conversations do not see it',
	scope: 'it is kept for endpoints on this device or network',
	never: 'it is kept from every endpoint',
	kind: 'notes are not for this kind of conversation'
};

/** Tells the model, and whoever reads the prompt, why the quotation is missing and how it can come back. */
const clearedQuote = (path: string, why: Barred | 'deleted'): string =>
	why === 'deleted'
		? '[Cleared: the user has deleted what was shown here. It comes back when they bring that back.]'
		: `[Cleared: ${path} is not sent here, because ${because[why]}. It comes back when the user changes ${
				why === 'kind' ? 'Settings, Privacy' : '“May be sent to” of the file'
			}.]`;

const quoted = new WeakMap<Step, readonly string[]>();

/** Places of what results of our tools quote: memory files and conversations. Worked out once for each row. */
export const quotedPlaces = (exchanges: readonly Exchange[]): readonly string[] => [
	...new Set(exchanges.flatMap(({ steps }) => steps.flatMap(quotedIn)))
];

function quotedIn(step: Step): readonly string[] {
	const known = quoted.get(step);
	if (known) return known;
	const places: string[] = [];
	changeQuotes(step, (place, whole) => {
		places.push(place);
		return whole;
	});
	quoted.set(step, places);
	return places;
}

/** The exchanges without quotations of what is barred; an exchange that quotes none stays the same object. */
export function withoutBarred(
	exchanges: readonly Exchange[],
	barred: BarredPlaces
): readonly Exchange[] {
	if (barred.size === 0) return exchanges;
	return exchanges.map((exchange) => {
		const steps = exchange.steps.map((step) => withoutQuotes(step, barred));
		return steps.every((step, at) => step === exchange.steps[at])
			? exchange
			: { ...exchange, steps };
	});
}

const cleared = new WeakMap<Step, { readonly key: string; readonly step: Step }>();

/** A step is cleared once and the result is remembered, so that it is formatted and weighed only once. */
function withoutQuotes(step: Step, barred: BarredPlaces): Step {
	const paths = quotedIn(step).filter((path) => barred.has(path));
	if (paths.length === 0) return step;
	const key = paths.map((path) => `${path} ${barred.get(path) ?? ''}`).join('\n');
	const known = cleared.get(step);
	if (known?.key === key) return known.step;
	const short = changeQuotes(step, (path, whole) => {
		const why = barred.get(path);
		return why === undefined ? whole : clearedQuote(path, why);
	});
	cleared.set(step, { key, step: short });
	return short;
}

/** What stands in place of a quotation. */
type Change = (place: string, whole: string) => string;

function changeQuotes(step: Step, change: Change): Step {
	if (!step.results) return step;
	const calls = callsById(step);
	const results = step.results.map((result) => {
		if (result.is_error === true) return result;
		const asked = calls.get(result.tool_use_id) ?? [];
		return asked.reduce(
			(now, call) => changeText(now, (text) => changeResult(call, text, change)),
			result
		);
	});
	return { ...step, results };
}

interface Call {
	readonly name: string;
	readonly input: unknown;
}

/** Calls that quote differently and have one id, at most: twice as many as are run of one answer. */
const mostOfOneId = 64;

/**
 * Other servers and imports may have used an id twice: a result may then belong to any of these calls. Those that
 * quote the same are looked at once, for an imported step may hold thousands.
 */
function callsById(step: Step): ReadonlyMap<string, readonly Call[]> {
	const byId = new Map<string, Map<string, Call>>();
	for (const { id, name, input } of callsOf(step)) {
		const path = name === 'read_memory' ? input['path'] : '';
		const known = byId.get(id) ?? new Map<string, Call>();
		const key = `${name} ${typeof path === 'string' ? path : ''}`;
		if (known.size < mostOfOneId && !known.has(key)) known.set(key, { name, input });
		byId.set(id, known);
	}
	return new Map([...byId].map(([id, known]) => [id, [...known.values()]]));
}

function changeResult({ name, input }: Call, text: string, change: Change): string {
	const path = isRow(input) ? input['path'] : undefined;
	switch (name) {
		case 'read_memory':
			return typeof path === 'string' ? change(path, text) : text;
		case 'recall':
			return mapFences(text, (block, whole) => {
				const place = block.tag === 'passage' ? placeQuoted(block) : null;
				return place === null ? whole : change(place, whole);
			});
		case 'open_turns':
			return changeOpened(text, change);
		default:
			return text;
	}
}

/** Where a passage stands. A summary has the link of the last turn that it covers, and tells of others as well. */
function placeQuoted({ attributes: { place = '', link = '', by } }: Fenced): string | null {
	if (isMemoryPath(place)) return place;
	if (!link.startsWith(toSession)) return null;
	return by === 'a summary' ? (link.split('#')[0] ?? null) : link;
}

/** Turns that were opened show calls and their results again, each in a block; results come in the order of the calls. */
function changeOpened(text: string, change: Change): string {
	const named = (name: string, tag: string) => (block: Fenced) =>
		block.tag === tag && block.attributes['of'] === name;
	const reads = fencesIn(text).filter(named('read_memory', 'call'));
	const isRead = named('read_memory', 'result');
	let at = 0;
	return mapFences(text, (block, whole) => {
		const { of: name = '' } = block.attributes;
		if (block.tag !== 'result') return whole;
		const input = isRead(block) ? parseJson(reads[at++]?.text ?? '') : null;
		const inside = changeResult({ name, input }, block.text, change);
		return inside === block.text ? whole : whole.replace(block.text, () => inside);
	});
}

function changeText(result: ToolResultBlock, change: (text: string) => string): ToolResultBlock {
	if (typeof result.content === 'string') return { ...result, content: change(result.content) };
	return {
		...result,
		content: result.content.map((part) =>
			part.type === 'text' ? { ...part, text: change(part.text) } : part
		)
	};
}
