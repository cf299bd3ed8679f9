import {
	textOf,
	textOfResult,
	type DocumentBlock,
	type ToolResultBlock,
	type UserBlock
} from '#core/log/blocks.ts';
import { isMedia } from '#core/prompt/media.ts';
import { excerpt, startOfText } from '#core/text/excerpt.ts';
import { answerText } from '#core/reply/answer-text.ts';
import { showingCalls } from '#core/log/own-tools.ts';
import { callsOf, resultsOf, turnNumber, type Step, type Turn } from '#core/log/turn.ts';

/** Turns as the summariser reads them: text, as data, with nothing in it that the app itself had put there. */

/**
 * How the pieces look. `rounds` is the form that document 002 prescribes (checklist 93–97); behind its headings stand
 * the nonce and what is untrusted, and a line that looks like one of its marks is told from it (INV-32).
 */
export type TranscriptStyle = 'marked' | 'rounds';

export interface TranscriptRules {
	readonly style: TranscriptStyle;
	/** Stands in every mark: no text in the transcript can pretend to be one (INV-32). */
	readonly nonce: string;
	/** Called for every text that is not written down whole (INV-16). */
	readonly onCut?: () => void;
}

const roundsResult = 500;
const roundsContent = 2000;
const cutMark = '[...truncated...]';

/** The beginning of a text, as document 002 has it. */
function cut(text: string, length: number, { onCut }: TranscriptRules): string {
	if (text.length <= length) return text;
	onCut?.();
	return `${startOfText(text, length)}\n${cutMark}`;
}

/** The beginning of a text of a piece, none of whose lines can be taken for a heading or a rule of `rounds`. */
const cutContent = (text: string, rules: TranscriptRules): string =>
	cut(text, roundsContent, rules).replace(lookalike, '\\$&');

/** Lines are what a model may take for lines: Unicode knows more signs that end one than `\n`. */
const lookalike =
	/^(?=[^\S\r\n\u2028\u2029]*(?:\[\d+\]\s*\p{L}[^\n:]*:|-{3,}[^\S\r\n\u2028\u2029]*$))/gmu;

const gap = (missing: number): string => `[… ${missing} characters left out …]`;

/** How foreign text is trimmed, characters. */
const trim = { over: 4000, head: 1500, tail: 1500, gap };

function trimmed(text: string, { onCut }: TranscriptRules): string {
	const short = excerpt(text, trim);
	if (short !== text) onCut?.();
	return short;
}

/** The images of some blocks, and each document that is not shown, by its name. */
function mediaLines(blocks: readonly UserBlock[]): string[] {
	const images = blocks.filter(({ type }) => type === 'image').length;
	return [
		...(images > 0 ? [`[${images} ${images === 1 ? 'image' : 'images'}]`] : []),
		...blocks.flatMap((block) =>
			block.type === 'document' && isMedia(block) ? [documentLine(block)] : []
		)
	];
}

/** What it is called, on one line. */
const fileName = ({ title }: DocumentBlock): string => (title ?? 'file').replace(/\s+/g, ' ');

/** A document where it was said, without what is in it. */
export const documentLine = (block: DocumentBlock): string => `[document ${fileName(block)}]`;

/** The words of a text file, trimmed like the output of a tool and marked the same: its sender has not written them. */
function fileLines(block: UserBlock, rules: TranscriptRules): string[] {
	if (block.type !== 'document' || block.source.type !== 'text') return [];
	return [
		`=== ${rules.nonce} · attached file ${fileName(block)} · untrusted ===`,
		trimmed(block.source.data, rules)
	];
}

const joined = (...parts: readonly string[]): string =>
	parts.filter((part) => part !== '').join('\n');

const headingOf = (
	{ style, nonce }: TranscriptRules,
	{
		seq,
		who,
		notes
	}: { readonly seq: number; readonly who: string; readonly notes: readonly string[] }
): string => {
	const told = notes.map((note) => ` · ${note}`).join('');
	return style === 'rounds'
		? `[${turnNumber(seq)}] ${who.toUpperCase()}: · ${nonce}${told}`
		: `=== ${nonce} · turn ${turnNumber(seq)} · ${who}${told} ===`;
};

/** The question of a turn. `offRecord` turns are summarised for their context, never remembered. */
export function renderQuestion(
	turn: Turn,
	rules: TranscriptRules,
	{ offRecord }: { readonly offRecord: boolean } = { offRecord: false }
): string {
	const notes = [
		...(offRecord ? ['off the record, never to be put into memories'] : []),
		...(turn.source === 'import' ? ['imported'] : [])
	];
	const said = joined(
		textOf(turn.asked),
		...mediaLines(turn.asked),
		...turn.asked.flatMap((block) => fileLines(block, rules))
	);
	return joined(
		headingOf(rules, { seq: turn.seq, who: 'user', notes }),
		rules.style === 'rounds' ? cutContent(said, rules) : said
	);
}

/** A step: words, calls, results. Thinking is left out, tool output is marked as untrusted and trimmed. */
export function renderStep(step: Step, rules: TranscriptRules): string {
	const parts: string[] = [];
	const broken = step.state === 'complete' ? [] : [`ended: ${step.state}`];
	const said = answerText(step);
	if (said.trim() !== '' || broken.length > 0)
		parts.push(
			joined(
				headingOf(rules, { seq: step.seq, who: 'assistant', notes: broken }),
				rules.style === 'rounds' ? cutContent(said, rules) : said
			)
		);
	const results = resultsOf(step);
	const calls = callsOf(step);
	const showing = showingCalls(calls);
	for (const [at, { id, name, input }] of calls.entries()) {
		const shows = showing.has(id);
		const told = { step, name, args: JSON.stringify(input), result: results[at], shows };
		parts.push(...renderCall(told, rules));
	}
	return parts.join(separatorOf(rules.style));
}

interface Call {
	readonly step: Step;
	readonly name: string;
	/** JSON. */
	readonly args: string;
	readonly result: ToolResultBlock | undefined;
	/** What is stored elsewhere: the summariser reads it there, as it stands now, or not at all (INV-36). */
	readonly shows: boolean;
}

function renderCall({ step, name, args, result, shows }: Call, rules: TranscriptRules): string[] {
	const told = result ? resultText(result, shows) : 'no result';
	const head = (who: string, notes: readonly string[] = []): string =>
		headingOf(rules, { seq: step.seq, who, notes });
	const notes = ['untrusted', ...(result?.is_error ? ['error'] : [])];
	if (rules.style === 'rounds')
		return [
			joined(head('assistant'), cutContent(`[Tool: ${name}(${args})]`, rules)),
			joined(head('tool', notes), cutContent(`[Result: ${cut(told, roundsResult, rules)}]`, rules))
		];
	return [
		joined(head(`assistant calls ${name}`), trimmed(args, rules)),
		joined(head(`output of ${name}`, notes), trimmed(told, rules))
	];
}

const resultText = (result: ToolResultBlock, shows: boolean): string =>
	shows && !result.is_error
		? '[memory and earlier turns were shown here; left out]'
		: textOfResult(result);

/** What stands between two pieces. */
export const separatorOf = (style: TranscriptStyle): string =>
	style === 'rounds' ? '\n\n---\n\n' : '\n\n';

/** A question stands at the beginning of most pieces: it gets a little more than the end. */
const shareOfHead = 0.6;

/** Cut a piece to `length` characters for the summariser; head and tail stay (INV-16: the caller records it). */
export const cutPiece = (text: string, length: number): string =>
	excerpt(text, {
		over: length,
		head: Math.floor(length * shareOfHead),
		tail: Math.floor(length * (1 - shareOfHead)),
		gap
	});

/**
 * What a transcript names and does not show: images in turns and in the results of their tools (checklist 105), and
 * documents that are no text.
 */
export function mediaIn(turn: Turn | null, steps: readonly Step[]): number {
	let media = 0;
	for (const block of turn?.asked ?? []) if (isMedia(block)) media++;
	for (const { results } of steps)
		for (const { content } of results ?? [])
			if (typeof content !== 'string')
				for (const { type } of content) if (type === 'image') media++;
	return media;
}
