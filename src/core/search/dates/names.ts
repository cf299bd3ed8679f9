/** How people name months, days and small numbers in a question: patterns and words, with no reckoning. */

/** Patterns for the months in their order, in English, German, French, Spanish and Russian. */
export const monthNames = [
	'jan(?:uary|uar|vier)?|enero|январ[ьяе]',
	'feb(?:ruary|ruar|rero)?|février|феврал[ьяе]',
	'mar(?:ch|s|zo)?|märz|март[ае]?',
	'apr(?:il)?|avril|abril|апрел[ьяе]',
	'ma[yi]|mayo|ма[йяе]',
	'june?|juni|juin|junio|июн[ьяе]',
	'july?|juli|juillet|julio|июл[ьяе]',
	'aug(?:ust)?|août|agosto|август[ае]?',
	'sept?(?:ember|embre|iembre)?|сентябр[ьяе]',
	'oct(?:ober|obre|ubre)?|oktober|октябр[ьяе]',
	'nov(?:ember|embre|iembre)?|ноябр[ьяе]',
	'dec(?:ember)?|dezember|décembre|diciembre|декабр[ьяе]'
] as const;

/** Patterns for the days of the week, Sunday first, in English and German. */
export const weekdayNames = [
	'sunday|sonntag',
	'monday|montag',
	'tuesday|dienstag',
	'wednesday|mittwoch',
	'thursday|donnerstag',
	'friday|freitag',
	'saturday|samstag'
] as const;

/** Patterns for how long things last, told by how their names begin. */
export const units = {
	weekend: 'week-?end|wochenende|fin de semana',
	week: 'week|woche|semaine|semana',
	month: 'month|monat|mois|mes',
	// "This an …" is English.
	year: "year|jahr|(?<=l['’])an|année|año"
} as const;

/** The meteorological seasons in their order, the first beginning in December. */
export const seasons = ['winter', 'spring', 'summer', 'autumn|fall'];

/** The one before this, as it stands before what it says that of, and behind. */
export const lastWords = 'last|past|previous|(?:letzt|vorig|vergangen)e[nrs]?';
export const lastBehind = 'derni(?:er|ère)|pasad[oa]';
export const thisWords = 'this|diese[nrs]?';

export const numberWords: Readonly<Record<string, number>> = {
	a: 1,
	an: 1,
	one: 1,
	two: 2,
	'a couple of': 2,
	couple: 2,
	three: 3,
	'a few': 3,
	few: 3,
	four: 4,
	five: 5,
	six: 6,
	seven: 7,
	eight: 8,
	nine: 9,
	ten: 10,
	eleven: 11,
	twelve: 12,
	einem: 1,
	einer: 1,
	zwei: 2,
	'ein paar': 3,
	drei: 3,
	vier: 4,
	fünf: 5,
	sechs: 6,
	два: 2,
	две: 2,
	три: 3,
	четыре: 4,
	пять: 5,
	шесть: 6
};
