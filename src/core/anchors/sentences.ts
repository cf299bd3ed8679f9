/** Cuts a text into sentences, and finds those that bind or ask. */
import type { Mention } from './passage.ts';

/** Longest sentence that is kept as one thing, in characters. */
const longest = 400;

const ends = /[.!?…]+["'”’»)\]]*(?=\s|$)|[。！？؟।]+["'”’」』]*|\n+/gu;

export interface Sentence {
	readonly text: string;
	readonly offset: number;
	readonly asks: boolean;
}

/** Sentences of a text with their offsets; a line end closes one too. */
export function sentencesOf(text: string): Sentence[] {
	const found: Sentence[] = [];
	let start = 0;
	const close = (end: number): void => {
		const raw = text.slice(start, end);
		const lead = raw.length - raw.trimStart().length;
		const sentence = raw.trim();
		if (sentence !== '')
			found.push({
				text: sentence,
				offset: start + lead,
				asks: /[?？؟]["'”’」』»)\]]*$/u.test(sentence)
			});
		start = end;
	};
	for (const match of text.matchAll(ends)) close(match.index + match[0].length);
	close(text.length);
	return found;
}

/** Words by which people bind the future, in the languages of the interface and a few more. */
const binding = new RegExp(
	[
		'(?<![\\p{L}])(?:' +
			[
				"always|never|must(?:n't)?|from now on|remember|don't ever|do not|don't|make sure|important|only use|prefer",
				'immer|niemals?|nie|muss|müssen|musst|darf nicht|dürfen nicht|ab jetzt|ab sofort|von nun an|merk(?:e)? dir|denk daran|wichtig|auf keinen Fall',
				'toujours|jamais|dois|doit|doivent|il faut|désormais|dorénavant|à partir de maintenant|souviens-toi|rappelle-toi|retiens|important',
				'siempre|nunca|jamás|debes?|deben|hay que|tienes que|de ahora en adelante|a partir de ahora|recuerda|importante',
				'sempre|mai|devi|deve|d.ora in poi|ricorda|nunca|lembre(?:-se)?|a partir de agora',
				'всегда|никогда|должен|должна|должны|нужно|нельзя|отныне|запомни|помни',
				'altijd|nooit|moet|voortaan|onthoud|alltid|aldrig|måste|zawsze|nigdy|musisz|pamiętaj'
			].join('|') +
			')(?![\\p{L}])',
		'总是|總是|永远|永遠|从不|從不|绝不|絕不|必须|必須|一定要|不要|不能|从现在起|从今以后|今后|记住|記住|请记得|別忘|别忘',
		'いつも|常に|必ず|絶対に|決して|してはいけない|しないでください|今後|これから|覚えて|忘れないで',
		'항상|언제나|절대|반드시|해야 (?:한다|합니다|해)|하지 마|앞으로|지금부터|기억해|잊지',
		'دائما|دائمًا|أبدا|أبدًا|يجب|من الآن|تذكر',
		'हमेशा|कभी नहीं|ज़रूरी|याद रख|अब से',
		'เสมอ|ห้าม|ต้อง|จำไว้|จากนี้'
	].join('|'),
	'iu'
);

/** Whether a sentence binds what comes later: always, never, must, from now on, remember. */
const isBinding = (sentence: string): boolean => binding.test(sentence);

/** Sentences that bind and sentences that ask. */
export function findSentences(text: string): Mention[] {
	const found: Mention[] = [];
	for (const { text: sentence, offset, asks } of sentencesOf(text)) {
		if (sentence.length > longest || sentence.length < 4) continue;
		if (asks) found.push({ kind: 'question', text: sentence, offset });
		else if (isBinding(sentence)) found.push({ kind: 'rule', text: sentence, offset });
	}
	return found;
}
