import {
	chinese,
	down,
	english,
	foreignVerbs,
	how,
	inFrontOfRequest,
	isTask,
	isTitle,
	japanese,
	korean,
	mainClause,
	onlyAsks,
	polite
} from '#core/provenance/remember-request.ts';
import { isQuestion, isSaid } from '#core/summarise/own-sentences.ts';
import { headOfWords } from '#core/text/excerpt.ts';
import { sentencesIn } from '#core/text/sentences.ts';

/** What a message wants: to be remembered, a greeting or thanks in return, or an answer. */

type Intent =
	/** `forgets`: something else is to be forgotten as well. */
	| { readonly kind: 'remember'; readonly fact: string; readonly forgets?: true }
	| { readonly kind: 'hello' }
	| { readonly kind: 'thanks' }
	/** What is remembered of the user. */
	| { readonly kind: 'memory' }
	/** Something is to be forgotten, or somebody asks how. */
	| { readonly kind: 'forget' }
	| { readonly kind: 'question' };

/** A second clause that asks for something: "… and write a story". */
const task =
	/(?:[:;,.]|[^\S\n](?:and|then))[^\S\n]+(?:(?:and|then|now|please|also)[^\S\n]+)*(?:write|tell|answer|reply|give|make|create|draft|explain|summari[sz]e|list|show|help|suggest|recommend|translate|describe|find|compare|plan|calculate|check|fix|rewrite)(?!\p{L})/u;

/**
 * Something is said of the user or the user's own, or of a thing: without "that" a task begins with the same words.
 * `self`: who says it of themselves, also by the verb alone.
 */
const statement = (self: string, thing: string, verb: string): string =>
	`(?![^\\n]*${task.source})(?:(?:${self})|(?:${thing})[^.;,\\n]*?(?::|\\s(?:${verb})(?!\\p{L})))`;

const englishStatement = statement(
	"i['’](?:m|ve|d|ll)|we['’](?:re|ve|d|ll)|(?:i|we)\\s",
	'(?:my|our|the)\\s',
	"is|are|was|were|has|have|had|will|can|cannot|must|should|does|do|needs?|wants?|likes?|loves?|hates?|prefers?|lives?|works?|speaks?|starts?|begins?|ends?|opens?|closes?|leaves?|arrives?|costs?|\\p{Ll}+n['’]t"
);

/** In German, French, Spanish, Italian, Portuguese and Dutch; without words that are others in one of these. */
const foreignStatement = statement(
	"(?:ich|wir|je|nous|yo|vivo|soy|tengo|io|sono|ho|eu|moro|sou|tenho|m[ei] (?:llamo|gusta|chiamo|piace|chamo)|ik|wij?)\\s|j['’]",
	"(?:meine?|unsere?|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?|(?:[oaie]l? )?(?:mi[aeo]|miei|nostr[aeio]|meus?|minhas?|noss[oa]s?)|mijn|onze?|der|die|das|l[aeo]s?|el|il|het)\\s|l['’]",
	"ist|sind|hat|haben|hei(?:ß|ss)(?:t|en)|wohnt|lebt|mag|kann|est|sont|ont|s['’]appelle(?:nt)?|habite|aime|es|está|tienen?|se (?:ll|ch)aman?|vive|è|sono|ha|hanno|si chiama|abita|piace|é|são|tem|mora|gosta|chama-se|is|zijn|heeft|heet|woont"
);

/** What may stand between the asking and the fact. With who is meant written to it the word stays: "أنني أسكن", that I live. */
const that = "(?:dass|(?:de )?que|che|dat|что|[أا]نّ?)\\s+|qu['’]|(?=[أا]نّ?(?:ن?ي|نا|ها?|هم)\\s)";

/** "Remember that …" in the languages in which it can be told from a question about a memory. */
const remember: readonly RegExp[] = [
	new RegExp(
		`^${polite.source}(?:${english.source})${down}(?:\\s*[:,]\\s*|\\s+that\\s+|\\s+(?=${englishStatement}))(.+)$`,
		'isu'
	),
	// "Save the file as PDF" and "Note the difference is small" ask for something else.
	new RegExp(
		`^${polite.source}(?:note|save)${down}(?:\\s*:\\s*|\\s+that\\s+|\\s+(?=(?:my|our)\\s)(?=${englishStatement}))(.+)$`,
		'isu'
	),
	// In the other languages a fact that is a statement may do without "that".
	new RegExp(
		`^${polite.source}(?:${foreignVerbs}|notez?)(?:\\s+${how.source})*(?:\\s*[:,،]\\s*(?:${that})?|\\s+(?:${that}|(?=${foreignStatement})))(.+)$`,
		'isu'
	),
	// Without a sign only what says something of the user: "记住我的名字" names it.
	new RegExp(
		`^${chinese.source}(?![^\\n]*(?:什[么麼]|[谁誰哪几幾]|怎[么麼]|多少))(?:\\s*[：:，,]\\s*|(?=[我咱][^\\n]*[是叫在有住姓对對不喜爱愛会會要能\\d]))(.+)$`,
		'su'
	),
	new RegExp(`^(?:${japanese.source}|${korean.source})\\s*[：:]\\s*(.+)$`, 'su')
];

const greeting =
	/^(?:hi|hello|hey|hallo|moin|servus|guten (?:tag|morgen|abend)|good (?:morning|afternoon|evening)|bonjour|bonsoir|salut|hola|buen[oa]s (?:d[ií]as|tardes|noches)|ciao|buongiorno|ol[áa]|hoi)(?:[ ,]+(?:there|du|zusammen|keepsake))?[\s!.,👋]*$/iu;

const aboutMe =
	/^(?:\/?help|hilfe|aide|ayuda|aiuto|ajuda|(?:so )?who are you|(?:so )?what are you|what(?:['’]s| is) keepsake|are you (?:an? )?(?:ai|bot|chatgpt|claude|language model)|tell me about yourself|introduce yourself|what (?:can|do) you do(?: for me)?|what can (?:i|you) (?:ask(?: you)?|help(?: me)? with)|how (?:can|do) you (?:help(?: me)?|work)|how does (?:this|keepsake) work|(?:how|where) (?:do|can) i (?:add|enter) (?:an?|my|the) (?:api[ -]?)?key|(?:wie|wo) (?:gebe|kann) ich (?:m?einen|den) (?:api-?)?schlüssel ein(?:geben)?|comment ajouter (?:une|ma|la) clé|c[oó]mo añado (?:una|mi|la) clave|(?:und )?wer bist du|(?:und )?was bist du|was (?:ist|kann) (?:das|keepsake)|was kannst du(?: (?:alles|für mich tun|für mich machen))?|wie kannst du (?:mir )?helfen|wie funktioniert (?:das|keepsake)|wie funktionierst du|qui es-tu|qui êtes-vous|que peux-tu faire|que pouvez-vous faire|comment ça marche|qui[ée]n eres|qu[ée] puedes hacer(?: por m[ií])?|c[oó]mo funciona(?: esto)?|chi sei|cosa sai fare|quem [ée]s|wie ben je|wat kun je)[\s!.?]*$/iu;

const thanks =
	/^(?:(?:ok(?:ay)?|great|perfect|super|gut|bien|vale)[ ,!.]+)?(?:thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|cheers|danke(?: ?(?:schön|dir|sehr))?|vielen dank|merci(?: beaucoup)?|(?:muchas )?gracias|(?:mille )?grazie|(?:muito )?obrigad[oa]|dank je(?:wel)?|bedankt)[\s!.👍]*$/iu;

const aboutYou =
	/^(?:what do you (?:know|remember)(?: about me)?|what have you (?:remembered|learned|learnt|saved|noted|stored)(?: about me)?|tell me (?:everything |all )?(?:that |what )?you (?:know|remember) about me|(?:show me )?what(?:['’]s| is) in (?:my|your) memory|was (?:weißt|weisst) du (?:alles )?(?:über mich|von mir)|was hast du dir gemerkt|que (?:sais-tu|savez-vous) (?:de|sur) moi|qué sabes (?:de|sobre) mí)[\s!.?]*$/iu;

/**
 * "Forget that …" in the languages of "Remember that …"; what begins with "Don't" asks for the opposite, and what
 * somebody always forgets is told. In Chinese and Arabic the words alone tell what was forgotten, or name somebody.
 */
const forgetting =
	`${polite.source}(?:` +
	'(?:forget|vergiss|vergessen sie|vergeet|oublie[zs]?|olv[ií]da(?:te)?|olvide|dimentica(?:ti)?|dimentichi|esque[cç][ea]|забудь(?:те)?)' +
	'(?!\\p{L}|-|\\s+(?:(?:bitte|ja|bloß|aub)\\s+)*(?:not|nicht|nie|niet|pas|to|не|sempre|siempre|toujours|spesso|mai|nunca)(?!\\p{L}))' +
	'|(?:delete|remove|erase|lösche?|entferne?|supprime|efface|borra|elimina|cancella|apag[ae]|verwijder|wis|удали(?:те)?)\\s.{1,200}\\s(?:from|aus|de|d[ae]l(?:la)?|da|uit|из)' +
	'\\s(?:my|your|dem|deinem|meinem|ta|ma|votre|la tua|tua|tu|mi|je|jouw|mijn|своей|твоей|моей)\\s(?:memory|gedächtnis|mémoire|mem[oó]ria|geheugen|памяти)[\\s.!?]*$' +
	'|[请請][你您]?忘(?:[掉了]|[记記])|忘掉(?!了)|把[^\\n]{1,100}忘(?:掉|[记記]|了)吧[。！!]*$' +
	'|[^\\n]{1,100}忘れて(?:ください|下さい|くれ|ほしい|ね)[。！!]*$|[^\\n]{1,100}잊어 ?(?:줘|주세요|주십시오)[.!]*$' +
	'|انسَ?ي?\\s(?:[أا]ن|ما\\s|كل|[أا]مر|موضوع|هذا|ذلك))';
const toForget = new RegExp(`^${forgetting}`, 'iu');
const toForgetBehind = new RegExp(`(?:[;；]\\s*|(?<=[.!])\\s+|(?<=[。！])\\s*)${forgetting}`, 'iu');
const and = '(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|и|а|но)[^\\S\\n]+';
/** Where a request may end and another begin. */
const joint = new RegExp(`[.,;:!。；！，、][^\\S\\n]*(?:${and})?|[^\\S\\n]${and}`, 'giu');

/** "Forget the deadline. What did Anna say?" wants an answer. */
const asksBehind = /[.!\n][^?？.!\n]+[.!]*[?？]/;

const howToForget =
	/^(?=.*(?:delet|remov|eras|forget|lösch|entfern|verg[ei][st]|supprim|effac|oubli|borr|elimin|olvid|cancell|dimentic|apag|esquec|verwijder|wis))(?:how (?:do|can|could|should) (?:i|we|you) |how to |can i |wie (?:kann ich |lösche ich |entferne ich |vergisst du )|comment (?:puis-je |peut-on |faire pour )?|c[oó]m[eo] (?:puedo |posso )?|hoe (?:kan ik |verwijder ik |wis ik |vergeet je ))(?:(?:delete|remove|erase|forget|make you forget|supprimer|effacer|oublier|borr(?:ar|o)|elimin(?:ar|are|o)|olvidar|cancell(?:are|o)|dimenticare|apag(?:ar|o)|esquecer) )?(?:(?:an?|my|the|your|all|some|eine?|die|meine|das|une?|la|mes|les|una?|mis?|los|uma?|[aoi]s?|il|een|mijn|de) )?(?:memor(?:y|ies)|something|(?:things|what) you (?:know|remember)|erinnerung(?:en)?|etwas|mein gedächtnis|gedächtnis|souvenirs?|mémoire|quelque chose|recuerdos?|mem[oó]rias?|algo|ricord[oi]|qualcosa|lembranças?|herinnering(?:en)?|iets|geheugen)(?: (?:lines?|files?|löschen|entfernen|vergessen|verwijderen|wissen|vergeten|about .+|(?:aus|uit|dalla|da) (?:dem|deinem|meinem|la|tua|la tua|je|mijn) (?:gedächtnis|geheugen|mem[oó]ria)(?: löschen| entfernen| wissen| verwijderen)?))?[\s.!?]*$/iu;

/** Longest fact, characters: one memory line (security row 20). */
const longestFact = 500;

export function intentOf(text: string): Intent {
	const words = text.trim().replace(/^[¿¡]/, '');
	if (isAboutMe(words)) return { kind: 'hello' };
	if (thanks.test(words)) return { kind: 'thanks' };
	if (aboutYou.test(words)) return { kind: 'memory' };
	if (howToForget.test(words)) return { kind: 'forget' };
	if (toForget.test(words) && !asksBehind.test(words)) {
		const fact = joinedTo(words)
			.map(factIn)
			.find((found) => found !== null);
		return fact === undefined ? { kind: 'forget' } : { kind: 'remember', fact, forgets: true };
	}
	// "Do you remember …?" and "Remember when we …?" ask for something.
	if (isQuestion.test(words)) return { kind: 'question' };
	const asked = words.slice(0, toForgetBehind.exec(firstParagraph(words))?.index);
	const forgets = asked === words ? {} : ({ forgets: true } as const);
	for (const part of [asked, ...behindTelling(asked)]) {
		const fact = factIn(part);
		if (fact !== null) return { kind: 'remember', fact, ...forgets };
	}
	const before = askedBehind(asked);
	return before === null
		? { kind: 'question' }
		: { kind: 'remember', fact: lineOf(before), ...forgets };
}

/** What a text that begins with "Remember that …" wants remembered; null where it does not. */
function factIn(part: string): string | null {
	for (const form of remember) {
		const fact = firstParagraph(form.exec(part)?.[1] ?? '');
		if (fact === '' || isTitle(part)) continue;
		// What is to be done is noted with the asking: alone it says nothing.
		if (isTask(part.slice(0, part.indexOf(fact)), fact)) return lineOf(firstParagraph(part));
		return lineOf(/\bdass\s/i.test(part) ? mainClause(fact) : fact);
	}
	return null;
}

/** What stands behind the joints of its first line, the first few. */
const joinedTo = (words: string): readonly string[] =>
	[...(words.split('\n')[0] ?? '').matchAll(joint)]
		.slice(0, mostSentences)
		.map(({ 0: { length }, index }) => words.slice(index + length));

/** Sentences at the head of a message that are looked at. */
const mostSentences = 4;

/** What the asking is about: the sentence before "Remember that.", the one behind it where none is, or what "… と覚えておいて" ends. */
function askedBehind(words: string): string | null {
	const [line = ''] = words.split('\n');
	const sentences = sentencesIn(line)
		.filter((sentence) => !greeting.test(sentence) && !thanks.test(sentence))
		.slice(0, mostSentences);
	for (const [at, sentence] of sentences.entries()) {
		if (isQuestion.test(sentence)) return null;
		if (onlyAsks(sentence)) {
			const before = sentences[at - 1];
			const next = sentences[at + 1];
			if (before !== undefined) return next === undefined && isSaid(before) ? before : null;
			return next !== undefined && isSaid(next) && !isQuestion.test(next) ? next : null;
		}
		const fact = inFrontOfRequest(sentence);
		if (fact !== sentence) return fact;
	}
	return null;
}

/** Behind an empty line something else begins. */
const firstParagraph = (text: string): string => text.trim().split(/\n[^\S\n]*\n/)[0] ?? '';

/**
 * What stands behind the first sentence, and behind the second: "We are moving in May. Remember that …". Nothing behind a
 * question, which wants an answer, nor in another line, where a text begins that was not written to be obeyed.
 */
function behindTelling(words: string): readonly string[] {
	const [, second] = told.exec(words) ?? [];
	const [, third] = (second !== undefined && told.exec(second)) || [];
	return [second, third].filter((part) => part !== undefined);
}

const told = /^[^.!?。！？؟\n]+(?:[.!]+[^\S\n]+|[。！]+[^\S\n]*)(\S.*)$/s;

/** A greeting, a question about the answerer itself, or both in one: "Hi! Who are you, and what can you do?" */
function isAboutMe(words: string): boolean {
	const isSuch = (part: string): boolean =>
		greeting.test(part) || aboutMe.test(part.replace(/^[¿¡]/, ''));
	const parts = words
		.split(/[.!?,;:\n]+|\s(?:and|und|et|y|e|en)\s/iu)
		.map((part) => part.trim())
		.filter((part) => part !== '');
	return isSuch(words) || (parts.length > 0 && parts.every(isSuch));
}

/** One line that begins with a capital and ends where a sentence ends. */
function lineOf(fact: string): string {
	const line = fact.replace(/\s+/g, ' ').trim();
	const cut = line.length <= longestFact ? line : headOfWords(line, longestFact - 1) + '…';
	const [first = ''] = cut;
	return first.toUpperCase() + cut.slice(first.length);
}
