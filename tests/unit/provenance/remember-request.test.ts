import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asksNotToRemember, behindRequest, onlyAsks } from '#core/provenance/remember-request.ts';

/** The fact behind "remember that …" is a line in the user's words: it is neither cut short nor put together anew. */

test.each([
	['Merk dir, dass ich in Graz wohne.', 'ich wohne in Graz.'],
	// The verb goes behind the whole subject, and where that is not plain it stays as it was said.
	['Merk dir, dass mein kleiner Bruder in Wien wohnt.', 'mein kleiner Bruder wohnt in Wien.'],
	['Merk dir, dass meine alte Mutter in Bern lebt.', 'meine alte Mutter lebt in Bern.'],
	['Merk dir, dass ihr Bruder in Wien wohnt.', 'ihr Bruder wohnt in Wien.'],
	['Merk dir, dass meine Frau Anna heißt.', 'meine Frau heißt Anna.'],
	['Merk dir, dass mein Bruder Karl in Wien wohnt.', 'mein Bruder Karl in Wien wohnt.'],
	['Merk dir, dass mein bruder in wien wohnt.', 'mein bruder in wien wohnt.'],
	['Merk dir, dass mein Sohn am Kurs teilnimmt.', 'mein Sohn am Kurs teilnimmt.'],
	['Note that down: my boss is Eva.', 'my boss is Eva.'],
	['Note: my boss is Eva.', 'my boss is Eva.'],
	['Note my boss is Eva.', 'my boss is Eva.'],
	['Make a note to self: my boss is Eva.', 'my boss is Eva.'],
	['Notez que ma sœur habite à Lyon.', 'ma sœur habite à Lyon.'],
	['Note 5 is what my boss uses.', 'Note 5 is what my boss uses.'],
	['Remember that down the road my sister lives.', 'down the road my sister lives.'],
	['Remember this is what my boss said.', 'this is what my boss said.']
])('%s', (said, fact) => {
	expect(behindRequest(said)).toBe(fact);
});

test.each([
	'Remember to call Anna tomorrow.',
	'Please don’t forget to call my mother.',
	'Denk daran, Anna anzurufen.',
	'Vergiss nicht, meiner Mutter Blumen zu kaufen.',
	'N’oublie pas d’appeler ma mère.',
	'Souviens-toi de mon anniversaire.',
	'Recuerda llamar a mi madre.',
	'No olvides comprar leche.',
	'Ricordati di chiamare mia madre.',
	'Lembra-te de ligar à minha mãe.',
	'Vergeet niet mijn moeder te bellen.',
	'Remember the Titans is a film.',
	'Remember the Titans is my favourite movie.',
	'Remember Me is my favourite film.'
])('what is to be done, or is a title, stays whole: %s', (said) => {
	expect(behindRequest(said)).toBe(said);
});

test.each([
	['Bitte merk dir nochmal kurz, dass ich in Graz wohne.', 'ich wohne in Graz.'],
	['Kannst du dir bitte nochmal merken, dass ich in Graz wohne.', 'ich wohne in Graz.'],
	['Denk bitte nochmal daran, dass ich in Graz wohne.', 'ich wohne in Graz.'],
	['Remember quickly that my boss is Eva.', 'my boss is Eva.'],
	['Recuerda también que vivo en Lima.', 'vivo en Lima.'],
	['Ricorda bene che vivo a Roma.', 'vivo a Roma.'],
	['Retiens bien que ma sœur habite à Lyon.', 'ma sœur habite à Lyon.'],
	['Remember the wifi password is Birch-77.', 'the wifi password is Birch-77.'],
	['Remember the Eiffel Tower is 330 m tall.', 'the Eiffel Tower is 330 m tall.'],
	['Remember the Smiths come on Friday.', 'the Smiths come on Friday.'],
	['Merk dir kurz vor acht kommt der Bus.', 'kurz vor acht kommt der Bus.']
])('words that say how it is to be remembered go with the asking: %s', (said, fact) => {
	expect(behindRequest(said)).toBe(fact);
});

test.each([
	['Remember The wifi password is Birch-77.', 'The wifi password is Birch-77.'],
	['Remember My birthday is on 4 May.', 'My birthday is on 4 May.'],
	['Remember My favourite film is Alien.', 'My favourite film is Alien.'],
	['Remember That I live in Porto.', 'I live in Porto.'],
	['Remember the Netherlands is where I work.', 'the Netherlands is where I work.'],
	['Remember the United States is where I was born.', 'the United States is where I was born.'],
	['Remember the Beatles album is at Anna’s.', 'the Beatles album is at Anna’s.'],
	['Remember Eva is a film director.', 'Eva is a film director.']
])('a capital makes no title: %s', (said, fact) => {
	expect(behindRequest(said)).toBe(fact);
});

test.each([
	['Merk dir: Anna liebt es zu tanzen.', 'Anna liebt es zu tanzen.'],
	['Merk dir, meine Frau liebt es zu tanzen.', 'meine Frau liebt es zu tanzen.'],
	[
		'Merk dir, meine Frau hat versprochen, pünktlich zu kommen.',
		'meine Frau hat versprochen, pünktlich zu kommen.'
	],
	['Merk dir, mein Mann will dazugehören.', 'mein Mann will dazugehören.'],
	['Merk dir, mein Sohn fährt gern zu Freunden.', 'mein Sohn fährt gern zu Freunden.'],
	['Onthoud: Anna hoeft niet te komen.', 'Anna hoeft niet te komen.'],
	['Onthoud, mijn zoon is niet te vertrouwen.', 'mijn zoon is niet te vertrouwen.'],
	['Ricorda: di notte lavoro come infermiere.', 'di notte lavoro come infermiere.'],
	['Lembra: de manhã gosto de chá.', 'de manhã gosto de chá.'],
	['N’oublie pas, d’habitude je travaille le lundi.', 'd’habitude je travaille le lundi.'],
	['Apunta: Pilar es mi jefa.', 'Pilar es mi jefa.'],
	['Recuerda: Javier es mi jefe.', 'Javier es mi jefe.'],
	['Recuerda, Javier es mi jefe.', 'Javier es mi jefe.'],
	['Anota: primer apellido Gómez.', 'primer apellido Gómez.'],
	['Recuerda que comer pescado no me gusta.', 'comer pescado no me gusta.'],
	['Remember that to me tea is better.', 'to me tea is better.']
])('a sentence is no task: %s', (said, fact) => {
	expect(behindRequest(said)).toBe(fact);
});

test.each([
	// The asking stands last.
	['私の猫の名前はミケだと覚えておいてください。', '私の猫の名前はミケだ'],
	['駐車場は3階にあるということを忘れないで。', '駐車場は3階にある'],
	['明日は病院に行きます、覚えておいてね。', '明日は病院に行きます'],
	['제 고양이 이름은 미케라는 걸 기억해 주세요.', '제 고양이 이름은 미케'],
	['저는 서울에 산다는 것을 잊지 마세요.', '저는 서울에 산다'],
	['제 고양이 이름은 미케예요, 기억해 줘', '제 고양이 이름은 미케예요'],
	['我的猫叫咪咪，请记住。', '我的猫叫咪咪'],
	// Or first.
	['请记住我的猫叫咪咪。', '我的猫叫咪咪。'],
	['請幫我記住：我住在台北。', '我住在台北。'],
	['别忘了我对花生过敏', '我对花生过敏'],
	['覚えておいて：私の猫の名前はミケです。', '私の猫の名前はミケです。'],
	['تذكر أن قطتي اسمها ميكي', 'قطتي اسمها ميكي'],
	['من فضلك تذكّر أنّ أخي يسكن في أوسلو', 'أخي يسكن في أوسلو'],
	['تذكر أنني نباتي', 'أنني نباتي'],
	['تذكر أن تاريخ ميلادي ٤ مايو', 'تاريخ ميلادي ٤ مايو'],
	['Пожалуйста, запомни, что я живу в Казани.', 'я живу в Казани.'],
	['Не забудь, что моя сестра живёт в Осло', 'моя сестра живёт в Осло']
])('where the language puts it elsewhere too: %s', (said, fact) => {
	expect(behindRequest(said)).toBe(fact);
});

test.each([
	'パスワードを覚えておいてください。',
	'别忘了买牛奶。',
	'تذكر أن تشتري الحليب',
	'Не забудь купить молоко.'
])('what is only named or to be done stays whole there: %s', (said) => {
	expect(behindRequest(said)).toBe(said);
});

test.each([
	['覚えておいてください。', true],
	['どうか忘れないでくださいね。', true],
	['기억해 주세요.', true],
	['꼭 기억해줘!', true],
	['请记住这一点。', true],
	['別忘了', true],
	['تذكر ذلك.', true],
	['Запомни это, пожалуйста.', true],
	['Please remember that.', true],
	['Merk dir das bitte.', true],
	['Recuérdalo.', true],
	['Don’t forget!', true],
	['Remember this:', false],
	['Merk dir:', false],
	['记住：', false],
	['Remember that I live in Porto.', false],
	['Remember Porto.', false],
	['ミケを覚えていますか', false],
	['覚えている。', false],
	['我记得。', false]
])('whether a sentence does nothing but ask: %s', (said, does) => {
	expect(onlyAsks(said)).toBe(does);
});

test('a text of capitals takes no time', () => {
	const said = `Remember the ${'Titans '.repeat(40_000)}`;
	const start = performance.now();
	behindRequest(said);
	expect(performance.now() - start).toBeLessThan(500);
});

/** Each language: asking to remember, what may stand between, the word before the fact, and facts. */
const languages = [
	['Remember', ['please', 'also', 'again'], ' that ', ['my boss is Eva', 'I live in Porto']],
	['Ricorda', ['bene', 'anche'], ' che ', ['vivo a Roma', 'mia sorella è Anna']],
	['Recuerda', ['bien', 'también'], ' que ', ['vivo en Lima', 'mi jefa es Eva']],
	['Retiens', ['bien', 'aussi'], ' que ', ['je vis à Lyon', 'ma sœur est Anne']],
	['Onthoud', ['goed', 'ook'], ' dat ', ['mijn baas Eva is']],
	['Merk dir', ['bitte', 'nochmal', 'kurz', 'unbedingt'], ': ', ['ich wohne in Graz']]
] as const;

test('whatever stands between the asking and the fact, the fact comes out as it was said', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...languages),
			fc.nat(),
			fc.nat(),
			([ask, words, that, facts], a, b) => {
				const between = words.filter((_, at) => (a >> at) % 2 === 1).map((word) => ` ${word}`);
				const fact = facts[b % facts.length] ?? '';
				expect(behindRequest(`${ask}${between.join('')}${that}${fact}`)).toBe(fact);
			}
		)
	);
});

test.each([
	'Don’t ever save that.',
	'Please do not memorise this.',
	'Merke dir das bitte nicht.',
	'Speichere das nicht, bitte.',
	'Ne le retiens pas.',
	'N’enregistre pas ça.',
	'No lo guardes.',
	'Non memorizzarlo.',
	'Não guardes isso.',
	'Onthoud dat niet.',
	'Не записывайте это.',
	'请不要保存。',
	'別記住這個。',
	'これは記憶しないでください。',
	'저장하지 마세요.',
	'لا تسجل هذا.'
])('who says “%s” wants nothing of it in memory', (text) => {
	expect(asksNotToRemember(text)).toBe(true);
});

test.each([
	'Do not forget that I have a sister.',
	'Vergiss nicht, dass ich eine Schwester habe.',
	'N’oublie pas que j’ai une sœur.',
	'No olvides que tengo una hermana.',
	'Не забудь, что у меня есть сестра.',
	'请特别记住我对花生过敏。',
	'请分别记下两个日期。',
	'忘れないでください。',
	'잊지 마세요.',
	'لا تنس أن لي أختا.'
])('who says “%s” wants it remembered', (text) => {
	expect(asksNotToRemember(text)).toBe(false);
});
