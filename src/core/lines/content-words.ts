import { cutTokens } from '#core/search/words/tokens.ts';
import { wordSet } from '#core/text/word-set.ts';

/** The words of a line that say something, and which of them are the same though another person says them. */

/** Whole words: "student" and "wohnt" end as "don't" does, and turn nothing round. */
export const negation =
	/^(?:no|nor|not|never|none|nothing|without|cannot|(?:ai|are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would)n['’]?t)$/u;

/** How a line may name its subject without anybody having said the word. */
export const subjects = wordSet([
	'user users nutzer nutzerin benutzer benutzerin anwender anwenderin',
	'utilisateur utilisatrice usuario usuaria'
]);

/**
 * What changes by itself where "I" becomes "the user": articles, pronouns, possessives, and the verbs to be and to
 * have, in German, French and Spanish. The English ones carry no content anyway.
 */
export const grammar = wordSet([
	'der die das er sie sich ihm ihn ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner ist hat',
	'l le la les il elle se lui son sa ses est el los las su sus es'
]);

/** Verbs in the third person that no ending tells, without accents, with the form the user would have written. */
const irregular: ReadonlyMap<string, string> = new Map(
	`isst esse;liest lese;spricht spreche;nimmt nehme;hilft helfe;fahrt fahre;schlaft schlafe;lauft laufe;
	tragt trage;gibt gebe;sieht sehe;vergisst vergesse;trifft treffe;halt halte;wird werde;
	va vais;fait fais;sait sais;peut peux;veut veux;
	tiene tengo;hace hago;conoce conozco;sale salgo;viene vengo;va voy;juega juego;dice digo`
		.split(';')
		.map((pair) => pair.trim().split(' '))
		.map(([third = '', first = '']) => [third, first] as const)
);

/** Stems of the content words of some texts, negations among them: they turn a fact into its opposite. */
export function contentWords(texts: Iterable<string>): Set<string> {
	const found = new Set<string>();
	for (const text of texts)
		for (const token of cutTokens(text)) {
			if (negation.test(text.slice(token.start, token.end).toLowerCase())) found.add('not');
			else if (!token.stop) found.add(token.term);
		}
	return found;
}

/** Words by which people speak of themselves, and the verbs to be and to have that go with them. */
export const myself = wordSet([
	'ich mich mir mein meine meinen meinem meiner bin habe je j me moi mon ma mes suis ai yo mi mis soy estoy he',
	'я меня мне мой моя мое мои'
]);

/** The content of a text in its order, whoever it speaks of: people say "I" where a note says "the user". */
export const contentOf = (text: string): readonly Said[] =>
	cutTokens(text).flatMap((token) => {
		const said = text.slice(token.start, token.end).toLowerCase();
		if (negation.test(said)) return [{ word: 'not', term: 'not' }];
		// "own" is among the words that say nothing, "owns" is not.
		const isEmpty =
			token.stop ||
			token.term === 'own' ||
			grammar.has(token.word) ||
			subjects.has(token.word) ||
			myself.has(token.word);
		return isEmpty ? [] : [{ word: token.word, term: token.term }];
	});

export interface Said {
	readonly word: string;
	readonly term: string;
}

/** Whether two words are the same; `mine` may stand in the third person where `theirs` stands in the first. */
export const isSameWord = (mine: Said, theirs: Said | undefined): boolean =>
	theirs !== undefined && (mine.term === theirs.term || alsoSaid(mine).has(theirs.term));

/** Two words may be the same only where they have one of these in common. */
export const termsOf = (said: Said): ReadonlySet<string> => new Set([said.term, ...alsoSaid(said)]);

/** A word is held against many: what it would be in the first person is looked up once. */
const first = new WeakMap<Said, ReadonlySet<string>>();

function alsoSaid(said: Said): ReadonlySet<string> {
	const held = first.get(said);
	if (held) return held;
	const terms = contentWords([...plainForms(said.word), ...firstPersons(said.word)]);
	first.set(said, terms);
	return terms;
}

/** The stemmer takes "lives" for the plural of "life"; the user said "live". */
export const plainForms = (word: string): readonly string[] =>
	word.endsWith('ves') ? [word.slice(0, -1)] : [];

/** What "I" would say where "the user" stands with this verb: English, German, French and Spanish endings. */
export function firstPersons(word: string): readonly string[] {
	const found = [irregular.get(word) ?? ''];
	const root = word.slice(0, -1);
	if (word.endsWith('s')) found.push(root);
	if (word.endsWith('t')) found.push(`${root}e`, `${root}s`, root);
	if (word.endsWith('et')) found.push(`${word.slice(0, -2)}e`);
	if (word.endsWith('elt')) found.push(`${word.slice(0, -3)}le`);
	if (word.endsWith('d')) found.push(`${word}s`);
	if (/[ae]$/.test(word)) found.push(`${root}o`);
	return found.filter((form) => form.length > 2);
}
