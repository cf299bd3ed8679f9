import { claimOf } from '#core/lines/single-valued-attributes.ts';
import { contentOf, isSameWord, termsOf, type Said } from '#core/lines/content-words.ts';
import { placedSigns, signsIn } from '#core/lines/telling-signs.ts';
import { isTurned, isWithin } from '#core/lines/opposite-words.ts';
import { cleanLine, normaliseLine } from '#core/lines/line.ts';
import { cutTokens } from '#core/search/words/tokens.ts';

/**
 * How a new line relates to one in memory: a line that is there already, or contradicts one that is, is not simply
 * added.
 */

type Relation =
	/** Says nothing that the old line does not say. */
	| 'same'
	/** Says all the old line says and more, or the other way round. */
	| 'more'
	/**
	 * They contradict each other: another value of an attribute of which one has one, another number, a negation, a small
	 * word or sign that turns one into the other.
	 */
	| 'other'
	| 'unrelated';

/** Negations that the word splitter takes for content words, and words for what has ended. */
const denials =
	/(?<!\p{L})(?:no longer|not any ?more|any ?more|does not|do not|doesn['’]?t|don['’]?t|is not|isn['’]?t|not|never|no|without|nicht mehr|nicht|kein(?:e|en|em|er|es)?|nie|niemals|ohne|ne|n['’]|pas|plus|jamais|sans|ya no|nunca|jamás|sin|больше не|не|нет|никогда|без)(?!\p{L})|不再|从不|從不|没有|沒有|不|没|沒|勿|無/gu;

/** How lines in scripts without spaces name the user. */
const subjects =
	/^(?:用户|用戶|使用者|我|ユーザー?[はがの]?|私[はがの]?|사용자[는의가]?|저[는의]?|나[는의]?)/u;

const counted =
	/^(?:\d.*|.*\d|one|two|three|four|five|six|seven|eight|nine|ten|ein|eine|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|один|одна|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|marz|mai|juni|juli|oktober|dezember|janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|.?[一二三四五六七八九十两兩].?)$/u;

interface Fact {
	readonly said: readonly Said[];
	readonly isDenied: boolean;
	readonly line: string;
	/** All its words, folded: also such as are no content. */
	readonly words: readonly string[];
	/** See `signsIn`: a form in which lines are compared may lack them. */
	readonly signs: string;
	/** What it says of somebody by an attribute of which one has one. */
	readonly claim: {
		readonly attribute: string;
		readonly subject: readonly Said[];
		readonly value: readonly Said[];
	} | null;
}

/** By the text: every line that waits is held against every line of memory, and each is taken apart once for all of them. */
const facts = new Map<string, Fact>();
const mostFacts = 5000;

function factOf(text: string): Fact {
	const held = facts.get(text);
	if (held) return held;
	if (facts.size >= mostFacts) facts.clear();
	const fact = readFact(text);
	facts.set(text, fact);
	return fact;
}

function readFact(text: string): Fact {
	const line = normaliseLine(text).replace(subjects, '');
	const plain = line.replace(denials, ' ');
	const claim = claimOf(line);
	return {
		said: contentOf(plain),
		isDenied: plain !== line,
		line,
		words: cutTokens(line).map(({ word }) => word),
		signs: signsIn(cleanLine(text)),
		claim: claim && {
			attribute: claim.attribute,
			subject: contentOf(claim.subject),
			value: contentOf(claim.value)
		}
	};
}

const isSame = (a: Said | undefined, b: Said | undefined): boolean =>
	a !== undefined && b !== undefined && (isSameWord(a, b) || isSameWord(b, a));

const isEqual = (a: readonly Said[], b: readonly Said[]): boolean =>
	a.length === b.length && a.every((said, at) => isSame(said, b[at]));

/** How `fresh` stands to `old`. Two lines without any content are the same only when they read the same. */
export function relate(fresh: string, old: string): Relation {
	const a = factOf(fresh);
	const b = factOf(old);
	if (a.line === b.line) return isTurnedRound(a, b) || isSignedElse(fresh, old) ? 'other' : 'same';
	if (a.said.length === 0 || b.said.length === 0) return 'unrelated';
	if (isEqual(a.said, b.said)) return isTurnedRound(a, b) ? 'other' : 'same';
	if (a.isDenied === b.isDenied) {
		if (isOtherCount(a.said, b.said) || isReordered(a.said, b.said)) return 'other';
		const [less, more] = a.said.length < b.said.length ? [a, b] : [b, a];
		// One word in common is a topic, not a fact.
		if (less.said.length > 1 && isWithin(less.said, more.said, isSame)) return 'more';
	}
	return contradictsClaim(a, b) ? 'other' : 'unrelated';
}

/** Whether the signs of two lines that read the same stand at other words. */
const isSignedElse = (fresh: string, old: string): boolean =>
	placedSigns(cleanLine(fresh)) !== placedSigns(cleanLine(old));

const isTurnedRound = (a: Fact, b: Fact): boolean =>
	a.isDenied !== b.isDenied || a.signs !== b.signs || isTurned(a.words, b.words);

/** Verbs after which a number counts something; after other words it is a name ("bed 3"). */
const holders =
	/^(?:own|owns|keep|keeps|drink|drinks|speak|speaks|besitzt|besitze|spricht|spreche|trinkt|trinke|tiene|tengo|bebe|bebo|habla|hablo|parle|boit|bois|имеет|имею)$/u;

/** The same words but for a number that counts something. */
function isOtherCount(a: readonly Said[], b: readonly Said[]): boolean {
	if (a.length !== b.length) return false;
	const at = a.findIndex((said, place) => !isSame(said, b[place]));
	const mine = a[at];
	const theirs = b[at];
	if (!mine || !theirs || !counted.test(mine.word) || !counted.test(theirs.word)) return false;
	const before = a[at - 1];
	const isCount = at === 0 || (at === 1 && before !== undefined && holders.test(before.word));
	return isCount && at < a.length - 1 && isEqual(a.slice(at + 1), b.slice(at + 1));
}

/** The same words in another order: who owes whom. */
const isReordered = (a: readonly Said[], b: readonly Said[]): boolean => {
	if (a.length !== b.length || a.length < 3) return false;
	const left = [...b];
	for (const said of a) {
		const at = left.findIndex((other) => isSame(said, other));
		if (at < 0) return false;
		left.splice(at, 1);
	}
	return true;
};

/** Both give the same subject a value of an attribute of which one has one. */
function contradictsClaim(a: Fact, b: Fact): boolean {
	const { claim: mine } = a;
	const { claim: theirs } = b;
	if (!mine || !theirs || mine.attribute !== theirs.attribute) return false;
	if (a.isDenied && b.isDenied) return false;
	return (
		isEqual(mine.subject, theirs.subject) &&
		!isEqual(mine.value, theirs.value) === !(a.isDenied || b.isDenied)
	);
}

/** A line of memory that a new one cannot simply stand beside. */
export interface Match<Row> {
	readonly row: Row;
	readonly relation: Exclude<Relation, 'unrelated'>;
}

/** The line to tell of first: one that says the same, then one that contradicts, then one that says less. */
export function closest<Row extends { readonly text: string }>(
	fresh: string,
	rows: readonly Row[]
): Match<Row> | null {
	let found: Match<Row> | null = null;
	const rank = { same: 3, other: 2, more: 1 } as const;
	for (const row of rows) {
		const relation = relate(fresh, row.text);
		if (relation === 'unrelated') continue;
		if (!found || rank[relation] > rank[found.relation]) found = { row, relation };
		if (relation === 'same') break;
	}
	return found;
}

/**
 * Whether one of many lines says the same as a text, as `relate` tells it: it is held against those alone that have a word
 * in common with it at the place where the fewest have one.
 */
export function sayingSame(lines: readonly string[]): (text: string) => boolean {
	const byWord = new Map<string, string[]>();
	for (const line of lines)
		for (const word of wordsAtPlaces(line).flat()) {
			const there = byWord.get(word);
			if (there) there.push(line);
			else byWord.set(word, [line]);
		}
	return (text) => {
		const near = wordsAtPlaces(text).map((words) => words.map((word) => byWord.get(word) ?? []));
		const sizes = near.map((found) => found.reduce((sum, { length }) => sum + length, 0));
		const fewest = near[sizes.indexOf(Math.min(...sizes))] ?? [];
		return fewest.some((found) => found.some((line) => relate(text, line) === 'same'));
	};
}

/** By place, what another line has there that says the same; of a line without content, the line. */
function wordsAtPlaces(text: string): readonly (readonly string[])[] {
	const { said, line } = factOf(text);
	if (said.length === 0) return [[line]];
	return said.map((one, at) =>
		[...termsOf(one)].map((term) => `${String(said.length)} ${String(at)} ${term}`)
	);
}
