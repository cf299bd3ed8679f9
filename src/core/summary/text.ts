import { isInAnotherLanguage, type Language } from '#core/text/language.ts';
import { textOf, type AssistantBlock } from '#core/log/blocks.ts';
import { isPlaceholder } from '#core/lines/placeholder.ts';
import type { Judged } from '#core/memory/memory.ts';
import type { Asked } from '#core/presets/preset.ts';

/** What a summariser answered, taken apart and looked at: only a sound answer becomes content (INV-34). */

/** What of a model's answer matters to whoever checks it. */
interface ModelCallAnswer {
	readonly content: readonly AssistantBlock[];
	readonly stopReason: string | null;
}

/** A memory line as the summariser proposes it. */
export interface ProposedMemory extends Judged {
	readonly text: string;
	/** Numbers of turns as people count them, from 1. */
	readonly turns: readonly number[];
}

interface SummaryAnswer {
	readonly text: string;
	readonly memories: readonly ProposedMemory[];
}

export type Rejection =
	/** Cut off, refused, paused, a tool call: everything but a natural end. */
	| 'unfinished'
	| 'tool-call'
	| 'empty'
	| 'placeholder'
	| 'tool-syntax'
	| 'section-missing'
	| 'too-long'
	| 'longer-than-source'
	| 'wrong-language';

type CheckedAnswer =
	| { readonly status: 'accepted'; readonly answer: SummaryAnswer }
	| { readonly status: 'rejected'; readonly reason: Rejection };

/** What an answer is held against. */
export interface Expectation {
	/** Null: the user's own instructions were sent, whose sections nobody knows. */
	readonly form: Asked['form'] | null;
	readonly language: Language | null;
	/** Tokens; more is not accepted. */
	readonly cap: number;
	/** Tokens of what the summary stands for, the summary before it included. */
	readonly source: number;
	readonly weigh: (text: string) => number;
	/** What was asked, where an answer could repeat it: its own lines are no summary. */
	readonly instructions?: string;
}

/** Two forms ask for the same; the sixth may be missing where there was nothing. */
const sixSections = [
	/original|task|goal/i,
	/completed|done/i,
	/decision/i,
	/current|state/i,
	/pending|next|open/i
];

/** Sections a form cannot do without, each found by a word of its heading. */
const sections: Readonly<Record<Asked['form'], readonly RegExp[]>> = {
	recommended: sixSections,
	rounds: sixSections,
	'single-shot': [
		/goal|intent/i,
		/timeline|progress/i,
		/technical/i,
		/file|change/i,
		/active|last/i,
		/unresolved|pending/i,
		/next/i
	],
	gsv: [],
	'two-phase': [],
	'spec-008': []
};

/** Lines that are headings in any of the ways models write them. */
const heading = /^[^\S\r\n]*(?:#{1,6}\s+.+|\*\*.+\*\*:?\s*|\d+[.)]\s+\*\*.+|[^\n|]{3,60}:\s*)$/gm;

const lacksSection = (text: string, form: Asked['form'] | null): boolean => {
	if (form === null) return false;
	const found: readonly string[] = text.match(heading) ?? [];
	return sections[form].some((word) => !found.some((line) => word.test(line)));
};

/** What no heading has that only names its section: words behind its sign, the end of a sentence, more than 60 characters. */
const says = /[:：]\**\s*[\p{L}\p{N}]|\*\* .|[.!?。！？؟](?:\*\*)?\s*$|.{61}/u;

/** The lines that say something, without headings that say nothing themselves. */
const restOf = (text: string): readonly string[] =>
	text.replace(heading, (line) => (says.test(line) ? line : '')).match(/\S.*/g) ?? [];

/** Protocol of tools, or thinking, written out as text at the start of a line (INV-34). */
const protocol =
	/^[^\S\r\n]*(?:<\/?(?:tool_use|tool_call|tool_result|function_calls|function_call|invoke|antml:\w+|think|thinking)\b|<\|(?:tool|python|im_)|\[TOOL_CALLS\]|\{\s*"type"\s*:\s*"tool_use")/m;

/** A refusal in words, or one that says there is none, whatever follows: a line of memory may mean either. */
const noSummary =
	/^[^\p{L}\p{N}]*(?:(?:the )?summary (?:is )?(?:unavailable|not available)|no summary (?:(?:is|was) )?(?:available|possible|needed|generated)|i(?:'m| am) sorry, (?:but )?i (?:can(?:'|no)t|am unable))\b|^[^\p{L}\p{N}]*(?:none|n\/a|no summary)[^\p{L}\p{N}]*$/iu;

interface Parted {
	readonly inside: string;
	/** What stands before and behind, on lines of its own. */
	readonly around: string;
}

/** From the first opening tag to the last closing one; tags inside a sentence, where both are, are only spoken of. */
function blockOf(text: string, tag: string): Parted | null {
	if (!text.includes(`</${tag}>`)) return null;
	const open = `<${tag}>([\\s\\S]*)</${tag}>`;
	const found = new RegExp(`^[ \\t]*${open}|${open}(?=[ \\t]*(?:<|$))`, 'm').exec(text);
	if (!found) return null;
	const around = `${text.slice(0, found.index)}\n${text.slice(found.index + found[0].length)}`;
	return { inside: found[1] ?? found[2] ?? '', around };
}

/** A tag at an edge of its line opens a block, one inside a sentence is spoken of. */
const openingOf = (tag: string): RegExp => new RegExp(`^[ \\t]*<${tag}>|<${tag}>[ \\t]*$`, 'm');

/** What a model thinks aloud before it answers may hold drafts of all that follows. */
const behindThinking = (text: string): string =>
	text.replace(/^\s*<(analysis|thinking|think)>[\s\S]*?<\/\1>/, '');

/** Memories may lack their end: each of their lines stands alone. */
function memoriesIn(text: string): Parted {
	const closed = blockOf(text, 'memories');
	if (closed) return closed;
	const opened = openingOf('memories').exec(text);
	if (!opened) return { inside: '', around: text };
	const from = opened.index + opened[0].length;
	return { inside: text.slice(from), around: text.slice(0, opened.index) };
}

/**
 * Take an answer apart: `<summary>` where it is, else the whole text is the summary; `<memories>` only outside of it,
 * since a summary may speak of such tags.
 */
export function readAnswer(text: string): SummaryAnswer {
	const said = behindThinking(text.replaceAll('\r\n', '\n'));
	const tagged = blockOf(said, 'summary');
	const { inside, around } = memoriesIn(tagged?.around ?? said);
	const plain = around
		.replace(/<(analysis|thinking|think)>[\s\S]*?<\/\1>/g, '')
		.replace(/^\s*<summary>/, '');
	return { text: (tagged?.inside ?? plain).trim(), memories: readMemories(inside) };
}

/** Forms that ask for `<summary>`: where it was opened and never closed, the end is missing. */
const taggedForms: readonly Expectation['form'][] = ['recommended', 'gsv'];

const isOpen = (text: string, form: Expectation['form']): boolean =>
	taggedForms.includes(form) &&
	openingOf('summary').test(text) &&
	blockOf(text, 'summary') === null;

const sourceTurns =
	/(?<!\s)\s*[[(](?:turns?|from turns?)\s([\d\s,;–-]+(?:and\s+\d+)?)[\])]\s*\.?$/i;
const weightOf = /(?<!\s)\s*\{\s*importance[\s:]*(\d{1,2})\s*(?:[;,]\s*tags?(?:\s*:)?([^}]*))?\}/i;

/** A line that goes on in the next one, further in: without its end it may say the contrary. */
const goesOn = /\n[ \t]+(?!(?:[-*•]|\d+[.)])\s)(?=[^\s<])/g;

/** One bullet, one line; turns stand behind it in brackets, importance and tags in braces. */
function readMemories(block: string): readonly ProposedMemory[] {
	const found: ProposedMemory[] = [];
	for (const line of block.replace(goesOn, ' ').split('\n')) {
		const bullet = /^\s*(?:[-*•]|\d+[.)])\s+(\S.*)$/.exec(line)?.[1]?.trim();
		if (bullet === undefined || isPlaceholder(bullet) || protocol.test(bullet)) continue;
		const weight = weightOf.exec(bullet);
		const bare = bullet.replace(weightOf, '').trim();
		const turns = sourceTurns.exec(bare);
		const importance = weight ? Math.min(10, Math.max(1, Number(weight[1]))) : null;
		const text = bare.replace(sourceTurns, '').trim();
		if (text === '') continue;
		found.push({
			text,
			turns: turns?.[1] === undefined ? [] : numbersIn(turns[1]),
			importance,
			tags: (weight?.[2] ?? '')
				.split(',')
				.map((tag) => tag.trim())
				.filter((tag) => tag !== '')
		});
	}
	return found;
}

/** `3, 5–7` is 3, 5, 6, 7; a range that runs wild is its two ends. */
function numbersIn(text: string): readonly number[] {
	const found = new Set<number>();
	for (const [, first, last] of text.matchAll(/(\d+)(?:\s*[–-]\s*(\d+))?/g)) {
		const from = Number(first);
		const through = last === undefined ? from : Number(last);
		if (through - from > 50 || through < from) [from, through].forEach((turn) => found.add(turn));
		else for (let turn = from; turn <= through; turn++) found.add(turn);
	}
	return [...found];
}

/** Whether a long line of the instructions stands in an answer word for word. */
const repeats = (text: string, instructions: string): boolean =>
	instructions.split('\n').some((line) => line.trim().length >= 60 && text.includes(line.trim()));

/** A summary of a few words is not held against a source of a few words: so many tokens are always allowed. */
const alwaysAllowed = 300;

const rejected = (reason: Rejection): CheckedAnswer => ({ status: 'rejected', reason });

/** Hold an answer against everything INV-34 and INV-29 ask; what is accepted is trimmed, its lines end alike, and no word is changed. */
export function checkAnswer(called: ModelCallAnswer, expected: Expectation): CheckedAnswer {
	if (called.content.some(({ type }) => type === 'tool_use')) return rejected('tool-call');
	if (called.stopReason !== 'end_turn' && called.stopReason !== 'compaction')
		return rejected('unfinished');
	const whole = textOf(called.content, '');
	if (isOpen(behindThinking(whole), expected.form)) return rejected('unfinished');
	const answer = readAnswer(whole);
	const { text } = answer;
	if (text.length < 10) return rejected('empty');
	if (
		(text.length < 400 && (noSummary.test(text) || isPlaceholder(text))) ||
		restOf(text).every(isPlaceholder)
	)
		return rejected('placeholder');
	if (protocol.test(text)) return rejected('tool-syntax');
	if (repeats(text, expected.instructions ?? '')) return rejected('placeholder');
	if (lacksSection(text, expected.form)) return rejected('section-missing');
	const tokens = expected.weigh(text);
	if (tokens > expected.cap) return rejected('too-long');
	if (tokens >= Math.max(expected.source, alwaysAllowed)) return rejected('longer-than-source');
	if (expected.language && isInAnotherLanguage(text, expected.language))
		return rejected('wrong-language');
	return { status: 'accepted', answer };
}
