/** What sort of answer a question wants, told by its wording: the whole story, or advice for what comes next. */

const overview =
	/\b(?:summar|overview|recap|zusammenfass)|总结|概括|要約|まとめ|요약|обобщ|подытож|ملخص|สรุป|सारांश/iu;

const advice = new RegExp(
	[
		// "Can you find …" looks a thing up.
		String.raw`\b(?:can|could|would|will) you\b(?! (?:please )?(?:find|look up)\b)`,
		String.raw`\b(?:how|what|which|where|when)\b[^.?!\n]{0,80}?` +
			String.raw`\b(?:can|could|should|would|do|shall) (?:i|we|you)\b`,
		String.raw`\b(?:should|shall) (?:i|we)\b`,
		String.raw`\b(?:suggest|recommend|advice|advise|help (?:me|us))`,
		String.raw`\b(?:i['’]m|i am|we['’]re|we are) (?:looking|planning|trying|thinking|considering|about)\b`,
		String.raw`\b(?:empfiehl|empfehl|vorschl[aä]g|ratschl|hilf mir|soll(?:te)?n? (?:ich|wir)` +
			'|wie (?:kann|könnte) (?:ich|man))',
		String.raw`\b(?:recommand|suggèr|conseil|aide[- ]moi|devrais-je|dois-je|comment puis-je)`,
		String.raw`\b(?:recomiend|recomend|sugier|aconsej|ayúdame|debería|cómo puedo)`,
		'推荐|建议|帮我|怎么办|该怎么|おすすめ|お勧め|アドバイス|手伝って|どうすれば|추천|조언|도와|어떻게 해야',
		'посовет|порекоменд|помоги|как мне|стоит ли|[أا]?قترح|[أا]نصح|تنصح|ساعدني|सुझाव|सलाह|मदद'
	].join('|'),
	'iu'
);

/** Asks for what was said or done, or how much of it there is, even where it begins with "can you tell me". */
const past = new RegExp(
	[
		String.raw`\b(?:what|which|when|where|who|how|i|it|that|there) was\b|\bwas (?:i|it|that|the|there|my)\b`,
		String.raw`\b(?:did|were|had|mentioned|discussed|told|said|conversations?|remind (?:me|us)|remember|recall)\b`,
		String.raw`\b(?:have|has) (?:i|we|you|he|she|they|it|my|our|the|been)\b`,
		String.raw`\bhow (?:far|long|many|much|often)\b`,
		// "We have guests" is no such thing.
		String.raw`\b(?:i|we|you|they)(?:['’]ve| have) (?:\p{L}+ed|been|done|given|gone|got|had|heard|made` +
			String.raw`|met|said|seen|spoken|taken|told|written)\b`,
		String.raw`\b(?:gesagt|erwähnt|besprochen|habe ich|haben wir|hatte|erinner)`,
		String.raw`\b(?:ai-je|avons-nous|mentionné|rappel)|\b(?:dije|dijiste|mencion|hablamos|recuerd)`,
		'说过|提到|讨论过|上次|记得|言った|話した|覚えて|말했|언급|기억|сказал|говорил|упомин|помн|قلت|ذكر|कहा|बताया'
	].join('|'),
	'iu'
);

/** The whole story, which both sides told. */
export const wantsOverview = (question: string): boolean => overview.test(question);

/**
 * Advice or help from now on, not what was said: there counts how somebody wants things to be. Told by the wording
 * alone, so it is a hint and no more.
 */
export const wantsAdvice = (question: string): boolean =>
	advice.test(question) && !past.test(question) && !wantsOverview(question);
