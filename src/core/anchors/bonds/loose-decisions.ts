/** The words by which somebody says in passing what is settled: what one means to do, advises, has agreed. */
import { anyOf, words } from '#core/anchors/text/patterns.ts';

/** What somebody means to do, has settled, or has agreed with others, in looser words. */
export const undertaken: Readonly<Record<'user' | 'assistant', RegExp>> = {
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

/** What depends on an answer, or is being done while it is said. */
export const passing = anyOf(
	'^(?:once (?:you|I)|please|if you|after you|when you|now|next|first|then|let me)(?![\\p{L}])',
	"(?<![\\p{L}])(?:will|['’]ll) (?:now|need|be happy|be glad)(?![\\p{L}])"
);
