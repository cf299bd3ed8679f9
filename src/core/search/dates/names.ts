/** How people name months, days and small numbers in a question: patterns and words, with no reckoning. */

/** Patterns for the months in their order, in English, German and Russian. */
export const monthNames = [
	'jan(?:uary)?|januar|январ[ья]',
	'feb(?:ruary)?|februar|феврал[ья]',
	'mar(?:ch)?|märz|март[а]?',
	'apr(?:il)?|апрел[ья]',
	'may|mai|ма[йя]',
	'june?|juni|июн[ья]',
	'july?|juli|июл[ья]',
	'aug(?:ust)?|август[а]?',
	'sept?(?:ember)?|сентябр[ья]',
	'oct(?:ober)?|oktober|октябр[ья]',
	'nov(?:ember)?|ноябр[ья]',
	'dec(?:ember)?|dezember|декабр[ья]'
] as const;

export const weekdays = [
	'sunday',
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday'
];

/** The meteorological seasons in their order, the first beginning in December. */
export const seasons = ['winter', 'spring', 'summer', 'autumn'];

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
	twelve: 12
};
