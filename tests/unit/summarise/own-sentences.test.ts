import { expect, test } from 'vitest';
import { ownSentences } from '#core/summarise/own-sentences.ts';
import { anExchange, aTurn } from '../../support/builders/a-turn.ts';

/** What is asked along with a fact takes nothing from it; a request that only names what is the user's is no fact. */

const learnt = (said: string): readonly string[] =>
	ownSentences([anExchange(0, said)], new Set()).map(({ text }) => text);

test.each([
	['My name is Ines.', 'My name is Ines.'],
	['I live in Porto with my dog.', 'I live in Porto with my dog.'],
	['Please remember that my flight is on 3 May.', 'My flight is on 3 May.'],
	['Remember: the code of the shed is blue.', 'The code of the shed is blue.'],
	['I prefer short answers.', 'I prefer short answers.'],
	['I am allergic to nuts!', 'I am allergic to nuts!'],
	['Ich heiße Jonas.', 'Ich heiße Jonas.'],
	['Merk dir, dass ich in Graz wohne.', 'Ich wohne in Graz.'],
	['Recuerda que vivo en Porto.', 'Vivo en Porto.'],
	['Ricordati che vivo a Roma.', 'Vivo a Roma.'],
	['Recuerda mi hermano se llama Karl.', 'Mi hermano se llama Karl.'],
	['Ricorda mio fratello si chiama Karl.', 'Mio fratello si chiama Karl.'],
	['Lembra-te o meu irmão chama-se Karl.', 'O meu irmão chama-se Karl.'],
	['Merk dir mein Bruder heisst Karl.', 'Mein Bruder heisst Karl.'],
	['Retiens mon frère s’appelle Karl.', 'Mon frère s’appelle Karl.'],
	['Ich wohne in Köln.', 'Ich wohne in Köln.'],
	["J'habite à Lyon.", "J'habite à Lyon."],
	['J’habite à Lyon.', 'J’habite à Lyon.'],
	['I’m allergic to nuts.', 'I’m allergic to nuts.'],
	['My doctor is Dr. Miller in Porto.', 'My doctor is Dr. Miller in Porto.'],
	['I live at 5 St. James Road.', 'I live at 5 St. James Road.'],
	['Mein Geburtstag ist am 24. Dezember.', 'Mein Geburtstag ist am 24. Dezember.'],
	['I prefer version 2. It is better.', 'I prefer version 2.'],
	['Me llamo Ana.', 'Me llamo Ana.'],
	['我叫小明。', '我叫小明。'],
	['私の名前は花子です。', '私の名前は花子です。']
])('what the user says about themselves is found by code: %s', (said, line) => {
	expect(learnt(`Hello! ${said} What now?`)).toEqual([line]);
});

test.each([
	'Do I live in Porto?',
	'What does "my name is" mean in Latin?',
	"Don't remember that I live in Porto.",
	'Don’t remember that I live in Porto.',
	'The weather is fine today.',
	'```\nmy name is const\n```',
	'Write a poem for my wife.',
	'Please tell me where I live.',
	'Can you explain what my birthday has to do with it',
	'Bitte erklär nochmal kurz, wo ich wohne.',
	'Kannst du bitte nochmal kurz schauen, was mein Hund frisst',
	'Dis-moi comment je m’appelle.',
	'Dime cómo me llamo.',
	'Dimmi come mi chiamo.'
])('and nothing else is: %s', (said) => {
	expect(learnt(said)).toEqual([]);
});

test.each([
	'Please call me Sam.',
	'Please answer in English, my wife is Anna.',
	'Please explain it again, I live in Porto.',
	'Bitte antworte auf Deutsch, ich lebe in Graz.',
	'From now on write short answers.',
	'Bitte nenn mich Sam.',
	'Remember to call my mother tomorrow.',
	'Denk daran, meine Mutter anzurufen.'
])('a request that tells something is learnt whole: %s', (said) => {
	expect(learnt(said)).toEqual([said]);
});

test('imported and excluded turns say nothing about the user', () => {
	const imported = { turn: aTurn(0, 'My name is Ines.', { source: 'import' }), steps: [] };
	expect(ownSentences([imported], new Set())).toEqual([]);
	expect(ownSentences([anExchange(0, 'My name is Ines.')], new Set(['t0']))).toEqual([]);
});

test.each([
	// Languages that leave out the subject.
	'Por favor, no me gusta el pescado.',
	'Dame recetas, no me gusta el pescado.',
	'Por favor, llámame Sam, prefiero eso.',
	'Por favor, a partir de ahora responde en español.',
	'Por favor, como vivo en Lima, escribe los precios en soles.',
	'Por favor, me chamo Ana.',
	'Por favor, como moro em Lisboa, usa euros.',
	'Per favore, preferisco il tè.',
	'Puoi aiutarmi, lavoro come medico.',
	'Puoi ricordarti che mi piace il tè.',
	'Puedes recordar que me llamo Ana.',
	// What the user wishes to be kept, in whatever words.
	'Please save that my birthday is on 4 May.',
	'Please bear in mind that my wife is vegan.',
	'Please be aware my son has a nut allergy.',
	'Please always address my wife as Dr. Lang.',
	'Please add to memory: my favorite color is green.',
	'Bitte beachte, dass meine Frau vegan ist.',
	'Bitte speichere, dass meine Frau vegan ist.',
	'Bitte vermerke, dass meine Frau vegan ist.',
	'Bitte schreib auf, dass meine Frau vegan ist.',
	'Bitte denk dran, dass meine Frau vegan ist.',
	'Bitte merken: meine Frau ist vegan.',
	'Bitte nenn meine Frau Anna.',
	'Kannst du notieren, dass meine Frau vegan ist.',
	'Please update my address to 7 Oak Lane.',
	'Disons que je m’appelle Sam.',
	'Showing up late is what my boss hates.',
	// Why it is asked.
	'Please be careful with recipes because my son is allergic to nuts.',
	'Tell me more, since my husband is diabetic.',
	'Tell me what I can cook as I am allergic to nuts.',
	'Tell me where my wife is, I live in Porto.',
	'Find vegan recipes for my wife, who likes nuts.',
	'Help me plan a trip; my daughter turns four.',
	'Zeig mir Rezepte, weil meine Frau vegan ist.',
	'Bitte kein Fleisch, da meine Frau vegan ist.',
	'Zeig mir Rezepte, meine Frau mag keinen Fisch.',
	'Explain to me why I always lose.',
	'Explícame por qué me gusta el té.',
	'Tell them what I like: green tea.'
])('a fact beside a request is learnt: %s', (said) => {
	expect(learnt(said)).toEqual([said]);
});

test.each([
	'Write a short, funny poem for my wife.',
	'Help me choose a gift for my daughter.',
	'Please translate this for my boss, please.',
	'Schreib einen Brief an meine Mutter.',
	'Hilf mir mit einem Gedicht für meine Frau.',
	'Sag mir, was ich mag.',
	'Dis-moi qui je suis et où j’habite.',
	'Dime dónde vivo en Lima.'
])('what only names the user’s own, or asks for it, is not: %s', (said) => {
	expect(learnt(said)).toEqual([]);
});

test.each([
	['私の猫の名前はミケです。覚えておいてください。', '私の猫の名前はミケです。'],
	['제 고양이 이름은 미케예요. 기억해 주세요.', '제 고양이 이름은 미케예요.'],
	['咪咪是我的猫。请记住。', '咪咪是我的猫。'],
	['موعد طبيب الأسنان يوم الثلاثاء. تذكر ذلك.', 'موعد طبيب الأسنان يوم الثلاثاء.'],
	['The shop closes at eight. Remember that.', 'The shop closes at eight.'],
	['Der Laden schließt um acht. Bitte merk dir das.', 'Der Laden schließt um acht.'],
	['تذكر أن موعد طبيب الأسنان يوم الثلاثاء', 'موعد طبيب الأسنان يوم الثلاثاء'],
	['駐車場は3階にあると覚えておいて。', '駐車場は3階にある'],
	['차는 3층에 있다는 걸 기억해 줘.', '차는 3층에 있다'],
	['Запомни, что поезд уходит в восемь.', 'Поезд уходит в восемь.']
])(
	'a sentence that only asks to remember gives its place to the one it asks for: %s',
	(said, fact) => {
		expect(learnt(said)).toEqual([fact]);
	}
);

test.each([
	'Where do I live? Remember that.',
	'覚えておいてください。',
	'不要记住我的地址。',
	'Remember:',
	'Good morning, Keepsake. Remember this. It rains today.',
	'Write a poem about the sea. Do not forget. It should rhyme.',
	'Summarise the text below. Keep in mind!',
	'你说得对。记下了。',
	'ありがとうございます。覚えてくださいね。',
	'记得我叫什么吗',
	'请帮我登记一下明天的会议室。',
	'标记下面的错误。',
	'我把今天的日记下载到手机了。',
	'别忘了测试边界情况。',
	'英単語を覚えて使えるようになりたいです。',
	'コマンドを覚えている人は少ない。',
	'어제 만났다고 기억해',
	'그 영화가 좋았다고 기억해.'
])('and says nothing where that is no fact: %s', (said) => {
	expect(learnt(said)).toEqual([]);
});
