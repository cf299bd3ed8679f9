/** Finds names by what is said around them, where no capital inside a sentence tells them from words. */
import { isCommonWord } from '#core/anchors/names/common-words.ts';
import { kin, kinInHan } from '#core/anchors/names/kin.ts';
import { isNoName } from '#core/anchors/names/no-names.ts';
import type { Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';

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
		if (!isNoName(called)) push(called, index);
	for (const pattern of [namingInHan, foreignInHan, placesInHan])
		for (const { 0: whole, 1: called = '', index } of matchesOf(pattern, prose))
			if (!bystanders.has(called)) push(called, index + whole.length - called.length);
	for (const { 1: word = '', index } of matchesOf(subject, prose))
		if (!isNoName(word)) push(word, index);
	for (const pattern of [kin, kinInHan])
		for (const match of matchesOf(pattern, prose)) push(match[0], match.index);
	return found;
}
