/**
 * Attributes of which a person has one at a time: a home, a name, an age. Two lines that give the same subject two
 * values of one cannot both be true; of likes, friends and journeys there may be many.
 */

interface Claim {
	/** The attribute, with whatever narrows it ("favourite colour"). */
	readonly attribute: string;
	/** Of whom or what it is told, as the line says it. */
	readonly subject: string;
	readonly value: string;
}

/**
 * The words between subject and value, for each attribute, in the languages the app is tested in. What a group holds
 * narrows the attribute. Only the present counts: who "lived" somewhere may live elsewhere now.
 */
const betweens: readonly (readonly [string, RegExp])[] = [
	[
		'home',
		/\b(?:lives?|resides?|is living|am living) (?:in|at|on|near)\b|\b(?:wohn(?:e|t)|leb(?:e|t)) (?:jetzt |nun )?(?:in|an|bei)\b|\b(?:habite|vis|vit) (?:à|en|au|dans)(?!\p{L})|\b(?:vivo|vive|resido|reside|viv[eo]) en\b|(?:живу|живет|живёт) (?:в|во|на)(?!\p{L})|住在|居住在/u
	],
	[
		'name',
		/\b(?:name is|names? s|is called|are called|called)\b|\b(?:hei(?:ß|ss)(?:e|t)|name ist|genannt)(?!\p{L})|\b(?:s'appelle|m'appelle|appelle|nom est)\b|\b(?:se llama|me llamo|nombre es)\b|(?:зовут)|的?名字是|(?<=我|他|她)叫/u
	],
	[
		'work',
		/\bworks? (?:as|at|for)\b|\b(?:job|employer|profession) is\b|\barbeitet? (?:bei|als|für)\b|\b(?:travaille) (?:chez|comme|pour)\b|\b(?:trabajo|trabaja) (?:en|como|para)\b|(?:работаю|работает) (?:в|на)?(?!\p{L})|的工作是|就职于/u
	],
	[
		'birthday',
		/\b(?:birthday is|birthday s|was born)(?: on| in)?\b|\b(?:geburtstag ist|geboren)(?: am)?\b|\b(?:anniversaire est|né|née)(?: le)?(?!\p{L})|\b(?:cumpleaños es|nació)(?: el)?\b|(?:день рождения|родился|родилась)|的?生日是/u
	],
	[
		'favourite',
		/\bfavou?rite ([\p{L} ]{2,30}?) (?:is|are)\b|\blieblings(\p{L}{2,30}) ist\b|\b(\p{L}{2,30}) préférée? est\b|\b(\p{L}{2,30}) favorit[oa] es\b|любим\p{L}{2} (\p{L}{2,30})|最喜欢的(\p{L}{1,8}?)是/u
	],
	[
		'partner',
		/\b(?:is )?married to\b|\b(?:wife|husband|partner) is\b|\bverheiratet mit\b|\b(?:marié|mariée) (?:à|avec)(?!\p{L})|\bcasad[oa] con\b|(?:женат на|замужем за)/u
	],
	[
		'contact',
		/\b(e-?mail|phone(?: number)?|address|telephone|adresse|telefonnummer|teléfono|dirección|correo)(?: address)? (?:is|ist|est|es)\b|(адрес|телефон|邮箱|地址|电话)(?:是)?/u
	],
	[
		'bank, doctor, car and whatever else is one’s own',
		/\b(bank|doctor|dentist|boss|employer|car|school|university|landlord|time ?zone|currency|native language|arzt|ärztin|chefin?|auto|schule|banque|médecin|voiture|école|banco|médico|coche|escuela|банк|врач)(?: of the user)? (?:is|ist|est|es|—|-)\s/u
	]
];

/** What a line says of an attribute, or null. `line`: lower case, without punctuation at the ends of words. */
export function claimOf(line: string): Claim | null {
	for (const [name, between] of betweens) {
		const found = between.exec(line);
		if (!found) continue;
		const kind = found.slice(1).find((group: string | undefined) => group) ?? '';
		const value = line.slice(found.index + found[0].length).trim();
		if (value === '') return null;
		return { attribute: `${name} ${kind}`, subject: line.slice(0, found.index).trim(), value };
	}
	return null;
}
