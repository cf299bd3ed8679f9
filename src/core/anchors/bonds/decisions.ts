/** The words by which something is settled: by a user, by a promise, by a working assistant that weighs reasons. */
import { anyOf, words } from '#core/anchors/text/patterns.ts';

/** What a user settles. */
export const settled = anyOf(
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
);

/** What somebody undertakes to do later, or what will come of it. */
export const promised = anyOf(
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
	)
);

/** Where a working assistant weighs reasons it decides; where it only says what it does next it does not. */
export const reasoned = anyOf(
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
);
