/** Tells sentences that bind or ask though they say so in other words: wishes that hold, undertakings, requests without a question mark. */
import type { Speaker } from '#core/anchors/passage.ts';
import { words } from '#core/anchors/text/words.ts';

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'iu');

/** What an assistant asks for though it does not ask. */
const requested = anyOf(
	words(
		// English: please, let me know, tell me.
		'please (?:also )?(?:confirm (?!if you(?: would|.d) like(?: me)? to proceed|if everything)' +
			'|(?:tell|choose|select|clarify|pick|decide|describe|answer) )\\p{L}+',
		'let me know (?:which|what|how|where|who|whether|about|your|the)',
		'let me know (?:if|when) ' +
			"(?:you['’]d|you would|you want|you agree|you prefer|that|this|it|these|I should)",
		"(?<!don['’]t )tell me",
		// English: what one would like to know.
		"I(?:['’]d| would)? (?:need|like|love) to (?:know|hear|understand)",
		"I(?:['’]m| am) (?:curious|wondering)|I (?:was )?wonder(?:ing)?",
		'remind me (?:of|which|what)',
		// German.
		'bitte (?:bestätige|nenne|sag|wähle|teile|gib|schreib|beschreib)\\p{L}*',
		'(?:sag|nenn)\\p{L}* (?:mir|Sie mir)|lass(?:en Sie)? (?:es )?mich wissen',
		'ich (?:brauche|benötige) (?:noch|nur noch)|ich frage mich',
		// French.
		'veuillez|merci de|dites-moi|dis-moi|(?:confirmez|précisez|indiquez|choisissez)',
		"faites-moi savoir|fais-moi savoir|j['’]aimerais savoir|je me demande",
		// Spanish.
		'por favor,? (?:confirm|indi|díg|eli|esco|propor)\\p{L}*|dime|dígame|confírm\\p{L}+',
		'avísame|hazme saber|me gustaría saber|me pregunto'
	),
	// Chinese.
	'请(?:告诉|确认|提供|选择|说明|问|回答|分享|描述|给我)|告诉我|跟我说|和我分享|想知道|好奇',
	// Japanese.
	'教えて|お知らせ|ご確認|ご提供|お選び|知りたい'
);

/** A courtesy at the end of an answer: it asks for whatever else there is. */
const anythingElse = anyOf(
	// English.
	'(?:any(?:thing)?|other|more|further|else) (?:\\p{L}+ )?' +
		'(?:questions?|requests?|assistance|help|needs?|preferences|details or)',
	"anything else|feel free|don['’]t hesitate|hold on",
	// German, French, Spanish, Chinese.
	'weitere Fragen',
	"d['’]autres questions",
	'más preguntas',
	'其他问题|还有什么'
);

/** The question before it says so too, or it asks for an order and nothing else. */
const repeated = anyOf(words('^if so', 'let me know', 'you can tell me'));

/** A question of somebody who leaves out its mark. */
const unmarked = new RegExp(
	'^(?:\\/[a-z]{2,12} )?(?:and |but |so |ok(?:ay)?,? |also,? |hey,? |hi,? )?(?:' +
		[
			// English: question words.
			"what(?:['’]s| is| are| about| do| does| if| was| were| would| should)",
			'how (?:do|does|can|could|should|would|is|are|about|many|much|long|come)',
			"why (?:not|(?:is|are|do|does|did|was|were|can|would|should)(?:n['’]t)?)",
			'where (?:is|are|do|does|can|did)',
			'when (?:is|are|do|does|will|did)',
			'who (?:is|are|was)',
			'which (?:one|of|is|are)',
			// English: the verb first.
			'can (?:you|we|i)|could (?:you|we|i)',
			'is (?:there|it|this|that)|are (?:there|you|we|these)',
			'do (?:you|we|i)|does (?:it|this|that|the)|did you',
			'should (?:we|i)|shall (?:we|i)|would (?:you|it|that)|have you',
			'any (?:ideas?|thoughts|chance|suggestions)',
			// German.
			'was|wie|warum|wieso|wo|wann|wer|welche[rns]?|kannst du|können wir|gibt es',
			// French.
			'comment|pourquoi|est-ce que|combien|où|quel(?:le)?s?',
			// Spanish.
			'cómo|por qué|cuándo|cuánto|dónde|qué'
		].join('|') +
		')(?![\\p{L}])(?!.*[:：]$)',
	'iu'
);
const unmarkedInHan = new RegExp(
	[
		// Chinese.
		'(?:吗|呢|什么|怎么样|怎么办|为什么|多少|哪里|哪个)[。.！!~]*$',
		// Japanese.
		'(?:ですか|ますか|でしょうか|かな)[。.！!]*$'
	].join('|'),
	'u'
);

/** What somebody holds, is bound to, or asks to be kept in mind, in looser words. */
const held: Readonly<Record<'user' | 'assistant', RegExp>> = {
	user: anyOf(
		words(
			// English: what one likes and bears.
			'I (?:really |absolutely |generally |usually |normally |typically |rarely |hardly ever )?' +
				"(?:hate|dislike|detest|avoid|insist|refuse|can['’]t stand" +
				'|only (?:eat|drink|use|work|wear|buy|fly))',
			"I (?:do not|don['’]t) (?:like|eat|drink|smoke|drive|fly|use|trust|do|work|allow)",
			'allergic|allergy|vegetarian|vegan|gluten-free|lactose|kosher|halal|diabetic|pregnant',
			'(?<!(?:above|below|beyond|over|than|with) )my (?:\\p{L}+[- ]){0,3}' +
				'(?:favou?rites?|preferences?|rules?|principles?|budget|limits?|deadlines?|goals?|aims?' +
				'|dreams?|priorit(?:y|ies)|motto|plans?|wish(?:es)?)',
			// English: what holds without exception.
			'(?:as|like) (?:I|we) (?:always|usually)|no matter|under no circumstances|at all costs',
			'by all means|not under|no exceptions?|whenever|each time|every time|unless|supposed to',
			'ought to|^(?:please |and |but |also )?only (?!I|he|she|the|a)\\p{L}+',
			'(?:leave|keep) (?:[\\p{L}_]+ ){1,4}(?:alone|as (?:it|they)|unchanged|untouched)',
			'we only \\p{L}+|nothing else',
			// English: what is asked for, and what is to be kept in mind.
			'^(?:please |and |but |also |ok(?:ay)?,? )?' +
				'(?:use|put|write|call|name|make|set|store|return|show) .{3,80}' +
				'(?:, (?:not|never)| everywhere| instead)',
			'not allowed|forbidden|mandatory|deadline|due (?:by|on|in)|stick to|keep in mind',
			"(?<!will )be careful|watch out|don['’]t forget|stop \\p{L}+ing",
			// German.
			'ich (?:hasse|mag (?:kein\\p{L}*|nicht|am liebsten)|bevorzuge|esse kein\\p{L}*' +
				'|trinke kein\\p{L}*)',
			'allergisch|vegetari\\p{L}+|mein\\p{L}* (?:liebling\\p{L}+|budget|ziel|frist)|jedes Mal',
			'egal wie|vergiss nicht|spätestens|unbedingt|keinesfalls',
			// French.
			'je (?:déteste|préfère|ne (?:mange|bois|veux|supporte) (?:pas|plus))|allergique',
			'végétari\\p{L}+|mon (?:budget|but|objectif)|ma (?:limite|préférence)|préféré\\p{L}*',
			"n['’]oublie[zs]? pas|chaque fois|interdit|obligatoire",
			// Spanish.
			'odio|prefiero|no (?:como|bebo|quiero|soporto|me gusta)|alérgic[oa]|vegetarian[oa]',
			'favorit[oa]s?|mi (?:presupuesto|objetivo|meta|límite)|no olvides|cada vez|prohibido',
			'obligatorio'
		),
		// Chinese.
		'最喜欢|最爱|讨厌|不喜欢|不吃|不喝|过敏|素食|宁愿|更喜欢|每次|每天都|一直都|一向|从来|预算',
		'目标是|梦想|别再|千万',
		// Japanese.
		'一番好き|嫌い|苦手|アレルギー|予算|目標|毎回|毎日|するな|禁止'
	),
	assistant: anyOf(
		words(
			// English: what is to be minded.
			'^[-*•\\d.) ]{0,5}(?:always|never)(?! remember)|no matter',
			"^[-*•\\d.) ]{0,5}(?:make|be) sure|keep in mind|note that(?! I['’]?(?: ha)?ve)",
			"remember (?:to|that)|be (?:careful|aware)|don['’]t forget|important (?:to|that)",
			// English: what has to be, and what cannot.
			'mandatory|is required|are required|ha(?:s|ve) to be|at (?:most|least)',
			'no (?:more|less|later|fewer) than|only (?:if|when|once|after|for|one)',
			'should (?:always|never|only|not|stay|keep|remain)',
			'not (?:eligible|supported|recommended)|under no circumstances|deadline|due (?:by|on)',
			'expires?',
			// German, French, Spanish.
			'immer|niemals?|muss|müssen|darf|sollte[nt]?|beachte\\p{L}*|nur wenn|spätestens',
			'toujours|jamais|doit|doivent|il faut',
			'siempre|nunca|debes?|deben|hay que',
			// What is important, in all three.
			'wichtig(?:, dass| zu)|important d[eé]|importante que'
		),
		// Chinese.
		'必须|一定要|不能|不要|记得|注意|应该|总是|永远|最好不要|务必',
		// Japanese.
		'必ず|いつも|常に|してはいけません|べきです|注意して'
	)
};

/** What somebody means to do, has settled, or has agreed with others, in looser words. */
const undertaken: Readonly<Record<'user' | 'assistant', RegExp>> = {
	user: anyOf(
		words(
			// English: what one is about to do, has done, hopes to do.
			"(?:I|we)(?:['’]m| am|['’]re| are|['’]ve been| have been) " +
				'(?:also |still |just |now |seriously |currently )?' +
				'(?:thinking (?:of|about)|planning|considering|hoping to|looking forward|preparing|saving' +
				'|aiming|about to|going (?:to|with|for)|moving|switching|committed|determined|signing up' +
				'|getting (?:married|a|an))',
			"(?:I|we)(?:['’]ve| have)? (?:also |just |already |finally |since )?" +
				'(?:made up (?:my|our) minds?|decided|chosen?|picked|settled|agreed|booked|signed up' +
				'|committed|promised|ordered|bought|scheduled|arranged|cancelled|canceled|quit|accepted)',
			'(?:I|we) (?:hope|want|wish|intend|aim|mean) to ' +
				'(?:learn|become|build|start|try|visit|travel|go|write|make|improve|move|buy|finish|read' +
				'|spend|take|get|see)',
			'I dream of',
			// English: what is chosen or agreed.
			"let['’]?s(?! (?:see|say|hope|talk|look))|go (?:with|for)|stick (?:with|to)|make it",
			'instead|rather than|count me in|deal',
			'we can (?:then |also |just |simply )?' +
				'(?:book|use|take|split|meet|go|do|make|keep|skip|start|move|apply|pay)',
			"it['’]s settled|the plan is|our plan|as agreed|gonna (?!need|be|have|wait)\\p{L}+",
			// German.
			'ich (?:habe (?:vor|beschlossen|mich entschieden)|plane|will|möchte|denke daran|überlege)',
			'wir (?:machen|haben (?:vereinbart|beschlossen)|planen|wollen)|abgemacht|vereinbart',
			'einverstanden|lass(?:t)? uns',
			// French.
			"(?:je|j['’]ai|nous|on) (?:vais|prévois|compte|pense|envisage|décidé|prévu|allons" +
				'|avons (?:convenu|décidé))',
			"d['’]accord|convenu|entendu|c['’]est décidé",
			// Spanish.
			'(?:voy|vamos) a|he decidido|hemos (?:acordado|decidido)|pienso',
			'tengo (?:pensado|previsto)|planeo|quedamos en|de acuerdo|trato hecho'
		),
		// Chinese.
		'我(?:们)?(?:也|还|就|都|一定|今天|明天|以后|最近)?' +
			'(?:会|打算|准备|计划|决定|要去|将|想要?(?:去|试|学|买|做|找)|正在考虑|考虑)',
		'说好|约好|一言为定|就这么|试试看',
		// Japanese.
		'つもり|予定|ことにし|しようと思|てみます|ましょう|約束'
	),
	assistant: anyOf(
		words(
			// English: what it will do or has decided.
			"(?:I|we)(?:['’]m| am|['’]re| are) (?:going (?:to|with)|planning|committed)",
			"(?:I|we)(?:['’]ll| will) " +
				'(?:always|definitely|certainly|never|make sure|remember|keep|remind|share|introduce' +
				'|accompany|listen|teach|tell|learn|improve|do my best|try|wait|then|also|only|provide|use' +
				'|go with|skip|leave)',
			"(?:I|we)(?:['’]ve| have)? (?:decided|chose|chosen|opted|agreed|settled|picked|went with)",
			'going with|stick(?:ing)? (?:with|to)',
			// English: the plan, the best way.
			'the (?:plan|goal|idea|decision|approach|solution|next step|recommendation)s? (?:is|are|will)',
			'the fix is to',
			"(?<!there(?: is|['’]s) an? )(?:best|better|cleanest|simplest|safest|right) " +
				'(?:approach|option|solution|way|choice|fix)',
			'we can (?:then |also )?(?:proceed with using|apply|split|combine|keep(?! in touch))',
			'(?:can|will|would) (?:then|also|only|instead)? ?be (?:\\p{L}+(?:ed|en)|sent|paid)',
			// English: what it advises.
			"(?:I|we)(?:['’]d| would)? (?:strongly |highly |also )?" +
				'(?:recommend|suggest|advise|propose)(?! (?:that )?you)',
			'my (?:advice|recommendation|suggestion) (?:is|would be)',
			// German, French, Spanish.
			'ich (?:werde|empfehle|schlage vor)|wir (?:werden|nehmen)',
			'je (?:vais|recommande|propose|conseille)|nous allons',
			'voy a|vamos a|recomiendo|sugiero|propongo'
		),
		// Chinese.
		'我(?:们)?(?:也|还|就|都|一定)?(?:会|将|建议|推荐|决定)',
		// Japanese.
		'おすすめ|いたします|させていただき|ことにし|つもり'
	)
};

/** “If it fails, try another one”: what is to be done on a condition. */
const onCondition = anyOf(
	// English.
	'^[-*•\\d.) ]{0,5}(?:if|when|whenever|before|after|unless|as soon as)(?![\\p{L}]).{3,200}, ' +
		'(?:please |then |just |always |we recommend |I recommend |you should |you must )?' +
		'(?:try|use|run|do|make|check|ask|tell|call|write|add(?:ing)?|remove|keep|stop|start|take|let' +
		'|send|open|read|wait|put|set|give|show|consult|avoid|prefer|create|delete|skip|restart|reply' +
		'|answer)(?![\\p{L}])',
	// German.
	'^(?:wenn|falls|bevor|sobald)(?![\\p{L}]).{3,160}, (?:bitte|dann|immer)(?![\\p{L}])',
	// French and Spanish.
	'^(?:si|quand|avant|lorsque|cuando|antes)(?![\\p{L}]).{3,160}, ' +
		"(?:toujours|alors|siempre|entonces|por favor|s['’]il)(?![\\p{L}])",
	// Chinese.
	'^(?:如果|要是|当).{2,60}[，,](?:就|请|一定|先)'
);

/** “Please ensure that …”: an assistant names a condition. */
const insisted = anyOf(
	words(
		// English, German, French, Spanish.
		'please (?:ensure|make sure|note|be aware|keep in mind|remember|bear in mind|do not|don.t)',
		'bitte (?:beachte|achte|stelle)\\p{L}*',
		'veillez à|assurez-vous',
		'asegúr\\p{L}+'
	)
);

/** What depends on an answer, or is being done while it is said. */
const passing = anyOf(
	'^(?:once (?:you|I)|please|if you|after you|when you|now|next|first|then|let me)(?![\\p{L}])',
	"(?<![\\p{L}])(?:will|['’]ll) (?:now|need|be happy|be glad)(?![\\p{L}])"
);

/** How a sentence binds in looser words, if it does. Only for those that do not bind in plain ones. */
export function looselyBinds(
	sentence: string,
	by: Speaker
): 'rule' | 'decision' | 'question' | null {
	if (by === 'tool') return null;
	if (requested.test(sentence) && !anythingElse.test(sentence))
		return by === 'assistant' && repeated.test(sentence) ? null : 'question';
	if (by === 'user' && (unmarked.test(sentence) || unmarkedInHan.test(sentence))) return 'question';
	if (by === 'assistant' && insisted.test(sentence)) return 'rule';
	if (by === 'assistant' && (passing.test(sentence) || anythingElse.test(sentence))) return null;
	if (held[by].test(sentence) || (by === 'user' && onCondition.test(sentence))) return 'rule';
	return undertaken[by].test(sentence) ? 'decision' : null;
}
