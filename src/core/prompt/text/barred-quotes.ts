import { isRow, parseJson } from '#core/json.ts';
import { textOfResult, type ToolResultBlock } from '#core/log/blocks.ts';
import { isOwnTool } from '#core/log/own-tools.ts';
import { callsOf, type Exchange, type Step } from '#core/log/turn.ts';
import type { Barred } from '#core/memory/access.ts';
import { isMemoryPath } from '#core/memory/memory.ts';
import { deepestFence, fencesIn, mapFences, type Fenced } from '#core/prompt/text/fence.ts';
import { openedPlace, placesOfPassage, toSession } from '#core/prompt/text/said-places.ts';

/**
 * Quotations by our tools are sent again with every later request. If a memory file may not go to the model that answers
 * now, or what was said is deleted or kept back where it stood, its quotations are cleared in the request; what is stored stays whole.
 */

/** Why something is kept back, by its place: the path of a file, or one of `said-places.ts`. */
export type BarredPlaces = ReadonlyMap<string, Barred | 'kept-back'>;

const because: Readonly<Record<Barred, string>> = {
	guest: 'guest conversations do not see it',
	scope: 'it is kept for endpoints on this device or network',
	never: 'it is kept from every endpoint',
	kind: 'notes are not for this kind of conversation'
};

/** Tells the model, and whoever reads the prompt, why the quotation is missing and how it can come back. */
const clearedQuote = (path: string, why: Barred | 'kept-back'): string =>
	why === 'kept-back'
		? '[Cleared: the user has deleted or keeps back what was shown here. It comes back when they change that.]'
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
	changeQuotes(step, (shown, whole) => {
		places.push(...shown);
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
	const short = changeQuotes(step, (shown, whole) => {
		const path = shown.find((place) => barred.has(place)) ?? '';
		const why = barred.get(path);
		return why === undefined ? whole : clearedQuote(path, why);
	});
	cleared.set(step, { key, step: short });
	return short;
}

/** What stands in place of a quotation; one passage shows what stands in several places. */
type Change = (places: readonly string[], whole: string) => string;

function changeQuotes(step: Step, change: Change): Step {
	if (!step.results) return step;
	const calls = callsById(step);
	const results = step.results.map((result) => {
		if (result.is_error === true) return result;
		const asked = calls.get(result.tool_use_id) ?? [];
		return asked.reduce((now, call) => {
			const changed = changeText(now, (text) =>
				changeResult(call, text, { change, sessionId: step.sessionId, depth: deepestFence(text) })
			);
			const isOther = call.name === 'open_turns' && textOfResult(changed) !== textOfResult(now);
			return isOther ? withNamedPictures(changed) : changed;
		}, result);
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

interface How {
	readonly change: Change;
	/** Of the step: `open_turns` shows turns of its own session. */
	readonly sessionId: string;
	/** How many results may still stand in one another. */
	readonly depth: number;
}

function changeResult({ name, input }: Call, text: string, how: How): string {
	const { change } = how;
	const path = isRow(input) ? input['path'] : undefined;
	if (!isOwnTool(name)) return text;
	switch (name) {
		case 'read_memory':
			return typeof path === 'string' ? change([path], text) : text;
		case 'recall':
			return mapFences(text, (block, whole) => {
				const places = block.tag === 'passage' ? placesQuoted(block, whole) : [];
				return places.length === 0 ? whole : change(places, whole);
			});
		case 'open_turns':
			return changeOpened(text, how);
		case 'save_memory':
		case 'edit_memory':
			return text;
	}
}

function placesQuoted(block: Fenced, whole: string): readonly string[] {
	const { place = '', link = '' } = block.attributes;
	if (isMemoryPath(place)) return [place];
	return link.startsWith(toSession) ? placesOfPassage(block, whole) : [];
}

/** How an opened turn begins, by its number. */
const head = /(?:^|\n)\[(\d+)\] \d{4}-\d{2}-\d{2}\n$/;

/** What stands in an opened turn for a picture of the result. */
const picture = /\[picture (\d+), shown below\]/g;

/**
 * Turns that were opened show what was said, and calls and their results again, each in a block; results come in the
 * order of the calls. A turn that is cleared is so in its first block, and says nothing in the others.
 */
function changeOpened(text: string, how: How): string {
	const ofReading = (tag: string) => (block: Fenced) =>
		block.tag === tag && block.attributes['of'] === 'read_memory';
	const reads = fencesIn(text).filter(ofReading('call'));
	const isRead = ofReading('result');
	let at = 0;
	let place: string | null = null;
	return mapFences(text, (block, whole, before) => {
		const number = head.exec(before)?.[1];
		if (number !== undefined) place = openedPlace(how.sessionId, Number(number));
		const input = isRead(block) ? parseJson(reads[at++]?.text ?? '') : null;
		const now = block.tag === 'result' ? changeShown(block, { whole, input, how }) : whole;
		const kept = place === null ? now : how.change([place], now);
		return kept === now || number !== undefined ? kept : '';
	});
}

/** A result inside an opened turn. Where one that opened turns itself changes, its pictures go too: their numbers here are others. */
function changeShown(
	{ attributes: { of: name = '' }, text }: Fenced,
	{ whole, input, how }: { readonly whole: string; readonly input: unknown; readonly how: How }
): string {
	if (how.depth === 0) return whole;
	const inside = changeResult({ name, input }, text, { ...how, depth: how.depth - 1 });
	if (inside === text) return whole;
	return whole.replace(text, () =>
		name === 'open_turns' ? inside.replace(picture, '[a picture, cleared]') : inside
	);
}

/** Without the pictures whose place in the text was cleared. A word stands for each, for the others are counted. */
function withNamedPictures(result: ToolResultBlock): ToolResultBlock {
	if (typeof result.content === 'string') return result;
	const named = new Set(
		fencesIn(textOfResult(result))
			// A number inside an opened result counts the pictures of that one.
			.map(({ attributes: { of: name }, text }) =>
				name === 'open_turns' ? mapFences(text, () => '') : text
			)
			.flatMap((text) => [...text.matchAll(picture)].map(([, number]) => Number(number)))
	);
	let number = 0;
	return {
		...result,
		content: result.content.map((part) =>
			part.type !== 'image' || named.has(++number)
				? part
				: { type: 'text', text: `[Picture ${String(number)}: cleared]` }
		)
	};
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
