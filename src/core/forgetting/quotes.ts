import { saidLines } from '#core/memory/file.ts';
import { cutMark } from '#core/text/excerpt.ts';
import { textOf } from '#core/log/blocks.ts';
import type { Exchange, Turn } from '#core/log/turn.ts';
import { deepestFence, fencesIn, inAttribute, type Fenced } from '#core/prompt/text/fence.ts';
import { besidesIn, withoutBeside } from '#core/prompt/text/passage.ts';

/**
 * What our own tools and requests say they handed on: the link of a passage, the number of a turn that was opened, a
 * whole line of memory. Nothing else proves that a text came from a forgotten one: the same words may be anybody's.
 */

/** What is being forgotten, and what stands beside it. */
export interface ToForget {
	/** The session it stood in, or null: a line belongs to none. */
	readonly sessionId: string | null;
	/** All of the session goes. */
	readonly isWhole: boolean;
	readonly exchanges: readonly Exchange[];
	/** All other exchanges of the session. */
	readonly others: readonly Exchange[];
	/** Ids of the forgotten turns. */
	readonly turnIds: ReadonlySet<string>;
	/** The title of the session, or what that was before somebody named it, where it was taken from what is forgotten; else empty. */
	readonly title: string;
	/** Texts of summaries that tell of it and do not stay as they are. */
	readonly retold: readonly string[];
	/** Forgotten lines of memory, as they stood; others are known by their form alone, see `isLine`. */
	readonly lines: readonly string[];
	/** Whether a line is one of the forgotten lines of memory. */
	readonly isLine: (line: string) => boolean;
}

/** As it stands in the mark of a block. */
const linkIn = (sought: ToForget, id = ''): string =>
	inAttribute(`/chat/${sought.sessionId ?? ''}#${id}`);

/** Fences of a text and those inside them: a turn that was opened may show what a tool had found. */
function everyFence(text: string, depth = deepestFence(text)): readonly Fenced[] {
	if (depth === 0) return [];
	return fencesIn(text).flatMap((one) => [one, ...everyFence(one.text, depth - 1)]);
}

/** Whether the answer of one of our tools shows a forgotten turn, or one of the turns beside it with words of it. */
export function showsTurn(sought: ToForget, answer: string): boolean {
	if (sought.sessionId === null) return false;
	return (
		isLinked(sought, answer) ||
		(answer.includes(linkIn(sought)) &&
			(isTitled(sought, answer) || standsBeside(sought, answer))) ||
		showsSummary(sought, answer)
	);
}

/** Who said a passage that was found in a summary: its link is that of the last turn the summary covers. */
const bySummary = 'a summary';

/** A passage names where it was found; a link that somebody wrote into a sentence shows nothing. */
export function isLinked(sought: ToForget, text: string): boolean {
	if (sought.sessionId === null) return false;
	if (sought.isWhole) return text.includes(` link="${linkIn(sought)}`);
	return [...sought.turnIds].some((id) => {
		const link = ` link="${linkIn(sought, id)}"`;
		for (let at = text.indexOf(link); at >= 0; at = text.indexOf(link, at + 1))
			if (!text.slice(0, at).endsWith(` by="${bySummary}"`)) return true;
		return false;
	});
}

/** How a passage begins to name its place; one of the conversation it is told in has a number first. */
const placed = / place="(?:\[\d+\] )?“/g;

/** A passage names its conversation: by a title that may be words of the first message. */
function isTitled({ title }: ToForget, answer: string): boolean {
	if (title === '') return false;
	const named = `${inAttribute(title)}”`;
	return [...answer.matchAll(placed)].some(({ index, 0: head }) =>
		answer.startsWith(named, index + head.length)
	);
}

/** A text in one line. */
export const level = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** As `recall` tells a neighbour: its question in a line, cut at a length. */
export const isGist = (gist: string, told: string | null): boolean => {
	if (told === null || gist === '') return false;
	return told.endsWith(cutMark)
		? gist.startsWith(told.slice(0, -cutMark.length).trimEnd())
		: told === gist;
};

/** The question of a turn in a line. */
export const gistOf = (turn: Turn): string => level(textOf(turn.asked));

function standsBeside(sought: ToForget, answer: string): boolean {
	const { exchanges, others } = sought;
	const beside = [answer, ...everyFence(answer).map(({ text }) => text)].flatMap(besidesIn);
	return exchanges.some(({ turn }) => {
		const gist = gistOf(turn);
		const twin = others.some((other) => other.turn.seq === turn.seq && gistOf(other.turn) === gist);
		if (twin) return false;
		const linkAt = (seq: number): ReadonlySet<string> =>
			new Set(
				others
					.filter((other) => other.turn.seq === seq)
					.map((other) => linkIn(sought, other.turn.turnId))
			);
		const next = linkAt(turn.seq + 1);
		const last = linkAt(turn.seq - 1);
		return beside.some(
			({ link, before, after }) =>
				link !== null &&
				((next.has(link) && isGist(gist, before)) || (last.has(link) && isGist(gist, after)))
		);
	});
}

function showsSummary({ retold }: ToForget, answer: string): boolean {
	if (retold.length === 0 || !answer.includes(bySummary)) return false;
	return everyFence(answer)
		.filter(({ tag, attributes }) => tag === 'passage' && attributes['by'] === bySummary)
		.some(({ text }) => {
			const told = withoutBeside(text);
			if (!told.endsWith(cutMark)) return retold.some((one) => withoutBeside(one) === told);
			const head = told.slice(0, -cutMark.length).trimEnd();
			return head !== '' && retold.some((one) => withoutBeside(one).startsWith(head));
		});
}

/** How many signs of a question tell two of one place apart. */
const enough = 400;
/** An answer is told apart by so much of it. */
const enoughOfAnswer = 120;

const answersOf = ({ steps }: Exchange): readonly string[] =>
	steps
		.map((step) => level(textOf(step.content)).slice(0, enoughOfAnswer))
		.filter((text) => text !== '');

/**
 * Whether a text that shows a turn by its number shows a forgotten one. On other branches of the session other turns
 * have that number: then its question has to be this one, or where those have the same, its answer.
 *
 * `numbered`: what stands behind each number, by seq.
 */
export function showsNumber(
	{ exchanges, others }: ToForget,
	numbered: readonly { readonly seq: number; readonly text: string }[]
): boolean {
	return exchanges.some((exchange) => {
		const places = numbered.filter(({ seq }) => seq === exchange.turn.seq);
		if (places.length === 0) return false;
		const twins = others.filter(({ turn }) => turn.seq === exchange.turn.seq);
		if (twins.length === 0) return true;
		const asked = gistOf(exchange.turn).slice(0, enough);
		const isOwn = !twins.some(({ turn }) => gistOf(turn).slice(0, enough) === asked);
		const said = answersOf(exchange).filter(
			(text) => !twins.some((twin) => answersOf(twin).includes(text))
		);
		return places.some(({ text }) => {
			const told = level(text);
			return (
				(isOwn && asked !== '' && told.includes(asked)) || said.some((one) => told.includes(one))
			);
		});
	});
}

const opened = /^\[(\d+)\] \d{4}-\d{2}-\d{2}\n(?=<said mark=")/gm;

/** The turns that `open_turns` shows in an answer, also where the answer is shown inside another. */
export function openedTurns(answer: string): readonly { seq: number; text: string }[] {
	const heads = [...answer.matchAll(opened)];
	return heads.map((head, at) => ({
		seq: Number(head[1]) - 1,
		text: answer.slice(head.index + head[0].length, heads[at + 1]?.index)
	}));
}

const transcript = /^----- begin transcript (\S+) -----$/m;

/** The mark of a transcript in a text, or null. */
export const nonceIn = (text: string): string | null => transcript.exec(text)?.[1] ?? null;

/** A heading of a transcript over what the user said, in either of its two forms, with the mark of the request. */
const userHeading =
	/^(?:=== (?<mark>\S+) · turn (?<turn>\d+) · user\b.* ===|\[(?<round>\d+)\] USER: · (?<roundMark>\S+).*)$/gm;

/** The same heading in requests from before 2026-11-24, which lack the mark. */
const oldHeading = /^\[(?<round>\d+)\] USER\b.*:$/gm;

/** The turns of a transcript as the summariser reads it; a part that begins inside a turn names that turn too. */
export function transcribedTurns(text: string): readonly { seq: number; text: string }[] {
	const nonce = nonceIn(text);
	if (nonce === null) return [];
	const marked = [...text.matchAll(userHeading)].filter(
		({ groups }) => (groups?.['mark'] ?? groups?.['roundMark']) === nonce
	);
	const heads = marked.length > 0 ? marked : [...text.matchAll(oldHeading)];
	return heads.map((head, at) => ({
		seq: Number(head.groups?.['turn'] ?? head.groups?.['round']) - 1,
		text: text.slice(head.index + head[0].length, heads[at + 1]?.index)
	}));
}

/** Whether one of the lines of a text is a forgotten line of memory, whole. */
export const holdsLine = ({ isLine }: Pick<ToForget, 'isLine'>, text: string): boolean =>
	saidLines(text).some(isLine);

/** The lines of what a tool found in memory, which is told in fences. */
export const shownLines = (answer: string): readonly string[] =>
	[answer, ...everyFence(answer).map(({ text }) => text)].flatMap(saidLines);

/** Whether one of them is forgotten. */
export const showsLine = ({ isLine }: Pick<ToForget, 'isLine'>, answer: string): boolean =>
	shownLines(answer).some(isLine);
