/** Finds the sentences that bind what comes later: rules and limits, decisions and promises, open questions. */
import {
	announces,
	courtesy,
	delivers,
	offers,
	offersHelp,
	printed,
	underway
} from '#core/anchors/bonds/in-passing.ts';
import { looselyBinds } from '#core/anchors/bonds/loose-bonds.ts';
import type { Mention, Speaker } from '#core/anchors/passage.ts';
import { sentencesOf } from '#core/anchors/text/sentences.ts';
import { words } from '#core/anchors/text/words.ts';

/** Longest sentence that is kept as one thing, in characters. */
const longest = 400;

/** Words by which people bind the future, in the languages of the interface and a few more. */
const rule = new RegExp(
	[
		words(
			// English.
			"always|never(?! mind)|must(?! have \\p{L}+ed)(?:n['’]t)?|from now on|remember|do not|don['’]t",
			"can(?:not|['’]t)|(?<!(?<!need |needs |have |has )to )(?:make sure|ensure)|important|prefer",
			'only (?:interested|use|need|want|have|if|when|the|one|once|after|on|in|with)',
			'(?<!(?:I|we|you|what|how) )should(?:n.t| not)? ' +
				'(?!(?:I|we|you)(?!\\p{L})|be (?:good|fine|ok|okay|able|ready|enough|done))\\p{L}+',
			'needs to \\p{L}+|as long as|on condition|provided that',
			'up to [$€£]?\\d|at (?:most|least)|no (?:more|less|later) than|within \\d|avoid',
			'minimi[sz]e|try to|without \\p{L}+ing',
			'(?:I|we)(?: only| really| just)? (?:need|want) (?!to |(?:some )?(?:help|assistance)).{3,60} ' +
				'(?:to be|in|as|by|before|with)',
			'have to be|has to be|required|may only|might only',
			// German.
			'immer|niemals?|nie|muss|müssen|musst|darf nicht|dürfen nicht|ab jetzt|ab sofort',
			'von nun an|merk(?:e)? dir|denk daran|wichtig|auf keinen Fall|höchstens|mindestens',
			'nur wenn|kann nicht|können nicht',
			// French.
			'toujours|jamais|dois|doit|doivent|il faut|désormais|dorénavant|à partir de maintenant',
			'souviens-toi|rappelle-toi|retiens|important|au (?:plus|moins)|ne peut pas',
			// Spanish.
			'siempre|nunca|jamás|debes?|deben|hay que|tienes que|de ahora en adelante',
			'a partir de ahora|recuerda|importante|como máximo|al menos|no puede',
			// Italian and Portuguese.
			'sempre|mai|devi|deve|d.ora in poi|ricorda|nunca|lembre(?:-se)?|a partir de agora',
			// Russian.
			'всегда|никогда|должен|должна|должны|нужно|нельзя|отныне|запомни|помни|не более|не менее',
			// Dutch, Swedish, Polish.
			'altijd|nooit|moet|voortaan|onthoud|alltid|aldrig|måste|zawsze|nigdy|musisz|pamiętaj'
		),
		// Chinese.
		'总是|總是|永远|永遠|从不|從不|绝不|絕不|必须|必須|一定要|务必|務必|势必|不要|不能',
		'从现在起|从今以后|今后|记住|記住|请记得|別忘|别忘',
		// Japanese.
		'いつも|常に|必ず|絶対に|決して|してはいけない|しないでください|今後|これから|覚えて|忘れないで',
		// Korean.
		'항상|언제나|절대|반드시|꼭|해야 (?:한다|합니다|해)|하지 마|앞으로|지금부터|기억해|잊지',
		// Arabic.
		'دائما|دائمًا|أبدا|أبدًا|يجب|من الآن|تذكر',
		// Hindi.
		'हमेशा|कभी नहीं|ज़रूरी|याद रख|अब से',
		// Thai.
		'เสมอ|ห้าม|ต้อง|จำไว้|จากนี้'
	].join('|'),
	'iu'
);

/** Said of one's own mind or a passing lack, these bind nobody. */
const idle = new RegExp(
	words(
		"I['’]?m? ?(?:still |also |really |vaguely |just )?" +
			"(?:do not|don['’]t|cannot|can['’]t|can not|could(?:n['’]t| not)) " +
			'(?:really |quite |even |actually )?' +
			'(?:know|recall|remember|think|tink|believe|understand|see|find|have(?! any)|care|mind' +
			'|mean|get|like to|wait|thank|seem|tell)',
		"don['’]t (?:worry|hesitate|know (?:what|how|if|whether))",
		"I (?:vaguely|still) remember|can['’]t wait"
	),
	'iu'
);

/** Limits that somebody who serves or knows the matter states: they hold whatever the user wishes. */
const limit = new RegExp(
	words(
		// English: what cannot be.
		"can(?:not|['’]t| not)(?: be)?(?: \\p{L}+ly)? (?!find )(?:\\p{L}+)|unable to",
		'not (?:allowed|permitted|possible|eligible|available|refundable)|non-refundable',
		// English: what may be.
		"(?:is|are|you['’]re) (?:only )?allowed (?:to )?(?:an?|one|two|up to|\\d)",
		"(?:does not|doesn['’]t|do not|don['’]t) (?:allow|permit|support|cover|include)",
		'can only|may only',
		"must(?! have| be \\p{L}+ing| be (?:in|a|an|some|the)\\b)(?: not|n['’]t)?",
		// English: what is laid down.
		'(?:policy|policies|rules?|terms) (?:say|state|require|allow|only|do|does)s?',
		'(?:is|are) strict|strictly|(?:applies|apply) (?:to|only|regardless|whether)',
		'only (?:applies|apply|available|possible|if|when)|the only \\p{L}+|provided that',
		// German.
		'kann nicht|können nicht|nicht möglich|nicht erlaubt|darf nicht',
		// French, Spanish, Russian.
		'ne peut pas|impossible',
		'no (?:se )?puede|no es posible',
		'нельзя|невозможно'
	),
	'iu'
);

/** What a user settles. */
const settled = new RegExp(
	[
		// Yes or no, and what follows from it.
		'^(?:yes|yep|yeah|ok|okay|sure|agreed|fine|great|perfect|no|ja|oui|sí|si|да|はい|好的?|네)' +
			'(?![\\p{L}]).*' +
			words(
				'please|proceed|go ahead|do (?:it|that|so)|use|book|cancel|send|confirm',
				'bitte|mach',
				'por favor|adelante'
			),
		words(
			// English: what is to be done.
			"proceed|go ahead|let['’]?s (?!see|say|look|check|talk|hope|try|start)\\p{L}+",
			'please (?:\\p{L}+ly |also )?(?:use|make|keep|leave|put|take|apply|choose|pay|charge|send' +
				'|name|call|write|set|add|remove|cancel|complete|transfer|book|change|delete|skip|ignore)',
			// English: what one prefers, will do or has decided.
			"(?:I|we)(?:['’]d| would) (?:rather|prefer)|(?:I|we)['’]d like to (?:use|go)",
			"(?:I|we)(?:['’]ll| will) (?!need|be|have|wait)\\p{L}+",
			'(?:I|we) (?:have )?(?:decided|chose|agreed)',
			"(?:I|we)(?: also| now)? (?:plan|intend|am going|are going)(?: on| to)|I['’]m going to",
			'decision|we agreed|settled on',
			// German, French, Spanish, Russian.
			'nehmen wir|ich nehme|wir nehmen|entschieden',
			'on prend|je prends|décidé',
			'vamos con|he decidido',
			'решили|выбираю'
		),
		'(?:^|, )no \\p{L}+(?: \\p{L}+){1,3}[.!]*$',
		// Japanese, Chinese, Korean.
		'決めました|にします|就这样|决定|決定|결정'
	].join('|'),
	'iu'
);

/** What somebody undertakes to do later, or what will come of it. */
const promised = new RegExp(
	words(
		"(?:I|we)(?:['’]ll| will)(?: then| also| now| try(?: to)?| definitely)? " +
			'(?:check|find|get|send|call|email|write to|follow up|look into|let you know when|come back' +
			'|try|apply|use|prepare|practi[cs]e|provide|support|continue|work on|remind|pay|bring' +
			'|proceed|refund|notify|arrange|deliver|finish|report)',
		'will be (?:\\p{L}+ly )?' +
			'(?:refunded|credited|charged|processed|sent|shipped|delivered|returned|applied|issued|paid' +
			'|transferred|emailed|notified|done|ready|released|published|removed|deleted|migrated)',
		"if so,? (?:I|we)(?:['’]ll| will)|let['’]s (?:proceed|go|stick|keep)",
		"you(?:['’]ll| will) (?:receive|get|be (?:refunded|charged|notified))",
		// German, French, Spanish.
		'ich werde|wir werden',
		'je vais|nous allons',
		'voy a|vamos a'
	),
	'iu'
);

/** Where a working assistant weighs reasons it decides; where it only says what it does next it does not. */
const reasoned = new RegExp(
	[
		'^(?:to|in order to) \\p{L}+.{0,80}, ' +
			"(?:we|it) (?:should|need|must|have to|will|'ll|are going to)(?![\\p{L}])",
		'^(?:since|because|given|as)(?![\\p{L}]).{5,300}, ' +
			"(?:let['’]?s|let me|we (?:should|will|can)|I(?:['’]ll| will))(?![\\p{L}])",
		words(
			'I (?:think|suggest|recommend|propose|advise)(?: that)? ' +
				'(?:we|option|using|going|keeping|making|adding|removing)',
			'(?:best|cleanest|simplest|safest) (?:is|would be|option|solution|approach)',
			'for now,? (?:let|I|we)\\b|(?:I|we) (?:have )?(?:decided|chose|opted|agreed)',
			'(?:the|our|my) decision (?:is|was|stands)|going forward|the plan is',
			'instead of .{3,80}(?:we|I)(?:.ll| will)'
		)
	].join('|'),
	'iu'
);

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
