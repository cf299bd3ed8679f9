/** Finds names written as two small words and a hyphen (`billing-service`) among the compounds of plain English. */
import type { Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { wordSet } from '#core/text/word-set.ts';

/** Small words of which plain English makes compounds, before the hyphen: `built-in`, `real-time`. */
const firstParts = wordSet([
	'add all already anti auto back bi bottom brand broken bug built bulk by catch check class',
	'clean client close cloud co color counter cross custom cut data day deep double down drag',
	'drop dry early easy edge eight end error event ever ex extra eye face false far fast feature',
	'fine first five flat follow force four free front full fully future go good half hand hard',
	'head heavy high home hot hour hyper ill in inter key kick know last late lead left less life',
	'light line live load log long look lookup low mac machine macro made make many medium meta',
	'micro mid mini mis month more most much multi name near never new newly next night no non',
	'null number off old on once one open out over page pass peer per pick pixel plug point poly',
	'poorly post pre price pro pull push put quasi quick rapid re read ready real recently red',
	'reverse right risk roll round run safe same second self semi server set seven short side',
	'sign single site six slow small so soft some space spell spot stand start state step still',
	'stop strong sub super sync system team ten test thin third three time tiny to top trade',
	'trans tri trouble try turn twenty two type ultra un under up upper utf very walk warm web',
	'week well wide win word work world worst write wrong year zero'
]);

/** After it: `user-friendly`, `time-based`. */
const lastParts = wordSet([
	'able account adjusted agnostic air around art aside ask available aware away back backed',
	'base based behind bit block board book border bottom bound box break bug build button by',
	'call case catch centric chain change char character check class clean click coded color come',
	'compatible complete controlled copy cost cut date day deep defined dependent down driven',
	'duty effect efficient effort end enough entry error even ever existing facing fast fee fi',
	'file first fit fix for forward frame free friendly from front full function generated go',
	'good grade grained hand handed heavy help high hook hot hour house in independent intensive',
	'into it key kind known label large last law lay left length less level life like limit line',
	'lined list live load lock log long look loop low made mail man mark match mode month most',
	'move moving name native new night off old on one only oriented out over owned page paid part',
	'party pass person place plus point positive pro proof quality quote range rate read readable',
	'ready reference related render resistant review right round run safe scale screen section',
	'sensitive service set shot side sign size sized sort source space specific speed split stage',
	'standard star start state step stop string style support system tail term test text thread',
	'through throw tie time timer to token tone top trip turn two type under up upper use user',
	'value way wear week wide width wise word work world worthy write year'
]);

const compound = /(?<![\p{L}\d_./@#:$%~-])[a-z]{2,}-[a-z]{2,}(?![\p{L}\d_/@$-]|\.[a-z])/gu;

/** French asks by turning its words round: `puis-je`, `avez-vous`. */
const isTurned =
	/-(?:je|tu|il|elle|on|nous|vous|ils|elles|ce|moi|toi|lui|leur|le|la|les|ci|là|t)$/u;

const isInflected = (word: string): boolean =>
	/(?:ed|ing|able|ible|ment|ness|tion|ly|ive|ful|ous|al|ic|ary)$/u.test(word);

/** Two small words joined, neither of which plain English joins much. */
export function findCompounds(text: string): Mention[] {
	const found: Mention[] = [];
	for (const match of matchesOf(compound, text)) {
		const [first = '', last = ''] = match[0].split('-');
		if (
			firstParts.has(first) ||
			lastParts.has(last) ||
			isInflected(last) ||
			isTurned.test(match[0])
		)
			continue;
		found.push({ kind: 'code', text: match[0], offset: match.index });
	}
	return found;
}
