/** "Remember that …": the words that only ask to remember, in the languages in which they stand in front of the fact. */

const polite =
	/(?:(?:please|can you|could you|would you|bitte|kannst du|könntest du|s['’]il (?:te|vous) pla[iî]t|por favor|per favore|alsjeblieft)[, ]+)*/;

const verbs = [
	/remember|memori[sz]e|keep in mind|do(?:n['’]t| not) forget|(?:make a )?note(?: to self)?/,
	/(?:merke?|notiere?)(?: dir)?|denke?(?: bitte)? daran|vergiss(?: bitte)? nicht/,
	/souviens-toi|souvenez-vous|rappelle-toi|retiens|retenez|notez?|n['’]oublie[sz]? pas/,
	/recuerd[ae]|anot[ae]|apunta|no olvides|ten en cuenta/,
	/ricorda(?:ti)?|annota|non dimenticare|tieni presente/,
	/lembr(?:e-se|a(?:-te)?)|não esqueças?|onthoud|noteer|vergeet niet|запомни(?:те)?/
];

const aside = /(?:\s+(?:please|bitte|down|for (?:me|later)))*(?:\s*[:,]\s*|\s+)/;

const that = /(?:(?:that|this|dass|(?:de )?que|che|dat|что)(?:\s*[:,]\s*|\s+)|qu['’])?/;

const verb = verbs.map(({ source }) => source).join('|');

const request = new RegExp(
	`^${polite.source}(?:${verb})${aside.source}${that.source}|^[请請]?[记記]住[：:，,]?\\s*`,
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
	const clause =
		/^((?:ich|du|er|sie|es|wir|ihr|(?:mein|unser|ihr|sein)\w*\s+[A-ZÄÖÜ][\wäöüß-]*))\s+([^,;:.!]+?)\s+([a-zäöüß]+)([.!]?)$/i;
	const [, subject, rest, verb, end] = clause.exec(fact.trim()) ?? [];
	const parts = /^(?:ab|an|auf|aus|ein|mit|vor|zu|nach|her|hin|los|weg|zurück)[a-zäöüß]{4,}$/;
	if (!subject || !rest || !verb || parts.test(verb) || joins.test(rest)) return fact;
	return `${subject} ${verb} ${rest}${end ?? ''}`;
}

/** Where one of these stands a second clause may follow, and the verb at the end is not that of the first. */
const joins =
	/(?<!\p{L})(?:und|oder|aber|sondern|sowie|denn|weil|wenn|dass|ob|obwohl|falls|damit|sobald|bevor|nachdem|während|solange|was|wer|wo|wann|warum|wie)(?!\p{L})/iu;
