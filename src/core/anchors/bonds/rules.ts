/** The words by which people lay down what is to hold: rules of a user, limits that somebody who serves states. */
import { anyOf, words } from '#core/anchors/text/patterns.ts';

/** Words by which people bind the future, in the languages of the interface and a few more. */
export const rule = anyOf(
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
);

/** Said of one's own mind or a passing lack, these bind nobody. */
export const idle = anyOf(
	words(
		"I['’]?m? ?(?:still |also |really |vaguely |just )?" +
			"(?:do not|don['’]t|cannot|can['’]t|can not|could(?:n['’]t| not)) " +
			'(?:really |quite |even |actually )?' +
			'(?:know|recall|remember|think|tink|believe|understand|see|find|have(?! any)|care|mind' +
			'|mean|get|like to|wait|thank|seem|tell)',
		"don['’]t (?:worry|hesitate|know (?:what|how|if|whether))",
		"I (?:vaguely|still) remember|can['’]t wait"
	)
);

/** Limits that somebody who serves or knows the matter states: they hold whatever the user wishes. */
export const limit = anyOf(
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
	)
);
