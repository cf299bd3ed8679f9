/** The words by which somebody says in passing what is to hold: tastes, limits, conditions, things to keep in mind. */
import { anyOf, words } from '#core/anchors/text/patterns.ts';

/** What somebody holds, is bound to, or asks to be kept in mind, in looser words. */
export const held: Readonly<Record<'user' | 'assistant', RegExp>> = {
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
			"^[-*•\\d.) ]{0,5}(?:make|be) sure|keep in mind|note that(?! I['’]?(?: ha)?ve|[.!])",
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

/** “If it fails, try another one”: what is to be done on a condition. */
export const onCondition = anyOf(
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
export const insisted = anyOf(
	words(
		// English, German, French, Spanish.
		'please (?:ensure|make sure|note|be aware|keep in mind|remember|bear in mind|do not|don.t)',
		'bitte (?:beachte|achte|stelle)\\p{L}*',
		'veillez à|assurez-vous',
		'asegúr\\p{L}+'
	)
);
