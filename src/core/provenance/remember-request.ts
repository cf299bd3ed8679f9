/** "Remember that …": the words that only ask to remember, in front of the fact, behind it, or in a sentence of their own. */

export const polite =
	/(?:(?:please|can you|could you|would you|bitte|kannst du|könntest du|s['’]il (?:te|vous) pla[iî]t|por favor|per favore|alsjeblieft|пожалуйста|من فضلك|لو سمحت|رجاء)[,، ]+)*/;

export const english =
	/remember|memori[sz]e|keep in mind|do(?:n['’]t| not) forget|make a note(?: to self)?|note to self/;

export const foreignVerbs = [
	/(?:merke?|notiere?)(?: dir)?|(?:kannst|könntest) du dir(?: [a-zäöü]+){0,3} merken|denke?(?: [a-zäöü]+){0,3} daran|vergiss(?: bitte)? nicht|behalte?(?: im kopf)?/,
	/souviens-toi|souvenez-vous|rappelle-toi|retiens|retenez|n['’]oublie[sz]? pas/,
	/recu[eé]rd[ae]|an[oó]t[ae]|ap[uú]nta|no olvides|ten en cuenta/,
	/ricorda(?:ti)?|annota|non dimenticare|tieni presente/,
	/lembr(?:e-se|a(?:-te)?)|não esqueças?|onthoud|noteer|vergeet niet/,
	/запомни(?:те)?|не забудь(?:те)?|име[йи](?:те)? в виду|учти(?:те)?/,
	/تذكّ?ر(?:ي|وا)?|لا تنس(?:ى|ي|وا)?/
]
	.map(({ source }) => source)
	.join('|');

/** Words that say how it is to be remembered: they belong to the asking only where the fact is parted from them. */
export const how =
	/(?:please|bitte|noch ?mals?|noch einmal|kurz|mal|doch|gut|unbedingt|auch|also|again|quickly|bien|aussi|también|bene|anche|goed|ook)(?!\p{L})/u;

export const down = '(?:\\s+(?:please|bitte|down|for (?:me|later)))*';

const kindly = new RegExp(
	`${down}(?:(?:\\s+${how.source})+(?=\\s*[:,]|\\s+(?:that|dass|que|qu['’]|che|dat)(?!\\p{L})))?`,
	'u'
);

/** Where "remember" stands last or needs no word behind it: Chinese, Japanese, Korean. */
export const chinese =
	/(?:请|請|麻烦)?(?:[帮幫替]我)?(?:[记記](?:住|下|一下)|[别別]忘[记記了]?|不要忘[记記])(?:[这這](?:一?[点點]|个|個))?[吧哦]*/;
export const japanese =
	/(?:(?:どうか|ちゃんと|よく)、?)?(?:覚え(?:て(?:おいて|いて|て)?|といて)|忘れないで|メモして(?:おいて)?)(?:ください|下さい|くれ|ほしい|ね)*/;
export const korean =
	/(?:[꼭잘좀] ?)?(?:기억해|메모해|잊지 ?(?:마|말아)) ?(?:두|둬|줘|주)?(?:세요|십시오|요)?/;

/** "… 다고 기억해" alone is what somebody remembers. */
const koreanAsked = /(?:[꼭잘좀] ?)?(?:기억해|메모해) ?(?:두|둬|줘|주)(?:세요|십시오|요)?/;

/** "Note" is a noun as well ("Note 5 is in use"): it asks only where what is to be noted begins behind it. */
const note = new RegExp(
	`notez?(?=${kindly.source}(?:\\s*[:,]|\\s+(?:(?:that|this|it|que|i|my|our|we)(?!\\p{L})|qu['’])))`,
	'u'
);

/** "Down" and "this" belong to the fact where no sign follows: "that down the road …", "this is …". */
const that =
	/(?:(?:(?:(?:that|this|it)\s+down|this)\s*[:,]\s*|(?:that|dass|(?:de )?que|che|dat|что|[أا]نّ?)(?:\s*[:,،]\s*|\s+))|qu['’])?/;

const verb = `${english.source}|${foreignVerbs}|${note.source}`;

const request = new RegExp(
	`^${polite.source}(?:${verb})${kindly.source}(?:\\s*[:,،]\\s*|\\s+)${that.source}|^${chinese.source}[：:，,]?\\s*|^(?:${japanese.source}|${korean.source})[：:]\\s*`,
	'iu'
);

/** What ties the fact to an asking behind it. Without one it is only named: "パスワードを覚えておいて". */
const tie = new RegExp(
	`(?:[、,，]\\s*${chinese.source}|(?:(?:という|って)?(?:こと|の)を|って|と|、)\\s*${japanese.source}|(?:[,、]|(?:(?<=다)는|라는)\\s*(?:것을|걸|거))\\s*${korean.source}|(?:(?<=다)|라)고\\s*${koreanAsked.source})\\s*[.。!！~]*$`,
	'u'
);

/** In Chinese "especially" and "each by itself" end in the same sign as "do not". */
const unwanted = new RegExp(
	[
		/\b(?:do(?:n['’]t| not)|never) (?:ever )?(?:remember|save|store|memori[sz]e)/,
		/nicht (?:merken|speichern)|(?:merke?|speichere?)(?: (?:dir|das|es|bitte))* nicht/,
		/\bn(?:e |['’])(?:(?:l[ae]|les) |l['’])?(?:retiens|retenez|mémorise[zr]?|enregistre[zr]?) pas/,
		/\bne pas (?:retenir|mémoriser|enregistrer)/,
		/\bno (?:l[ao]s? |es[ot]o )?(?:recuerd|guard|memoric|anot)es?\b/,
		/\bnon (?:ricorda|memorizza|salva)r(?:e|l[aeo])|\bnão (?:lembr|guard|memoriz|salv)es?\b/,
		/niet (?:onthouden|opslaan)|onthoud (?:d[ai]t )?niet/,
		/не (?:надо )?(?:запомина|сохраня|записыва)(?:й|ть)/,
		/(?:不(?:要|用)?|(?<![特分])[别別]要?)(?:[记記](?:住|下|录|錄)|保存|[储儲]存)/,
		/(?:覚え(?:ておか)?|(?:記憶|記録|保存|メモ)し)ないで|(?:기억|저장|기록|메모)하지 ?[마말]/,
		/لا (?:تحفظ|تتذكر|تسجّ?ل|تخزّ?ن)/
	]
		.map(({ source }) => source)
		.join('|'),
	'i'
);

/** That something is not to be remembered, anywhere in a text. */
export const asksNotToRemember = (text: string): boolean => unwanted.test(text);

/** "Please don't save that": so short a message means what was said before it, characters. */
const longestRefusal = 80;

/** Of messages in their order those that are not to be remembered: they ask it themselves, or the next one does. */
export const notToBeRemembered = (messages: readonly string[]): readonly string[] =>
	messages.filter((text, at) => {
		const next = messages[at + 1] ?? '';
		return asksNotToRemember(text) || (next.length <= longestRefusal && asksNotToRemember(next));
	});

export const asksToRemember = (sentence: string): boolean => request.test(sentence);

/** All that stands behind such words, or in front of them, whatever it is; the sentence where there are none. */
export function withoutRequest(sentence: string): string {
	const fact = inFrontOfRequest(sentence);
	return fact === sentence ? sentence.replace(request, '') : fact;
}

/** What stands in front of them; the sentence where nothing does. */
export const inFrontOfRequest = (sentence: string): string => sentence.replace(tie, '') || sentence;

/** Says only that something is to be remembered: what that is stands in the sentence in front. */
export const onlyAsks = (sentence: string): boolean => alone.test(sentence.trim());

const alone = new RegExp(
	`^(?:${polite.source}(?:(?:${verb})(?:[ -]?(?:that|this|it|das|ça|cela|l?o|eso|esto|d?isso|dat|это|ذلك|هذا))?(?:[ ,]+(?:por favor|пожалуйста|${how.source}))*)|${chinese.source}|${japanese.source}|${korean.source})\\s*[.!。！…~]*$`,
	'iu'
);

/**
 * A sentence without such words in front of it; as it stands where there are none. They say nothing of the fact: what
 * denies it, doubts it or gives it to somebody else stays.
 */
export function behindRequest(sentence: string): string {
	const fact = withoutRequest(sentence);
	// In front of the asking stands a sentence as it is.
	if (sentence.startsWith(fact)) return fact;
	const asked = sentence.slice(0, sentence.length - fact.length);
	if (asked === '' || isTask(asked, fact) || isTitle(sentence)) return sentence;
	return /dass\s+$/i.test(asked) ? mainClause(fact) : fact;
}

/**
 * What is to be done says nothing by itself: "to call Anna", "Anna anzurufen", "d'appeler Anna". Nor does what is only
 * named: "de mon anniversaire". `asked`: the words in front of it, which tell the language. Behind a colon or "that"
 * a sentence stands.
 */
export function isTask(asked: string, fact: string): boolean {
	if (/(?::|(?<!\p{L})(?:that|dass|que|che|dat|что))\s*$/iu.test(asked)) return false;
	const said = fact.trim().replace(/(?<![.!])[.!]+$/, '');
	return infinitives.some(([verb, form]) => verb.test(asked) && form.test(said));
}

/**
 * How each language puts what is to be done behind such a verb. Nothing that could be the verb of a sentence stands in
 * front of it: in German only words with a capital and what goes with a noun, in Dutch one word.
 */
const infinitives = [
	[/remember|mind|forget|note/i, /^(?:not )?to\s+\p{L}/iu],
	[
		/(?:souvi?en|rappel|oubli|ricord|dimentic|lembr|olvid|esque)[^,]*$/i,
		/^(?:d[ei]\s|d['’])\p{Ll}/u
	],
	[
		/(?:recuerd|anot|apunta|olvid|ricord|dimentic|lembr|esque)[^,]*$/i,
		/^(?!mujer|lugar|hogar|ayer)\p{Ll}{2,}[aeiíê]r(?:[mts]e|l[aeo]s?|nos)?(?:\s|$)/u
	],
	[
		/merk|notier|denk|vergiss|behalt/i,
		/^(?:(?:(?:mein|unser|ein)(?:e[mnrs]?)?|d(?:e[mnrs]|ie|as)|heute|morgen|\p{Lu}\p{L}*)\s+)*(?:zu\s+\p{Ll}+n|\p{Ll}{2,}zu\p{Ll}{2,}n)$/u
	],
	[/забуд|запомн|виду|учт/i, /^\p{Ll}+(?:ть|ти|чь)(?:ся)?(?:\s|$)/u],
	// "أن تشتري": the verb of who is asked, which no noun with its ending is, nor the date.
	[/(?:تذك|تنس)[^:،,]*$/, /^ت(?!اريخ)\p{L}+(?<!ة)(?:\s|$)/u],
	[/[忘得][^：:，,]*$/, /^[^我咱他她它您你]/u],
	[/onthoud|noteer|vergeet/i, /^(?:(?:de|het|een|mijn|onze?)\s+)?(?:\p{L}+\s+)?te\s+\p{Ll}+n$/u]
] as const;

/** "Remember the Titans is a film": the verb belongs to a title, for a work is named. */
export const isTitle = (sentence: string): boolean => titles.test(sentence.trim().slice(0, 300));

const titles =
	/^Remember(?: the)?(?: \p{Lu}\p{L}*)+ (?:is|was) (?:an?|the|my|our) (?:\p{L}+ ){0,2}(?:film|movie|book|novel|song|album|series|show|musical|poem|podcast)(?=[.!,]|$| (?:about|by|from|with|of|that)\s)/u;

/**
 * German puts the verb last after "dass": "(dass) ich in Graz wohne" reads "ich wohne in Graz" as a line. Only where
 * the subject is plain, there is one clause, and the verb does not part from its prefix: else it stays as it was said.
 */
export function mainClause(fact: string): string {
	const [, subject, rest, verb, end] = clause.exec(fact.trim()) ?? [];
	if (!subject || !rest || !verb || parting.test(verb) || joins.test(rest)) return fact;
	// A name behind the noun belongs to it ("mein Bruder Karl"), unless the verb gives the name.
	if (/\s/.test(subject) && /^[A-ZÄÖÜ]/.test(rest) && !/^hei(?:ß|ss)/.test(verb)) return fact;
	return `${subject} ${verb} ${rest}${end ?? ''}`;
}

/** The capital letter of a noun tells it from the adjectives in front of it. */
const clause =
	/^([Ii]ch|[Dd]u|[Ee]r|[Ss]ie|[Ee]s|[Ww]ir|(?:[Mm]ein|[Uu]nser|[Ii]hr|[Ss]ein)(?:(?:\s+[a-zäöüß]+e[rs])*|e(?:\s+[a-zäöüß]+en?)*)\s+[A-ZÄÖÜ][\wäöüß-]*)\s+([^,;:.!]+?)\s+([a-zäöüß]+)([.!]?)$/;

const parting =
	/^(?:ab|an|auf|aus|bei|ein|fern|fest|mit|statt|teil|um|vor|weiter|zu|nach|her|hin|los|weg|zurück)[a-zäöüß]{4,}$/;

/** Where one of these stands a second clause may follow, and the verb at the end is not that of the first. */
const joins =
	/(?<!\p{L})(?:und|oder|aber|sondern|sowie|denn|weil|wenn|dass|ob|obwohl|falls|damit|sobald|bevor|nachdem|während|solange|was|wer|wo|wann|warum|wie)(?!\p{L})/iu;
