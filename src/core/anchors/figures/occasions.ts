/** Finds when something is, said from where one stands: “next Tuesday”, “the 15th”, “morgen um 9”, in six languages. */
import type { Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';

const inEnglish = [
	'(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|tonight|yesterday',
	'(?:next|last|this|coming|past) (?:week(?:end)?|month|year|spring|summer|autumn|fall|winter' +
		'|semester|term|quarter|season|christmas|easter)',
	String.raw`(?:early |late |mid-?)?(?:spring|summer|autumn|winter) (?:of )?\d{4}`
].join('|');
const inGerman = [
	'(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabend|übermorgen|vorgestern|gestern',
	'heute abend|morgen (?:früh|abend|mittag|nachmittag|um)',
	'(?:nächste|letzte|kommende|vorige|diese)[nrms]? ' +
		'(?:woche|wochenende|monat|jahr|sommer|winter|frühjahr|herbst|quartal)'
].join('|');
const inFrench = [
	'lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?',
	'demain|après-demain|hier|avant-hier|ce (?:soir|week-end|mois)',
	'la semaine (?:prochaine|dernière)|le mois (?:prochain|dernier)',
	"l['’](?:an|année) (?:prochaine?|dernière?|dernier)"
].join('|');
const inSpanish = [
	'lunes|martes|miércoles|jueves|viernes|sábados?|domingos?',
	'pasado mañana|mañana por la (?:mañana|tarde|noche)|anoche|ayer|anteayer|esta (?:noche|semana)',
	'(?:la semana|el mes|el año|el fin de semana) (?:que viene|próxim[oa]|pasad[oa])'
].join('|');

/** The hour or the time of the day, after the day. */
const clock = [
	'(?:(?: (?:at|um|à|a las?|gegen) ',
	String.raw`\d{1,2}(?:[:.h]\d{2})?(?: ?(?:[ap]\.?m\b\.?|uhr|h\b|heures))?)`,
	'|(?: (?:morning|afternoon|evening|night|abend|morgen|matin|soir|noche)))?'
].join('');

/** With a capital: what is also a word in small letters is no month. */
const months = [
	'January|February|March|April|June|July|August|September|October|November|December',
	'Januar|Februar|März|Juni|Juli|Oktober|Dezember',
	'janvier|février|juin|juillet|août|septembre|octobre|novembre|décembre',
	'enero|febrero|junio|julio|agosto|septiembre|octubre|noviembre|diciembre'
].join('|');

const feasts = [
	"Christmas(?: Eve)?|New Year(?:['’]s(?: Eve| Day)?)?|Easter|Thanksgiving|Halloween",
	"Valentine['’]s Day|Spring Festival",
	'Weihnachten|Silvester|Ostern|Pfingsten',
	'Noël|Pâques',
	'Navidad|Nochebuena'
].join('|');

const patterns: readonly RegExp[] = [
	inPieces(
		'giu',
		String.raw`(?<![\p{L}\d])(?:(?:next|last|this|every|coming|nächsten|kommenden|jeden|le|el) )?`,
		String.raw`(?:${[inEnglish, inGerman, inFrench, inSpanish].join('|')})${clock}(?![\p{L}\d])`
	),
	// The day of a month that is not named, the month or the year alone.
	inPieces(
		'giu',
		String.raw`(?<=\b(?:the|on|by|until|till|before|after|from|since|le|el|am|bis) )`,
		String.raw`(?:the )?\d{1,2}(?:st|nd|rd|th)\b(?! [a-z]{4,})`
	),
	inPieces(
		'gu',
		String.raw`(?<=\b(?:in|since|until|by|before|after|during|of|im|seit|bis|en|depuis|desde) )`,
		String.raw`(?:(?:early|late|mid|next|last|this) )?(?:${months})\b`
	),
	/(?<![\p{L}\d.,:/#$€£-])(?:19[3-9]\d|20[0-4]\d)(?![\p{L}\d.:/-]|,\d)/gu,
	/(?<![\p{L}\d])(?:(?:19|20)?\d0s|\d{1,2}(?:st|nd|rd|th) century)(?![\p{L}\d])/gu,
	inPieces(
		'gu',
		String.raw`1[5-9]\d\d(?<=\b(?:in|since|from|until|around|of|year|im Jahr|en) \d{4})`,
		String.raw`(?![\p{L}\d/-]|[.,:]\d| \p{Ll}+s\b)`
	),
	// A feast that is a date.
	new RegExp(String.raw`(?<![\p{L}\d])(?:${feasts})(?![\p{L}])`, 'gu'),
	// An hour without minutes, and the time of a day that stands for one.
	inPieces(
		'giu',
		String.raw`(?<=\b(?:at|by|until|till|before|after|around) )`,
		String.raw`(?:\d{1,2}(?:[:.]\d{2})?(?= (?:in the|tomorrow|tonight|sharp))`,
		String.raw`|noon|midnight|half past \w+|quarter (?:past|to) \w+|\w+ o['’]clock)`
	),
	/(?<![\p{L}\d])\d{1,2}(?:[.:]\d{2})? ?(?:Uhr|heures|h\d{2})(?![\p{L}\d])/gu,
	// Chinese and Japanese.
	inPieces(
		'gu',
		'(?:(?:明|昨|后|後|前)(?:天|日|晚|年|夜)|今[晚年夜])',
		String.raw`(?:早上|上午|中午|下午|晚上)?(?:\d{1,2}[点點时時](?:半|\d{1,2}分)?)?`,
		'|(?:上|下|这|這|本|今|来|來|先)(?:个|個)?(?:周|週|月|星期|礼拜)(?:[一二三四五六日天末])?',
		String.raw`|(?:周|週|星期|礼拜)[一二三四五六日天末]|\d{1,2}[点點时時](?:半|\d{1,2}分)?`,
		'|明日|昨日|来週|先週|今週|来月|先月|[月火水木金土日]曜日?'
	)
];

/** Days, hours and seasons that only hold from the day they were said on. */
export function findOccasions(prose: string): Mention[] {
	const found: Mention[] = [];
	for (const pattern of patterns)
		for (const match of matchesOf(pattern, prose))
			found.push({ kind: 'date', text: match[0], offset: match.index });
	return found;
}
