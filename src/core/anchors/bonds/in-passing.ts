/** Tells what is said in passing, which binds nobody and asks for nothing: work in hand, offers, courtesies, errors. */
import { anyOf, words } from '#core/anchors/text/patterns.ts';

/** Announces what is done at once: “Now I'll fix the test:”. */
export const announces =
	/^(?:now|next|first|then|let me|ok(?:ay)?,? (?:now|let me))(?![\p{L}])|(?:will|['’]ll) now(?![\p{L}])|:$/iu;
/** What depends on an answer is an offer, and the question before it says so. */
export const offers = /^(?:once (?:you|I)|please|if you|after you|when you)(?![\p{L}])/iu;

/** Hands over what was just made, or says what is being made. */
export const delivers = anyOf(
	'(?:^|[.!?] |\\n)(?:' +
		"(?:here(?:['’]s| is| are)|hier (?:ist|sind)|voici|aquí (?:está|están|tienes)|вот) " +
		'[^\\n]{0,80}(?:how|change|änderung|cambio|изменени|modif|code|código|код|edit|diff|fix|implement' +
		'|update|block|test|function|method|class|file|script|patch|correct|version)' +
		"|let(?:['’]s| me) (?:make|update|fix|modify|change|add|apply|correct)(?!\\p{L})" +
		')[^\\n]{0,120}:[ \\t]*(?:$|\\n)'
);
/** Says in such a text what was made. */
export const underway = anyOf(
	'^(?!.*(?<![\\p{L}])I (?:think|suggest|recommend|propose|advise|decided)(?![\\p{L}])).*' +
		words(
			"(?:I|we)(?:['’]ll| will| need to| have to| should| can)",
			'ich werde|wir (?:werden|müssen)',
			'je vais|nous (?:allons|devons)',
			'voy a|vamos a'
		)
);

/** What a program says went wrong, as it was printed. */
export const printed = new RegExp(
	[
		'^(?:[E>|] +)?(?:(?:[\\w.]+\\.)?[A-Z][A-Za-z]{2,30}(?:Error|Exception|Warning)' +
			'|Error|ERROR|error|fatal|FAILED): ',
		"^(?:Cannot|Can['’]t|Could not|Unable to|Failed to) " +
			'(?:find|open|read|load|connect|parse|resolve|import|locate)(?!\\p{L})',
		'^["\']{3}'
	].join('|'),
	'u'
);

/** Asks for nothing that has an answer. */
export const courtesy = anyOf(
	'(?:^|[,.!] )(?:can|could|would|will) you (?:please |also )*(?:help|assist|do)(?: me)?(?: out)?' +
		'(?: with)?(?: (?:that|this|it))?(?:,? please)?\\?$',
	'(?:^|[,.!] )(?:can|could) (?:' +
		'you (?:please |also |still )*(?:help|assist)(?: me)? with (?:the|my|just my) \\p{L}+' +
		'|we (?:\\p{L}+ ){1,5}that(?: \\p{L}+){0,2})\\?$',
	'^(?:right|ok|okay|really|what|(?:so,? )?is there anything else .{0,80}|anything else.{0,40}' +
		'|how (?:can|may) I (?:help|assist).{0,40}|how are you.{0,20}|does that help' +
		'|how does that sound)\\?$'
);

/** How an assistant offers its help, in whatever words follow. */
export const offersHelp = anyOf(
	// English.
	'(?:how|what) (?:can|may|could|else can) I (?:help|assist|do for you)',
	// German.
	'(?:wie|womit|wobei) (?:kann|darf) ich (?:dir|ihnen|euch)',
	'was (?:kann|darf) ich (?:heute |noch )?für (?:dich|sie|euch) tun',
	// French.
	"(?:comment|en quoi|que) (?:puis-je|je peux) (?:vous |t['’])?(?:aider|faire pour)",
	// Spanish.
	'(?:cómo|en qué) (?:te |le |les |os )?(?:puedo|podría) (?:ayudar|servir)',
	// Russian.
	'(?:чем|как) (?:я )?(?:могу|можем) (?:вам |тебе |я )?(?:сегодня )?(?:помочь|быть полез)',
	// Chinese.
	'(?:我|我们)(?:可以|能|有什么(?:可以|能))(?:怎么|如何|为(?:你|您)|帮)',
	'有什么(?:我|需要我)?(?:可以|能)?(?:帮|为(?:你|您))',
	// Japanese.
	'どのような?(?:お手伝い|ご用件)|何かお手伝い',
	// Whether there is anything else, in all of them.
	'(?:do you have|haben sie|hast du|avez-vous|as-tu|tienes?|есть ли у вас) ' +
		"(?:any |some |specific |noch |weitere |des |d['’]autres |alguna |otras? )*" +
		'(?:questions?|requests?|changes|modifications|fragen|änderungen|wünsche|demandes|preguntas?' +
		'|cambios|вопросы)'
);
