/** The words by which somebody asks without a question mark, and the courtesies that ask for nothing. */
import { anyOf, words } from '#core/anchors/text/patterns.ts';

/** What an assistant asks for though it does not ask. */
export const requested = anyOf(
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
export const anythingElse = anyOf(
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
export const repeated = anyOf(words('^if so', 'let me know', 'you can tell me'));

/** A question of somebody who leaves out its mark. */
export const unmarked = anyOf(
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
		')(?![\\p{L}])(?!.*[:：]$)'
);
export const unmarkedInHan = new RegExp(
	[
		// Chinese.
		'(?:吗|呢|什么|怎么样|怎么办|为什么|多少|哪里|哪个)[。.！!~]*$',
		// Japanese.
		'(?:ですか|ますか|でしょうか|かな)[。.！!]*$'
	].join('|'),
	'u'
);
