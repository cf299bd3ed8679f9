/** Finds names by what is said around them, where no capital inside a sentence tells them from words. */
import { isCommonWord } from '#core/anchors/names/common-words.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import type { Mention } from '#core/anchors/passage.ts';

/** After these words somebody or something is called by name. */
const naming = new RegExp(
	'(?<![\\p{L}\\d])(?:' +
		[
			// English.
			"(?:my|his|her|their|its|our|the) names?(?: is|['’]s| are)",
			'(?:is |are |was |be )?(?:called|named|nicknamed|titled|entitled)|call (?:me|him|her)|I go by',
			// German.
			'ich hei(?:ß|ss)e|mein name ist|namens',
			// French.
			"je m['’]appelle|s['’]appelle",
			// Spanish.
			'me llamo|se llama|mi nombre es'
		].join('|') +
		')[ :]+(?:(?:the|a|an|it) )?["\'“‘*_]{0,3}',
	'giu'
);
const name = /\p{L}[\p{L}\d'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,3}/uy;
const namingInHan =
	/(?:我叫|名叫|叫做|叫作|名字是|名字叫|你好[，,]|您好[，,]|再见[，,]|谢谢[，,])(\p{Script=Han}{2,4})(?=[，。,.！!、的了？?\s]|$)/gu;

/** 乔治·奥威尔: a name from elsewhere, joined by points. */
const foreignInHan = /((?:[\p{Script=Han}]{1,6}·){1,3}\p{Script=Han}{1,8})/gu;
/** Places that every reader of the script knows, where no space and no capital sets them apart. */
const placesInHan = new RegExp(
	`(${[
		// Towns of China, and what people travel to see.
		'北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|厦门|青岛|大连|昆明|桂林|丽江|大理|三亚',
		'拉萨|西藏|新疆|云南|四川|海南|内蒙古|黄山|泰山|长城|故宫|西湖|香港|澳门|台湾|台北',
		// Countries and continents.
		'中国|日本|韩国|美国|英国|法国|德国|意大利|西班牙|俄罗斯|加拿大|澳大利亚|印度|泰国|新加坡|马来西亚',
		'越南|欧洲|亚洲|非洲',
		// Elsewhere.
		'巴黎|伦敦|纽约|东京|東京|大阪|京都|北海道|沖縄|巴厘岛|马尔代夫|夏威夷'
	].join('|')})`,
	'gu'
);
/** Addressed, and no name. */
const bystanders = new Set([
	'朋友',
	'大家',
	'各位',
	'老师',
	'先生',
	'女士',
	'今天',
	'我的',
	'亲爱的',
	'什么',
	'自己'
]);

/** What only somebody or something with a name does, said right after it. */
const saidOf = [
	'(?:is|was|has|had|passes|fails|works|reports|complains|warns|crashes|said|says|told|loves?|likes?' +
		'|lives?|works?|wants?|asked|thinks?|needs|prefers|returns|expects|takes|supports|provides|uses)' +
		'(?!\\p{L})',
	'and \\p{Lu}',
	'\\p{Ll}{3,12}s (?:the|a|an|that|to|it|this|in|on|for|with|how|what|`)'
].join('|');
/** A first word of a sentence that something is said of, as only a name stands there without an article. */
const subject = new RegExp(
	'(?<=^|[.!?:\\n]["\'”’)]?\\s{1,3}|[-*•]\\s|[-*•.]\\s\\*\\*)(\\p{Lu}\\p{Ll}{2,20})(?=' +
		"(?:\\*\\*)?['’]s (?!not|n['’]t|a |the |go |see )\\p{L}" +
		`|(?:\\*\\*)?,? (?:${saidOf}))`,
	'gu'
);

/** Who is spoken to, or signs: alone at the beginning or the end of what is said. */
const addressed = new RegExp(
	[
		'(?<=^\\s{0,4})(\\p{Lu}\\p{Ll}{2,15})' +
			'(?=, (?:I|you|we|it|that|this|how|what|please|can|could|the|your)(?![\\p{L}]))',
		'(?<=[.!?~] {1,2})(\\p{Lu}\\p{Ll}{2,15})(?=[.!]?\\s{0,4}$)'
	].join('|'),
	'gu'
);

/** Forms that words have and names hardly ever. */
const wordlike =
	/(?:ing|ed|ly|tion|sion|ment|ness|ity|able|ible|ful|ous|ance|ence|ism|ship|ers|ors|ists|ures?|ings|ions|ays|body|thing|one|where|self|more|else)$/u;
const notNames = new Set(
	[
		// How one begins, agrees, praises and leaves.
		'well okay sure yes yeah haha hmm wait looks wow alright besides moreover however furthermore',
		'anyway also then now still honestly actually done fixed perfect great good bye goodbye cheers',
		'thanks welcome congratulations',
		// What people talk about.
		'people life love work music food time home money help nothing everything something someone',
		'anyone everyone nobody water health family friends friend school reading sleep music art nature',
		'sport sports exercise weather travel',
		// What programs do.
		'code data output result build server client',
		// How much, and which.
		'everybody none half part lots plenty maybe perhaps whoever whatever whether either neither',
		'mine yours hers theirs ours himself herself itself today tomorrow yesterday tonight where when',
		'what why how who that this these those',
		// Forms of address, colours, and what is left.
		'mom dad mum sir madam',
		'red green blue black white yellow',
		'each which whose bottom middle option root command function'
	].flatMap((line) => line.split(' '))
);

/** Family and the like, who need no name to be somebody. */
const kin = new RegExp(
	'(?<![\\p{L}])' +
		// Whose.
		'(?:my|our|meine?[nrms]?|unsere?[nrms]?|mon|ma|mes|notre|mi|mis|nuestr[oa]) ' +
		// Which of them.
		'(?:(?:late|older|younger|elder|little|big|best|ex-|eldest|youngest|twin|new|old' +
		'|\\d+-year-old) ?)?(?:' +
		[
			// English.
			'mother|father|mom|mum|dad|parents|wife|husband|partner|girlfriend|boyfriend|fiancée?|son',
			'daughter|kids?|children|brothers?|sisters?|siblings|grandmother|grandfather|grandma|grandpa',
			'grandparents|uncle|aunt|cousins?|nephew|niece|in-laws|best friend|roommate|neighbou?r|boss',
			'manager|teacher|doctor|therapist|dog|cat',
			// German.
			'mutter|vater|eltern|frau|mann|freundin|freund|sohn|tochter|kinder|bruder|schwester|oma|opa',
			'chef|hund|katze',
			// French.
			'mère|père|femme|mari|fils|fille|enfants|frère|sœur|chien|chat',
			// Spanish.
			'madre|padre|padres|esposa|marido|hijo|hija|hijos|hermano|hermana|perro|gato'
		].join('|') +
		')(?![\\p{L}])',
	'giu'
);
const kinInHan = new RegExp(
	[
		// Chinese.
		'我(?:的|们)?(?:妈妈|爸爸|母亲|父亲|父母|老婆|妻子|老公|丈夫|女朋友|男朋友|儿子|女儿|孩子|哥哥|弟弟' +
			'|姐姐|妹妹|奶奶|爷爷|外婆|外公|室友|同事|老板|老师)',
		// Japanese.
		'(?:母|父|妻|夫|息子|娘|兄|弟|姉|妹|彼女|彼氏)(?=[がはのとに])'
	].join('|'),
	'gu'
);

export function findIntroductions(prose: string): Mention[] {
	const found: Mention[] = [];
	const push = (text: string, offset: number): void => {
		found.push({ kind: 'name', text, offset });
	};
	for (const match of matchesOf(naming, prose)) {
		name.lastIndex = match.index + match[0].length;
		const called = name.exec(prose)?.[0] ?? '';
		if (called !== '' && !isCommonWord(called) && !/ly$/u.test(called))
			push(called, match.index + match[0].length);
	}
	for (const { 0: called, index } of matchesOf(addressed, prose))
		if (!isCommonWord(called) && !wordlike.test(called) && !notNames.has(called.toLowerCase()))
			push(called, index);
	for (const pattern of [namingInHan, foreignInHan, placesInHan])
		for (const { 0: whole, 1: called = '', index } of matchesOf(pattern, prose))
			if (!bystanders.has(called)) push(called, index + whole.length - called.length);
	for (const { 1: word = '', index } of matchesOf(subject, prose))
		if (!isCommonWord(word) && !wordlike.test(word) && !notNames.has(word.toLowerCase()))
			push(word, index);
	for (const pattern of [kin, kinInHan])
		for (const match of matchesOf(pattern, prose)) push(match[0], match.index);
	return found;
}
