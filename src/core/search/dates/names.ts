/** How people name months, days and small numbers in a question: patterns and words, with no reckoning. */

/** Patterns for the months in their order, in English, German and Russian. */
export const monthNames = [
	'jan(?:uary)?|januar|январ[ьяе]',
	'feb(?:ruary)?|februar|феврал[ьяе]',
	'mar(?:ch)?|märz|март[ае]?',
	'apr(?:il)?|апрел[ьяе]',
	'may|mai|ма[йяе]',
	'june?|juni|июн[ьяе]',
	'july?|juli|июл[ьяе]',
	'aug(?:ust)?|август[ае]?',
	'sept?(?:ember)?|сентябр[ьяе]',
	'oct(?:ober)?|oktober|октябр[ьяе]',
	'nov(?:ember)?|ноябр[ьяе]',
	'dec(?:ember)?|dezember|декабр[ьяе]'
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
