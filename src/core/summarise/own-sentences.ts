import { ownPartOf } from '#core/provenance/quoted-text.ts';
import {
	asksNotToRemember,
	asksToRemember,
	behindRequest,
	how,
	onlyAsks,
	polite
} from '#core/provenance/remember-request.ts';
import type { Exchange, TurnSource } from '#core/log/turn.ts';
import { sentencesIn } from '#core/text/sentences.ts';

/** What the user says about themselves, found by code: memory lines where no model answers. */

interface OwnSentence {
	readonly text: string;
	readonly turnId: string;
}

/** How people begin a sentence that is worth remembering, in a few languages. */
const beginnings: readonly RegExp[] = [
	/\b(?:my (?:full |first |last )?name is|call me|i(?:'m| am) called)\b/i,
	/\bi (?:live|work|study|was born|grew up|moved)\b/i,
	/\bi(?:'m| am) (?:allergic|vegan|vegetarian|from|a |an |married|left-handed)/i,
	/\bi (?:always|never|usually|prefer|like|love|hate|dislike|avoid|can(?:'|no)t (?:eat|stand))\b/i,
	/\bremember(?: that\b| this\b|\s*:)/i,
	/\bfrom now on\b/i,
	/\b(?:ich (?:heiße|wohne|lebe|arbeite|bin allergisch|mag|bevorzuge|trinke|esse)|mein name ist|nenn(?:e|en sie)? mich|merke? dir|ab jetzt)/i,
	/\b(?:je (?:m'appelle|vis|travaille|suis (?:allergique|végétarien)|préfère|n'aime|déteste)|mon nom est|j'(?:habite|aime)|souviens-toi|retiens|désormais)/i,
	/\b(?:me llamo|mi nombre es|vivo en|trabajo (?:en|como)|soy (?:alérgic|vegetarian|vegan)|prefiero|me gusta|recuerda (?:que|mis?|nuestr[oa]s?)\b|a partir de ahora)/i,
	/\b(?:mi chiamo|abito a|vivo a|lavoro (?:a|come)|preferisco|mi piace|ricorda(?:ti)? (?:che|(?:(?:il|la|i|le) )?(?:mi[aeo]|miei|nostr[aeio]))\b)/i,
	/\b(?:meu nome é|me chamo|moro em|trabalho (?:em|como)|prefiro|gosto de|lembr(?:e(?:-se)?|a(?:-te)?) (?:que|(?:(?:os?|as?) )?(?:meus?|minhas?|noss[oa]s?))\b)/i,
	/меня зовут|я (?:живу|работаю|предпочитаю|люблю)|(?:запомни|не забудь|учти)(?:те)?(?:, что|:)/i,
	/我(?:叫|的名字|住在|在.{1,12}工作|喜[欢歡]|不喜欢|对.{1,8}过敏)|(?:^|[，。,、请請]|[帮幫]我)(?:[记記](?:住|下|一下)|[别別]忘了?我)/,
	/私の名前は|と申します|に住んで|で働いて|が好きです|が嫌い|覚えて(?:おいて|ください)|(?:と|ことを|、)(?:覚えて(?:いて)?(?:[くね。！!]|$)|忘れないで)/,
	/제 이름은|저는 .{1,12}에 살|에서 일[해하]|좋아[해합]|기억해 ?[두둬줘주]|[,、는] ?기억해|잊지 ?[마말]/,
	/تذكّ?ر(?:ي|وا)?(?: [أا]ن|[:،])|لا تنس(?:ى|ي|وا)? [أا]ن/
];

/** What is the user's own: who tells of it says something, who asks for something may only name it. */
const belongings =
	/\b(?:my (?:\p{L}+ )?(?:birthday|wife|husband|partner|son|daughter|child|children|kids|mother|father|sister|brother|dog|cat|boss|doctor|address|job|favou?rite)\b|meine? (?:frau|mann|sohn|tochter|mutter|vater|schwester|bruder|hund|katze|geburtstag))/iu;

/** How a request begins: with a word of politeness, or a verb that tells somebody to do something. */
const asking =
	/^(?:please|(?:could|can|would) you|bitte|kannst du|könntest du|write|explain|tell|give|show|help|translate|list|find|summari[sz]e|fix|check|make|create|draft|describe|compare|plan|schreib|erklär|sag|gib|zeig|hilf|übersetz)(?:e|s)?(?!\p{L})/iu;

/** Something is told along with what is asked: a clause of its own, or how it is from now on. */
const telling =
	/(?<!\p{L})(?:that|because|since|whos?e?|is|are|was|has|have|always|never|update|change|correct|use|i|dass|weil|da|denn|ist|hat|heißt|immer|nie|ich)(?!\p{L})|[,;:] (?:my|s?he|they|mein|sie|er\b)|nenn/iu;

/** "Write a poem for my wife" only names what is the user's. In doubt it is learnt: the user sees it at the desk. */
const isRequest = (sentence: string): boolean =>
	asking.test(sentence) && !asksToRemember(sentence) && !telling.test(sentence);

/** "Tell me where I live": what somebody wants to be told they do not say. */
const inquiry = new RegExp(
	`^${polite.source}(?:${how.source} )*(?:tell|explain|show|(?:sag|erklär|zeig|schau)e?n?|(?:dis|explique)(?:-moi)?|dime|expl[ií]came|dimmi|spiegami)(?!\\p{L}|.*:)`,
	'iu'
);

const inquired =
	/(?<!\p{L})(?:where|what|how|who|wo|wie|was|wer|comment|où|ce que|qui|cómo|dónde|(?<!por )qué|come|dove) (?:(?:i|my|ich|meine?|je|me|mi|vivo) |j')/giu;

/** `sentence`: with straight apostrophes. */
function tellsOfUser(sentence: string): boolean {
	const said = inquiry.test(sentence) ? sentence.replace(inquired, '') : sentence;
	return (
		beginnings.some((begin) => begin.test(said)) || (belongings.test(said) && !isRequest(said))
	);
}

/** In Chinese without the sign, too. */
export const isQuestion = /[?？؟]\s*$|[吗嗎呢][。.]?\s*$/;

const courtesy =
	/^(?:hi|hello|hey|hallo|good (?:morning|afternoon|evening)|thank|danke|merci|gracias|ありがとう|[谢謝]{2}|감사|고마|[你您]说得对)/iu;

/** A sentence that tells something, by itself: no courtesy, and nothing that is to be done. */
export const isSaid = (sentence: string): boolean =>
	!courtesy.test(sentence) && !asking.test(sentence);

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
		const sentences = sentencesIn(ownPartOf(turn)).map(bare);
		sentences.forEach((sentence, at) => {
			if (sentence.length < 5 || sentence.length > 300 || isQuestion.test(sentence)) return;
			const plain = sentence.replaceAll('’', "'");
			// "Remember that." says nothing: what is to be remembered stands in front of it.
			if (onlyAsks(sentence) || asksNotToRemember(sentence)) return;
			const [next = '', then] = sentences.slice(at + 1);
			const isAskedFor = onlyAsks(next) && then === undefined && isSaid(plain);
			if (!tellsOfUser(plain) && !isAskedFor) return;
			const text = behindRequest(sentence).trim();
			if (text === '') return;
			const fact = text.charAt(0).toUpperCase() + text.slice(1);
			found.set(fact.toLowerCase(), { text: fact, turnId: turn.turnId });
		});
	}
	return [...found.values()];
}
