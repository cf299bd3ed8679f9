import {
	contentOf,
	grammar,
	isSameWord,
	myself,
	negation,
	subjects,
	type Said
} from '#core/lines/content-words.ts';
import {
	asksToRemember,
	behindRequest,
	withoutRequest
} from '#core/provenance/remember-request.ts';
import { cutTokens, type Token } from '#core/search/words/tokens.ts';
import { wordSet } from '#core/text/word-set.ts';

/**
 * Whether a line says what one whole sentence of the user says. Foreign text may put a user's words together anew, and
 * the small ones turn a fact round as well as the large ones do: "my sister, who is allergic" is not "my sister, and I
 * am allergic". So all of them count, in their order; only the user may be named in the third person.
 */

/** English words that change or go where "I" becomes "the user", and articles. */
const silent = wordSet(['a an the am is are have has do does own s m ve']);

const english = wordSet(['i me my mine myself we us our ours']);

/** Words for a third person: in a line they may mean the user, in a sentence of the user somebody else. */
const others = wordSet([
	'he him his himself she her hers herself they them their theirs',
	'er ihm ihn sie ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner sich',
	'il elle lui son sa ses se su sus ella ele ela seu sua lei suo',
	'он она его ее ему ей его её'
]);

/** Signs that separate what is said from how it is meant or from who says it. */
const parting = /[:;!?¿¡…—–()"“”„«»‘‚]|\s-\s|[.。！？]\s/u;

/** A question says nothing. */
const asking = /[?？؟]["”»』」)\s]*$/u;

type Piece =
	| ({ readonly is: 'word' | 'other' } & Said)
	/** The user, in whatever person; nobody need say it. */
	| { readonly is: 'self' };

/** `typed`: messages of the user. */
export function saysOutright(line: string, typed: readonly string[]): boolean {
	const told = piecesOf(line);
	if (!told.some(({ is }) => is === 'word')) return false;
	return (
		statementsIn(typed)
			// "Remember that" is no word of the fact, and a line is noted without it.
			.flatMap((sentence) => [sentence, ...requestsBehind(sentence)])
			.flatMap((sentence) => [
				...new Set([sentence, behindRequest(sentence), withoutRequest(sentence)])
			])
			.some((said) => isSame(told, piecesOf(said)))
	);
}

/** "Forget about tea; remember that I like coffee": what is asked for behind such a sign is whole by itself. */
const requestsBehind = (sentence: string): readonly string[] =>
	sentence
		.split(/[;；]\s*/)
		.slice(1)
		.filter(asksToRemember);

/** The sentences of some messages that ask nothing. */
const statementsIn = (typed: readonly string[]): readonly string[] =>
	typed
		.flatMap((text) => text.split(/(?<=[.!?؟])(?=\s)|(?<=[。！？])|\n+/u))
		.map((sentence) => sentence.trim())
		.filter((sentence) => !asking.test(sentence));

/** What is said, without articles and the verbs to be and to have. */
function piecesOf(text: string): readonly Piece[] {
	const pieces: Piece[] = [];
	let end: number | null = null;
	for (const token of cutTokens(text)) {
		const gap = end === null ? '' : text.slice(end, token.start);
		end = token.end;
		if (parting.test(gap)) pieces.push({ is: 'word', word: ':', term: ':' });
		const piece = pieceOf(text, token, gap);
		if (piece) pieces.push(piece);
	}
	return pieces;
}

function pieceOf(text: string, { word, term, start, end }: Token, gap: string): Piece | null {
	if (negation.test(text.slice(start, end).toLowerCase()))
		return { is: 'word', word: 'not', term: 'not' };
	if (english.has(word) || myself.has(word) || subjects.has(word)) return { is: 'self' };
	if (others.has(word)) return { is: 'other', word, term };
	if (silent.has(word)) return null;
	// In German an article behind a comma is a pronoun: "meine Schwester, die …".
	if (grammar.has(word) && !/[,，]/.test(gap)) return null;
	return { is: 'word', word, term };
}

/** Compares piece by piece; `mine` is the line, `theirs` what the user said. */
function isSame(mine: readonly Piece[], theirs: readonly Piece[]): boolean {
	let at = 0;
	for (const said of theirs) {
		const next = mine[at];
		if (said.is === 'self') {
			if (next && next.is !== 'word') at++;
			continue;
		}
		if (!next || next.is === 'self' || !isSameWord(next, said)) return false;
		at++;
	}
	return at === mine.length;
}

/**
 * Whether the content of a line stands in a row in one sentence of the user, turned round by no "not": less than saying
 * it outright, yet more than holding its words somewhere.
 */
export function standsInARow(line: string, typed: readonly string[]): boolean {
	const told = contentOf(line);
	const isDenied = told.some(({ term }) => term === 'not');
	return statementsIn(typed)
		.map(contentOf)
		.filter((said) => said.some(({ term }) => term === 'not') === isDenied)
		.some((said) =>
			said.some((_, from) => told.every((word, at) => isSameWord(word, said[from + at])))
		);
}
