import { ownPartOf } from '#core/provenance/quoted-text.ts';
import { asksToRemember, behindRequest } from '#core/provenance/remember-request.ts';
import type { Exchange, TurnSource } from '#core/log/turn.ts';
import { sentencesIn } from '#core/text/sentences.ts';

/** What the user says about themselves, found by code: memory lines where no model answers. */

export interface OwnSentence {
	readonly text: string;
	readonly turnId: string;
}

/** How people begin a sentence that is worth remembering, in a few languages. */
const beginnings: readonly RegExp[] = [
	/\b(?:my (?:full |first |last )?name is|call me|i(?:'m| am) called)\b/i,
	/\bi (?:live|work|study|was born|grew up|moved)\b/i,
	/\bi(?:'m| am) (?:allergic|vegan|vegetarian|from|a |an |married|left-handed)/i,
	/\bi (?:always|never|usually|prefer|like|love|hate|dislike|avoid|can(?:'|no)t (?:eat|stand))\b/i,
	/\bmy (?:\p{L}+ )?(?:birthday|wife|husband|partner|son|daughter|child|children|kids|mother|father|sister|brother|dog|cat|boss|doctor|address|job|favou?rite)\b/iu,
	/\bremember(?: that\b| this\b|\s*:)/i,
	/\bfrom now on\b/i,
	/\b(?:ich (?:heiße|wohne|lebe|arbeite|bin allergisch|mag|bevorzuge|trinke|esse)|mein name ist|nenn(?:e|en sie)? mich|merke? dir|ab jetzt|meine? (?:frau|mann|sohn|tochter|mutter|vater|schwester|bruder|hund|katze|geburtstag))/i,
	/\b(?:je (?:m'appelle|vis|travaille|suis (?:allergique|végétarien)|préfère|n'aime|déteste)|mon nom est|j'(?:habite|aime)|souviens-toi|retiens|désormais)/i,
	/\b(?:me llamo|mi nombre es|vivo en|trabajo (?:en|como)|soy (?:alérgic|vegetarian|vegan)|prefiero|me gusta|recuerda que|a partir de ahora)/i,
	/\b(?:mi chiamo|abito a|vivo a|lavoro (?:a|come)|preferisco|mi piace|ricorda(?:ti)? che)/i,
	/\b(?:meu nome é|me chamo|moro em|trabalho (?:em|como)|prefiro|gosto de|lembre(?:-se)? que)/i,
	/меня зовут|я (?:живу|работаю|предпочитаю|люблю)|запомни/i,
	/我(?:叫|的名字|住在|在.{1,12}工作|喜[欢歡]|不喜欢|对.{1,8}过敏)|记住|請記住/,
	/私の名前は|と申します|に住んで|で働いて|が好きです|が嫌い|覚えて(?:おいて|ください)/,
	/제 이름은|저는 .{1,12}에 살|에서 일[해하]|좋아[해합]|기억해/
];

const unwanted =
	/\b(?:do(?:n't| not)|never) (?:remember|save|store)|nicht merken|merk dir das nicht|ne (?:retiens|mémorise) pas|no (?:lo )?recuerdes|не запоминай|不要记|覚えないで/i;

/** How a request begins: with a word of politeness, or a verb that tells somebody to do something. */
const asking =
	/^(?:please|(?:could|can|would) you|bitte|kannst du|könntest du|peux-tu|por favor|puedes|per favore|puoi|write|explain|tell|give|show|help|translate|list|find|schreib|erklär|sag|gib|zeig|hilf|übersetz|écri|explique|dis|donne|montre|aide|dime|dame|escribe|explica|dimmi|dammi|scrivi|spiega)(?:e|s|t|z|-moi)?(?![a-zà-ü])/i;

/** Where the user speaks of themselves all the same; behind a word that asks it is what is not known. */
const ownClause =
	/(?<!(?:where|what|how|why|when|who|wo|wie|was|wann|warum|comment|où|cómo|qué|come|dove) )(?:\b(?:i|ich|je|vivo|soy|trabajo)\b|\bj')|[,;:] (?:my|meine?|mi|mia|ma|mon) |call me|nenn|from now|ab jetzt/i;

/** A request says nothing of the user, though it may name what is theirs: "Write a poem for my wife". */
const isRequest = (sentence: string): boolean =>
	asking.test(sentence) && !asksToRemember(sentence) && !ownClause.test(sentence);

const bare = (sentence: string): string => sentence.replace(/^[\s>*#-]+/, '').trim();

/**
 * Sentences of the user that state something lasting about them, each once, newest last. Questions, quotations and
 * turns that were excluded say nothing here, nor do imported turns, unless it is those that are to be learnt from.
 */
export function ownSentences(
	exchanges: readonly Exchange[],
	excluded: ReadonlySet<string>,
	source: TurnSource = 'typed'
): readonly OwnSentence[] {
	const found = new Map<string, OwnSentence>();
	for (const { turn } of exchanges) {
		if (turn.source !== source || excluded.has(turn.turnId)) continue;
		for (const sentence of sentencesIn(ownPartOf(turn)).map(bare)) {
			if (sentence.length < 5 || sentence.length > 300 || /[?？]\s*$/.test(sentence)) continue;
			const plain = sentence.replaceAll('’', "'");
			if (
				unwanted.test(plain) ||
				isRequest(plain) ||
				!beginnings.some((begin) => begin.test(plain))
			)
				continue;
			const text = behindRequest(sentence).trim();
			const fact = text === '' ? sentence : text.charAt(0).toUpperCase() + text.slice(1);
			found.set(fact.toLowerCase(), { text: fact, turnId: turn.turnId });
		}
	}
	return [...found.values()];
}
