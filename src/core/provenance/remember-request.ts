/** "Remember that …": the words that only ask to remember, in the languages in which they stand in front of the fact. */

const polite =
	/(?:(?:please|can you|could you|would you|bitte|kannst du|könntest du|s['’]il (?:te|vous) pla[iî]t|por favor|per favore|alsjeblieft)[, ]+)*/;

const verbs = [
	/remember|memori[sz]e|keep in mind|do(?:n['’]t| not) forget|make a note(?: to self)?|note to self/,
	/(?:merke?|notiere?)(?: dir)?|denke?(?: bitte)? daran|vergiss(?: bitte)? nicht/,
	/souviens-toi|souvenez-vous|rappelle-toi|retiens|retenez|n['’]oublie[sz]? pas/,
	/recuerd[ae]|anot[ae]|apunta|no olvides|ten en cuenta/,
	/ricorda(?:ti)?|annota|non dimenticare|tieni presente/,
	/lembr(?:e-se|a(?:-te)?)|não esqueças?|onthoud|noteer|vergeet niet|запомни(?:те)?/
];

const kindly = /(?:\s+(?:please|bitte|down|for (?:me|later)))*/;

/** "Note" is a noun as well ("Note 5 is in use"): it asks only where what is to be noted begins behind it. */
const note = new RegExp(
	`notez?(?=${kindly.source}(?:\\s*[:,]|\\s+(?:(?:that|this|it|que|i|my|our|we)(?!\\p{L})|qu['’])))`,
	'u'
);

/** "Down" and "this" belong to the fact where no sign follows: "that down the road …", "this is …". */
const that =
	/(?:(?:(?:(?:that|this|it)\s+down|this)\s*[:,]\s*|(?:that|dass|(?:de )?que|che|dat|что)(?:\s*[:,]\s*|\s+))|qu['’])?/;

const verb = [...verbs, note].map(({ source }) => source).join('|');

const request = new RegExp(
	`^${polite.source}(?:${verb})${kindly.source}(?:\\s*[:,]\\s*|\\s+)${that.source}|^[请請]?[记記]住[：:，,]?\\s*`,
	'iu'
);

/**
 * A sentence without such words in front of it; as it stands where there are none. They say nothing of the fact: what
 * denies it, doubts it or gives it to somebody else stays.
 */
export function behindRequest(sentence: string): string {
	const [asked = ''] = request.exec(sentence) ?? [];
	const fact = sentence.slice(asked.length);
	return /dass\s+$/i.test(asked) ? mainClause(fact) : fact;
}

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
