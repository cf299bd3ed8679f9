import { cutQuotations, isQuotedFrom, type IsGone } from '#core/forgetting/device-quotes.ts';
import {
	holdsLine,
	isLinked,
	nonceIn,
	openedTurns,
	showsLine,
	showsNumber,
	showsTurn,
	transcribedTurns,
	type ToForget
} from '#core/forgetting/quotes.ts';
import { saidIn } from '#core/forgetting/traces.ts';
import { textOf, textOfResult, type Block, type Message } from '#core/log/blocks.ts';
import { showingCalls } from '#core/log/own-tools.ts';
import type { Exchange } from '#core/log/turn.ts';
import { bareBlock } from '#core/prompt/bare-block.ts';
import { isMedia, noteOf } from '#core/prompt/media.ts';
import { isShortOf } from '#core/prompt/prune.ts';
import { fencesIn } from '#core/prompt/text/fence.ts';
import { questionOf } from '#core/wire/wire-rows.ts';
import { wellFormed } from '#core/wire/well-formed.ts';

/**
 * Which parts of the requests on file hold what is forgotten, by where they stand and what they are: the question of
 * the turn with all that answers it, the blocks of a prompt that repeat it, a transcript that covers it, a memory file
 * with the line. That two texts are alike decides nothing.
 */

/** Fixed texts that the app itself puts between the steps of an answer: they begin no turn. */
interface RequestWords {
	readonly goOn: string;
	/** What stands before the last request where a summary repeats it. */
	readonly lastRequest: (text: string) => string;
}

/** What one part of a request tells by itself. */
export interface PartLook {
	/** The part holds what is forgotten, whatever request it stands in. */
	readonly holds: boolean;
	/** The part holds what is forgotten where its request is one of the session. */
	readonly holdsHere: boolean;
	/** The question of a forgotten turn stands in it. */
	readonly asks: boolean;
	/** Something else stands in it that begins a turn. */
	readonly begins: boolean;
	/** The part begins with results of tools. */
	readonly answers: boolean;
	/** Calls of our own tools that show memory or turns. */
	readonly calls: readonly string[];
	/** Ids of calls whose results hold what is forgotten, if one of our own tools that show memory or turns gave them. */
	readonly results: readonly string[];
	/** The same where the request is one of the session: elsewhere a number of a turn means another turn. */
	readonly resultsHere: readonly string[];
	/** Of a summariser's request: the mark that all parts of its job have, and the last turn it is told; else null. */
	readonly part: { readonly nonce: string; readonly through: number } | null;
}

const nothing: PartLook = {
	holds: false,
	holdsHere: false,
	asks: false,
	begins: false,
	answers: false,
	calls: [],
	results: [],
	resultsHere: [],
	part: null
};

/** A block of a question in each form in which it goes out: a picture or a file as it is, bare, or as its note. */
const formsOf = (block: Block): readonly string[] =>
	[
		block,
		...(isMedia(block) ? [noteOf(block)] : []),
		...(block.type === 'image' ? [bareBlock(block) ?? block] : [])
	].map((form) => JSON.stringify(form));

/** The blocks of each question as they go out; one that is blank already is told by its place alone. */
const questionsOf = ({
	isWhole,
	exchanges
}: ToForget): readonly (readonly (readonly string[])[])[] =>
	isWhole
		? []
		: exchanges
				.filter(({ turn }) => turn.forgottenAt === undefined && turn.asked.length > 0)
				.map(({ turn }) => wellFormed(questionOf(turn)).content.map(formsOf));

/** Whether one of the questions stands in a message: its blocks one behind the other, with its stamp. */
function asksOneOf(questions: ReturnType<typeof questionsOf>, content: readonly Block[]): boolean {
	if (questions.length === 0) return false;
	const blocks = content.map((block) => JSON.stringify(block));
	return questions.some(
		(asked) =>
			asked.length > 0 &&
			blocks.some((_, at) => asked.every((forms, next) => forms.includes(blocks[at + next] ?? '')))
	);
}

/** What the prompt repeats of a turn outside of its messages: first request, last request, pins, each as a whole. */
function repeats(sought: ToForget, words: RequestWords, texts: readonly string[]) {
	const own = new Set(saidIn(sought.exchanges).map((text) => text.trim()));
	for (const text of texts) own.add(text.trim());
	for (const text of saidIn(sought.others)) own.delete(text.trim());
	own.delete('');
	const last = sought.exchanges
		.map(({ turn }) => textOf(turn.asked).trim())
		.filter((text) => own.has(text))
		.map(words.lastRequest);
	return (text: string): boolean =>
		last.some((one) => text.includes(one)) ||
		sought.retold.some((one) => standsWhole(text, one)) ||
		fencesIn(text).some(({ tag, text: inside }) =>
			tag === 'first-request' || tag === 'pinned' ? own.has(inside.trim()) : false
		);
}

/** A summary stands in a prompt as lines of its own. */
function standsWhole(text: string, whole: string): boolean {
	for (let at = text.indexOf(whole); at >= 0; at = text.indexOf(whole, at + 1)) {
		const after = text[at + whole.length];
		if (at > 0 && text[at - 1] === '\n' && (after === undefined || after === '\n')) return true;
	}
	return false;
}

/** Whatever stands above it: those words can be changed. */
const originalTask =
	/(?:^|\n)----- begin request (\S+) -----\n([\s\S]*?)\n----- end request \1 -----/;

/** The request to a summariser: its transcript, and the first request where that is what is forgotten. */
function isTranscribed(sought: ToForget, text: string): boolean {
	if (showsNumber(sought, transcribedTurns(text))) return true;
	const told = originalTask.exec(text)?.[2]?.trim();
	if (told === undefined) return false;
	// A long one was cut.
	const begin = told.slice(0, Math.ceil(told.length / 2));
	const isIt = ({ turn }: Exchange): boolean =>
		begin !== '' && textOf(turn.asked).trim().startsWith(begin);
	return sought.exchanges.some(isIt) && !sought.others.some(isIt);
}

const tidied = /^\d+\. \[[^\]\n]+\] (.*)$/gm;
const noted = /----- begin notes (\S+) -----\n([\s\S]*?)\n----- end notes \1 -----/g;

/** Memory as a request shows it: files in their fences, notes for the summariser, lines to be tidied. */
function remembers(sought: ToForget, text: string): boolean {
	if (text.includes('<memory mark="'))
		for (const { tag, text: inside } of fencesIn(text))
			if (tag === 'memory' && holdsLine(sought, inside)) return true;
	if (text.includes('----- begin lines '))
		for (const [, line = ''] of text.matchAll(tidied)) if (sought.isLine(line)) return true;
	for (const [, , notes = ''] of text.matchAll(noted)) if (holdsLine(sought, notes)) return true;
	return false;
}

const asText = '[Result of a tool: ';

/**
 * Looks at the parts of requests. `pinned`: texts that were pinned of the forgotten turns; `hasLines`: memory lines are
 * forgotten too; `handedOn`: results of our own tools that hold what is forgotten, for of one that was sent shortened
 * nobody could tell.
 */
export function lookerFor(
	sought: ToForget,
	{
		words,
		pinned,
		hasLines,
		handedOn
	}: {
		readonly words: RequestWords;
		readonly pinned: readonly string[];
		readonly hasLines: boolean;
		readonly handedOn: readonly string[];
	}
): (part: unknown) => PartLook {
	const questions = questionsOf(sought);
	const isRepeated = repeats(sought, words, pinned);
	const showsIt = (text: string): boolean =>
		showsTurn(sought, text) ||
		(hasLines && showsLine(sought, text)) ||
		handedOn.some((whole) => isShortOf(text, whole));
	const opensIt = (text: string): boolean => showsNumber(sought, openedTurns(text));
	const isGone = isQuotedFrom(sought, { isHere: false });
	const isGoneHere = isQuotedFrom(sought, { isHere: true });
	const quotes = (text: string, isSuch: IsGone): boolean => cutQuotations(text, isSuch) !== text;
	const lookAtMessage = ({ role, content }: Message): PartLook => {
		const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
		const results = content.filter((block) => block.type === 'tool_result');
		const told = texts.filter((text) => text.startsWith(asText));
		const isFixed = (text: string): boolean => text === words.goOn || text.startsWith(asText);
		return {
			holds:
				results.some((result) => isLinked(sought, textOfResult(result))) ||
				told.some((text) => isLinked(sought, text)) ||
				(hasLines && texts.some((text) => remembers(sought, text))) ||
				(role === 'assistant' && texts.some((text) => quotes(text, isGone))),
			// Of a session that goes, every request goes.
			holdsHere:
				!sought.isWhole &&
				texts.some(
					(text) =>
						// Some presets have the assistant say the summary.
						isRepeated(text) ||
						(role === 'user' ? isTranscribed(sought, text) : quotes(text, isGoneHere))
				),
			asks: role === 'user' && asksOneOf(questions, content),
			begins: role === 'user' && texts.some((text) => !isFixed(text)),
			answers: content[0]?.type === 'tool_result' || texts[0]?.startsWith(asText) === true,
			calls: [...showingCalls(content.filter((block) => block.type === 'tool_use'))],
			results: results
				.filter((result) => showsIt(textOfResult(result)))
				.map((result) => result.tool_use_id),
			resultsHere: results
				.filter((result) => opensIt(textOfResult(result)))
				.map((result) => result.tool_use_id),
			part: jobPartIn(texts)
		};
	};
	return (part) => {
		if (isMessage(part)) return lookAtMessage(part);
		if (isText(part) && hasLines && remembers(sought, part.text))
			return { ...nothing, holds: true };
		return nothing;
	};
}

function jobPartIn(texts: readonly string[]): PartLook['part'] {
	for (const text of texts) {
		const nonce = nonceIn(text);
		if (nonce !== null)
			return { nonce, through: transcribedTurns(text).at(-1)?.seq ?? Number.MAX_SAFE_INTEGER };
	}
	return null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isMessage = (part: unknown): part is Message =>
	isObject(part) && 'role' in part && 'content' in part && Array.isArray(part.content);
const isText = (part: unknown): part is { readonly text: string } =>
	isObject(part) && 'text' in part && typeof part.text === 'string';

/** Places of messages in one request. */
interface RequestLook {
	/** Messages whose own words show that they hold what is forgotten. */
	readonly holding: ReadonlySet<number>;
	/** Messages that are the forgotten turn by where they stand. */
	readonly places: ReadonlySet<number>;
}

/**
 * The messages of one request that hold what is forgotten. `isHere`: it is one of the session itself. `isOwn`: it asked
 * for the answer of a forgotten turn, which is the newest in it. `closes`: what it ends with was made for it, and names
 * what the messages before it say.
 */
export function lookAtRequest(
	looks: readonly PartLook[],
	{
		isHere,
		isOwn,
		closes
	}: { readonly isHere: boolean; readonly isOwn: boolean; readonly closes: boolean }
): RequestLook {
	const holding = new Set<number>();
	const places = new Set<number>();
	const calls = new Set(looks.flatMap((look) => look.calls));
	const newest = isOwn ? looks.findLastIndex(({ begins }) => begins) : -1;
	let isInside = false;
	for (const [at, look] of looks.entries()) {
		if (look.holds || (isHere && look.holdsHere)) holding.add(at);
		const shown = isHere ? [...look.results, ...look.resultsHere] : look.results;
		if (shown.some((id) => calls.has(id))) holding.add(at);
		if (!isHere) continue;
		if (look.asks || at === newest) {
			isInside = true;
			places.add(at);
			continue;
		}
		// The last results of a turn may stand in one message with the next question.
		if (isInside && (!look.begins || look.answers)) places.add(at);
		if (look.begins) isInside = false;
	}
	if (closes && holding.size + places.size > 0) places.add(looks.length - 1);
	return { holding, places };
}
