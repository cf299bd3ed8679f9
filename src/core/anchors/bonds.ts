/** Finds the sentences that bind what comes later: rules and limits, decisions and promises, open questions. */
import { looselyBinds } from './loose-bonds.ts';
import type { Mention, Speaker } from './passage.ts';
import { sentencesOf } from './sentences.ts';

/** Longest sentence that is kept as one thing, in characters. */
const longest = 400;

const words = (...patterns: readonly string[]): string =>
	`(?<![\\p{L}])(?:${patterns.join('|')})(?![\\p{L}])`;

/** Words by which people bind the future, in the languages of the interface and a few more. */
const rule = new RegExp(
	[
		words(
			"always|never(?! mind)|must(?! have \\p{L}+ed)(?:n['’]t)?|from now on|remember|do not|don['’]t|can(?:not|['’]t)|(?<!(?<!need |needs |have |has )to )(?:make sure|ensure)|important|prefer",
			'only (?:interested|use|need|want|have|if|when|the|one|once|after|on|in|with)|(?<!(?:I|we|you|what|how) )should(?:n.t| not)? (?!(?:I|we|you)(?!\\p{L})|be (?:good|fine|ok|okay|able|ready|enough|done))\\p{L}+|needs to \\p{L}+|as long as|on condition|provided that',
			'up to [$€£]?\\d|at (?:most|least)|no (?:more|less|later) than|within \\d|avoid|minimi[sz]e|try to|without \\p{L}+ing',
			'(?:I|we)(?: only| really| just)? (?:need|want) (?!to |(?:some )?(?:help|assistance)).{3,60} (?:to be|in|as|by|before|with)|have to be|has to be|required|may only|might only',
			'immer|niemals?|nie|muss|müssen|musst|darf nicht|dürfen nicht|ab jetzt|ab sofort|von nun an|merk(?:e)? dir|denk daran|wichtig|auf keinen Fall|höchstens|mindestens|nur wenn|kann nicht|können nicht',
			'toujours|jamais|dois|doit|doivent|il faut|désormais|dorénavant|à partir de maintenant|souviens-toi|rappelle-toi|retiens|important|au (?:plus|moins)|ne peut pas',
			'siempre|nunca|jamás|debes?|deben|hay que|tienes que|de ahora en adelante|a partir de ahora|recuerda|importante|como máximo|al menos|no puede',
			'sempre|mai|devi|deve|d.ora in poi|ricorda|nunca|lembre(?:-se)?|a partir de agora',
			'всегда|никогда|должен|должна|должны|нужно|нельзя|отныне|запомни|помни|не более|не менее',
			'altijd|nooit|moet|voortaan|onthoud|alltid|aldrig|måste|zawsze|nigdy|musisz|pamiętaj'
		),
		'总是|總是|永远|永遠|从不|從不|绝不|絕不|必须|必須|一定要|务必|務必|势必|不要|不能|从现在起|从今以后|今后|记住|記住|请记得|別忘|别忘',
		'いつも|常に|必ず|絶対に|決して|してはいけない|しないでください|今後|これから|覚えて|忘れないで',
		'항상|언제나|절대|반드시|꼭|해야 (?:한다|합니다|해)|하지 마|앞으로|지금부터|기억해|잊지',
		'دائما|دائمًا|أبدا|أبدًا|يجب|من الآن|تذكر',
		'हमेशा|कभी नहीं|ज़रूरी|याद रख|अब से',
		'เสมอ|ห้าม|ต้อง|จำไว้|จากนี้'
	].join('|'),
	'iu'
);

/** Said of one's own mind or a passing lack, these bind nobody. */
const idle =
	/(?<![\p{L}])(?:I['’]?m? ?(?:still |also |really |vaguely |just )?(?:do not|don['’]t|cannot|can['’]t|can not|could(?:n['’]t| not)) (?:really |quite |even |actually )?(?:know|recall|remember|think|tink|believe|understand|see|find|have(?! any)|care|mind|mean|get|like to|wait|thank|seem|tell)|don['’]t (?:worry|hesitate|know (?:what|how|if|whether))|I (?:vaguely|still) remember|can['’]t wait)(?![\p{L}])/iu;

/** Limits that somebody who serves or knows the matter states: they hold whatever the user wishes. */
const limit = new RegExp(
	words(
		"can(?:not|['’]t| not)(?: be)?(?: \\p{L}+ly)? (?!find )(?:\\p{L}+)|unable to|not (?:allowed|permitted|possible|eligible|available|refundable)|non-refundable|(?:is|are|you['’]re) (?:only )?allowed (?:to )?(?:an?|one|two|up to|\\d)",
		"(?:does not|doesn['’]t|do not|don['’]t) (?:allow|permit|support|cover|include)|can only|may only|must(?! have| be \\p{L}+ing| be (?:in|a|an|some|the)\\b)(?: not|n['’]t)?",
		'(?:policy|policies|rules?|terms) (?:say|state|require|allow|only|do|does)s?|(?:is|are) strict|strictly|(?:applies|apply) (?:to|only|regardless|whether)|only (?:applies|apply|available|possible|if|when)|the only \\p{L}+|provided that',
		'kann nicht|können nicht|nicht möglich|nicht erlaubt|darf nicht|ne peut pas|impossible|no (?:se )?puede|no es posible|нельзя|невозможно'
	),
	'iu'
);

/** What a user settles. */
const settled = new RegExp(
	[
		'^(?:yes|yep|yeah|ok|okay|sure|agreed|fine|great|perfect|no|ja|oui|sí|si|да|はい|好的?|네)(?![\\p{L}]).*' +
			words(
				'please|proceed|go ahead|do (?:it|that|so)|use|book|cancel|send|confirm|bitte|mach|por favor|adelante'
			),
		words(
			"proceed|go ahead|let['’]?s (?!see|say|look|check|talk|hope|try|start)\\p{L}+",
			'please (?:\\p{L}+ly |also )?(?:use|make|keep|leave|put|take|apply|choose|pay|charge|send|name|call|write|set|add|remove|cancel|complete|transfer|book|change|delete|skip|ignore)',
			"(?:I|we)(?:['’]d| would) (?:rather|prefer)|(?:I|we)['’]d like to (?:use|go)|(?:I|we)(?:['’]ll| will) (?!need|be|have|wait)\\p{L}+|(?:I|we) (?:have )?(?:decided|chose|agreed)|(?:I|we)(?: also| now)? (?:plan|intend|am going|are going)(?: on| to)|I['’]m going to|decision|we agreed|settled on",
			'nehmen wir|ich nehme|wir nehmen|entschieden|on prend|je prends|décidé|vamos con|he decidido|решили|выбираю'
		),
		'(?:^|, )no \\p{L}+(?: \\p{L}+){1,3}[.!]*$',
		'決めました|にします|就这样|决定|決定|결정'
	].join('|'),
	'iu'
);

/** What somebody undertakes to do later, or what will come of it. */
const promised = new RegExp(
	words(
		"(?:I|we)(?:['’]ll| will)(?: then| also| now| try(?: to)?| definitely)? (?:check|find|get|send|call|email|write to|follow up|look into|let you know when|come back|try|apply|use|prepare|practi[cs]e|provide|support|continue|work on|remind|pay|bring|proceed|refund|notify|arrange|deliver|finish|report)",
		'will be (?:\\p{L}+ly )?(?:refunded|credited|charged|processed|sent|shipped|delivered|returned|applied|issued|paid|transferred|emailed|notified|done|ready|released|published|removed|deleted|migrated)',
		"if so,? (?:I|we)(?:['’]ll| will)|let['’]s (?:proceed|go|stick|keep)|you(?:['’]ll| will) (?:receive|get|be (?:refunded|charged|notified))|ich werde|wir werden|je vais|nous allons|voy a|vamos a"
	),
	'iu'
);

/** Where a working assistant weighs reasons it decides; where it only says what it does next it does not. */
const reasoned = new RegExp(
	[
		`^(?:to|in order to) \\p{L}+.{0,80}, (?:we|it) (?:should|need|must|have to|will|'ll|are going to)(?![\\p{L}])`,
		`^(?:since|because|given|as)(?![\\p{L}]).{5,300}, (?:let['’]?s|let me|we (?:should|will|can)|I(?:['’]ll| will))(?![\\p{L}])`,
		words(
			'I (?:think|suggest|recommend|propose|advise)(?: that)? (?:we|option|using|going|keeping|making|adding|removing)|(?:best|cleanest|simplest|safest) (?:is|would be|option|solution|approach)|for now,? (?:let|I|we)\\b|(?:I|we) (?:have )?(?:decided|chose|opted|agreed)|(?:the|our|my) decision (?:is|was|stands)|going forward|the plan is|instead of .{3,80}(?:we|I)(?:.ll| will)'
		)
	].join('|'),
	'iu'
);

/** Announces what is done at once: “Now I'll fix the test:”. */
const announces =
	/^(?:now|next|first|then|let me|ok(?:ay)?,? (?:now|let me))(?![\p{L}])|(?:will|['’]ll) now(?![\p{L}])|:$/iu;
/** What depends on an answer is an offer, and the question before it says so. */
const offers = /^(?:once (?:you|I)|please|if you|after you|when you)(?![\p{L}])/iu;

/** Hands over what was just made, or says what is being made. */
const delivers =
	/(?:^|[.!?] |\n)(?:(?:here(?:['’]s| is| are)|hier (?:ist|sind)|voici|aquí (?:está|están|tienes)|вот) [^\n]{0,80}(?:how|change|änderung|cambio|изменени|modif|code|código|код|edit|diff|fix|implement|update|block|test|function|method|class|file|script|patch|correct|version)|let(?:['’]s| me) (?:make|update|fix|modify|change|add|apply|correct)(?!\p{L}))[^\n]{0,120}:[ \t]*(?:$|\n)/iu;
/** Says in such a text what was made. */
const underway =
	/^(?!.*(?<![\p{L}])I (?:think|suggest|recommend|propose|advise|decided)(?![\p{L}])).*(?<![\p{L}])(?:(?:I|we)(?:['’]ll| will| need to| have to| should| can)|ich werde|wir (?:werden|müssen)|je vais|nous (?:allons|devons)|voy a|vamos a)(?![\p{L}])/iu;

/** What a program says went wrong, as it was printed. */
const printed =
	/^(?:[E>|] +)?(?:(?:[\w.]+\.)?[A-Z][A-Za-z]{2,30}(?:Error|Exception|Warning)|Error|ERROR|error|fatal|FAILED): |^(?:Cannot|Can['’]t|Could not|Unable to|Failed to) (?:find|open|read|load|connect|parse|resolve|import|locate)(?!\p{L})|^["']{3}/u;

/** Asks for nothing that has an answer. */
const courtesy =
	/(?:^|[,.!] )(?:can|could|would|will) you (?:please |also )*(?:help|assist|do)(?: me)?(?: out)?(?: with)?(?: (?:that|this|it))?(?:,? please)?\?$|(?:^|[,.!] )(?:can|could) (?:you (?:please |also |still )*(?:help|assist)(?: me)? with (?:the|my|just my) \p{L}+|we (?:\p{L}+ ){1,5}that(?: \p{L}+){0,2})\?$|^(?:right|ok|okay|really|what|(?:so,? )?is there anything else .{0,80}|anything else.{0,40}|how (?:can|may) I (?:help|assist).{0,40}|how are you.{0,20}|does that help|how does that sound)\?$/iu;

/** How an assistant offers its help, in whatever words follow. */
const offersHelp =
	/(?:how|what) (?:can|may|could|else can) I (?:help|assist|do for you)|(?:wie|womit|wobei) (?:kann|darf) ich (?:dir|ihnen|euch)|was (?:kann|darf) ich (?:heute |noch )?für (?:dich|sie|euch) tun|(?:comment|en quoi|que) (?:puis-je|je peux) (?:vous |t['’])?(?:aider|faire pour)|(?:cómo|en qué) (?:te |le |les |os )?(?:puedo|podría) (?:ayudar|servir)|(?:чем|как) (?:я )?(?:могу|можем) (?:вам |тебе |я )?(?:сегодня )?(?:помочь|быть полез)|(?:我|我们)(?:可以|能|有什么(?:可以|能))(?:怎么|如何|为(?:你|您)|帮)|有什么(?:我|需要我)?(?:可以|能)?(?:帮|为(?:你|您))|どのような?(?:お手伝い|ご用件)|何かお手伝い|(?:do you have|haben sie|hast du|avez-vous|as-tu|tienes?|есть ли у вас) (?:any |some |specific |noch |weitere |des |d['’]autres |alguna |otras? )*(?:questions?|requests?|changes|modifications|fragen|änderungen|wünsche|demandes|preguntas?|cambios|вопросы)/iu;

/** Something said, not a heading or the label of a list. */
const isSaid = (sentence: string): boolean =>
	!/^#{1,6}\s/u.test(sentence) && !(/[:：]\**$/u.test(sentence) && sentence.split(' ').length < 5);

function kindOf(sentence: string, by: Speaker): 'rule' | 'decision' | null {
	if (by === 'user') {
		if (rule.test(sentence) && !idle.test(sentence)) return 'rule';
		if (settled.test(sentence) || promised.test(sentence)) return 'decision';
		return null;
	}
	if (reasoned.test(sentence)) return 'decision';
	if (announces.test(sentence)) return null;
	if (limit.test(sentence)) return 'rule';
	return promised.test(sentence) && !offers.test(sentence) ? 'decision' : null;
}

/**
 * Sentences of a speaker that bind and sentences that ask; tools bind nobody. Looked at closely also what is meant so in
 * other words; such mentions are faint.
 */
export function findSentences(
	text: string,
	by: Speaker,
	{ closely }: { readonly closely: boolean } = { closely: false }
): Mention[] {
	if (by === 'tool') return [];
	const found: Mention[] = [];
	const ofAssistant = closely && by === 'assistant';
	const isDone = ofAssistant && delivers.test(text);
	for (const { text: sentence, offset, asks } of sentencesOf(text)) {
		if (sentence.length > longest || sentence.length < 4) continue;
		if (asks) {
			const isOffer = ofAssistant && offersHelp.test(sentence);
			if (!isOffer && !courtesy.test(sentence))
				found.push({ kind: 'question', text: sentence, offset });
			continue;
		}
		if (!isSaid(sentence) || (closely && printed.test(sentence))) continue;
		const kind = kindOf(sentence, by);
		if (
			(isDone || (ofAssistant && sentence.endsWith(':'))) &&
			kind !== 'rule' &&
			underway.test(sentence)
		)
			continue;
		if (kind !== null) {
			found.push({ kind, text: sentence, offset });
			continue;
		}
		const loose = closely && !announces.test(sentence) ? looselyBinds(sentence, by) : null;
		if (loose !== null) found.push({ kind: loose, text: sentence, offset, isFaint: true });
	}
	return found;
}

/** What an issue or a file of rules asks for, as a tool printed it: it binds nobody by itself, and is faint. */
export const findRules = (text: string): Mention[] =>
	findSentences(text, 'user', { closely: true })
		.filter(({ kind }) => kind === 'rule')
		.map((mention) => ({ ...mention, isFaint: true }));
