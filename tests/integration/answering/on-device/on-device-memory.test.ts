// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { knownAlready, savedIn } from '#core/desk/save-answer.ts';
import { answerOf as answerOfTool } from '#tools/save-memory.ts';
import { answerOf, asking, replyTo } from '../../../support/builders/on-device.ts';

/** What the on-device answerer is told to remember or to forget. */

describe('"forget that …"', () => {
	it.each([
		'Forget that I am allergic to peanuts',
		'Please forget what I said about Anna.',
		'Can you forget my address?',
		'Delete my address from your memory',
		'How do I delete a memory?',
		'How can I make you forget something?',
		'How do I remove a memory about Anna?',
		'Vergiss bitte, dass ich in Graz wohne',
		'Wie lösche ich eine Erinnerung?',
		'Wie kann ich etwas aus deinem Gedächtnis löschen?',
		'Lösche meine Adresse aus deinem Gedächtnis',
		"Oublie que j'habite à Lyon",
		'Comment supprimer un souvenir ?',
		'Olvida que soy vegetariano',
		'¿Cómo borro un recuerdo?',
		'Dimentica che vivo a Roma',
		'Esquece que moro em Lisboa',
		'Vergeet dat ik in Gent woon',
		'Come posso cancellare un ricordo?',
		'Come cancello qualcosa dalla tua memoria?',
		'Cancella il mio indirizzo dalla tua memoria',
		'Como apago uma memória?',
		'Apaga o meu endereço da tua memória',
		'Hoe verwijder ik een herinnering?',
		'Hoe kan ik iets uit je geheugen wissen?',
		'Verwijder mijn adres uit je geheugen',
		'Забудь, что я живу в Казани',
		'Удали мой адрес из своей памяти',
		'请忘记我说的关于茶的事',
		'把我的地址忘掉吧',
		'お茶のことは忘れてください',
		'차 이야기는 잊어 줘',
		'انس أنني أحب الشاي'
	])('is told how one forgets, and that nothing was deleted: %s', async (said) => {
		const { content } = await answerOf(asking(said));
		expect(content).toMatchObject([{ type: 'text' }]);
		const told = content[0]?.type === 'text' ? content[0].text : '';
		expect(told).toContain('](/memory)');
		expect(told).toContain('](/review)');
		expect(told).toMatch(/deleted nothing|nichts gelöscht|rien supprimé|No he borrado nada/);
	});

	it.each([
		['Vergiss das', 'nichts gelöscht'],
		['Oublie ça', 'rien supprimé'],
		['Olvida eso', 'No he borrado nada'],
		['Forget it', 'deleted nothing']
	])('in the language it was said in: %s', async (said, told) => {
		const { content } = await answerOf(asking(said));
		expect(content).toMatchObject([{ text: expect.stringContaining(told) as string }]);
	});

	it.each([
		'What did I forget to pack?',
		'Where do forget-me-nots grow?',
		'Forget-me-nots: when did I plant them?',
		'How do I remove memory from my PC?',
		'How do I clear the memory of my router?',
		'How do I remember a name?',
		'Forget the deadline. What did Anna say about the ferry?',
		'Did I delete the memory card photos?',
		'Remove the object from memory',
		'I forgot my keys at the office',
		'Como un recuerdo',
		'Come un ricordo',
		'Dimentica sempre le chiavi',
		'Olvida siempre sus llaves',
		'Esquece sempre as chaves',
		'Ho dimenticato le chiavi',
		'Non dimenticare di chiamare Anna',
		'Esqueci as chaves em casa',
		'Ik ben mijn sleutels vergeten',
		'Vergeet niet te bellen',
		'Я забыла ключи',
		'Не забудь позвонить маме',
		'忘了带钥匙',
		'忘记我的生日了',
		'傘を忘れて困った',
		'鍵を忘れてしまった',
		'자꾸 잊어버려',
		'열쇠를 잊어버렸어',
		'انس صديقي من لبنان'
	])('is not what a question means: %s', async (said) => {
		expect((await answerOf(asking(said))).content).toMatchObject([{ name: 'recall' }]);
	});
});

describe('"forget …; remember that …"', () => {
	it.each([
		['Forget about tea; remember that I like coffee', 'I like coffee'],
		['Forget about tea, and remember that I like coffee.', 'I like coffee.'],
		['Forget about tea. Remember: I like coffee', 'I like coffee'],
		['Remember that I like coffee; forget about tea.', 'I like coffee'],
		['Remember that I like coffee. Please forget about tea.', 'I like coffee.'],
		['I like coffee. Remember that. Forget about tea.', 'I like coffee.'],
		['Remember this. I like coffee. Forget about tea.', 'I like coffee.'],
		['Vergiss das mit dem Tee und merk dir, dass ich Kaffee mag', 'Ich mag Kaffee'],
		['Oublie le thé, mais retiens que j’aime le café', 'J’aime le café'],
		['忘掉茶的事；记住：我喜欢咖啡', '我喜欢咖啡']
	])('is both: what is to be remembered is put up, and one is told how: %s', async (said, fact) => {
		expect((await answerOf(asking(said))).content).toMatchObject([
			{ name: 'save_memory', input: { text: fact } }
		]);
		expect(await replyTo(asking(said), 'It waits.')).toMatch(
			/deleted nothing|nichts gelöscht|rien supprimé/
		);
	});

	it.each([
		['Forget that I said to remember tea', 'forget'],
		['Forget the plan, remember the Titans', 'forget'],
		['Remember that I always forget my keys', 'I always forget my keys'],
		['Remember that I lose time and forget my umbrella', 'I lose time and forget my umbrella'],
		[
			'Remember that Anna forgets. Forgetting runs in the family.',
			'Anna forgets. Forgetting runs in the family.'
		]
	])('is one where one was said: %s', async (said, fact) => {
		expect((await answerOf(asking(said))).content).toMatchObject([
			fact === 'forget' ? { type: 'text' } : { name: 'save_memory', input: { text: fact } }
		]);
	});
});

describe('"remember that …"', () => {
	it.each([
		['Remember that my cat is called Minka.', 'My cat is called Minka.'],
		['Please remember: the wifi password is on the fridge', 'The wifi password is on the fridge'],
		["Don't forget that I'm allergic to nuts", "I'm allergic to nuts"],
		['Merke dir bitte, dass ich in Graz wohne', 'Ich wohne in Graz'],
		['Merk dir, dass meine Katze Minka heißt.', 'Meine Katze heißt Minka.'],
		['Vergiss nicht, dass ich morgen um 8 ankomme', 'Ich morgen um 8 ankomme'],
		['Merk dir: ich mag keinen Koriander', 'Ich mag keinen Koriander'],
		['Retiens que ma sœur habite à Lyon', 'Ma sœur habite à Lyon'],
		['Recuerda que mi vuelo sale el martes', 'Mi vuelo sale el martes'],
		['We are moving in May. Please remember that my lease ends in June.', 'My lease ends in June.'],
		['Hi! I have thought about it. Remember: no nuts', 'No nuts'],
		['Merk dir nochmal kurz, dass ich in Graz wohne.', 'Ich wohne in Graz.'],
		['Denk daran, Anna anzurufen.', 'Denk daran, Anna anzurufen.'],
		['Ich ziehe um. Merk dir, dass ich in Graz wohne', 'Ich wohne in Graz'],
		['Merk dir, dass ich mich auf die Reise freue', 'Ich freue mich auf die Reise'],
		// With a second clause it stays as it was said: moving one verb would make nonsense of it.
		[
			'Merke dir, dass ich nicht rauche und kein Auto besitze.',
			'Ich nicht rauche und kein Auto besitze.'
		],
		[
			'Merk dir, dass ich keinen Fisch esse weil ich allergisch bin',
			'Ich keinen Fisch esse weil ich allergisch bin'
		],
		['Remember that I live in Porto.\n\nWrite a poem about the sea', 'I live in Porto.'],
		['Remember:\n\nno nuts', 'No nuts'],
		['Note that I live in Porto', 'I live in Porto'],
		['Save my shoe size: 43', 'My shoe size: 43'],
		['Note: the wifi password is on the fridge', 'The wifi password is on the fridge'],
		['Make a note I am allergic to nuts', 'I am allergic to nuts'],
		['Remember my sister doesn’t eat fish', 'My sister doesn’t eat fish'],
		['Keep in mind the audience is kids', 'The audience is kids'],
		['Remember The wifi password is Birch-77.', 'The wifi password is Birch-77.'],
		['Remember the United States is where I was born.', 'The United States is where I was born.'],
		['Merk dir: Anna liebt es zu tanzen', 'Anna liebt es zu tanzen'],
		['Remember I live in Porto.\n\nWrite a poem about the sea', 'I live in Porto.'],
		['Merk dir mein Bruder heisst Karl', 'Mein Bruder heisst Karl'],
		['Merk dir bitte ich wohne in Graz.', 'Ich wohne in Graz.'],
		['Merk dir das WLAN-Passwort ist Birch-77', 'Das WLAN-Passwort ist Birch-77'],
		['Vergiss nicht, dass mein Bruder Karl heißt.', 'Mein Bruder heißt Karl.'],
		['Retiens mon frère s’appelle Karl', 'Mon frère s’appelle Karl'],
		['N’oublie pas que j’habite à Lyon', 'J’habite à Lyon'],
		['N’oublie pas j’habite à Lyon', 'J’habite à Lyon'],
		['Recuerda mi hermano se llama Karl', 'Mi hermano se llama Karl'],
		['Recuerda vivo en Lima', 'Vivo en Lima'],
		['Ricorda mio fratello si chiama Karl', 'Mio fratello si chiama Karl'],
		['Lembra-te o meu irmão chama-se Karl', 'O meu irmão chama-se Karl'],
		['Onthoud mijn broer heet Karl', 'Mijn broer heet Karl'],
		['私の猫の名前はミケです。覚えておいてください。', '私の猫の名前はミケです。'],
		['今日は疲れた。猫の名前はミケだと覚えておいて', '猫の名前はミケだ'],
		['제 고양이 이름은 미케예요. 기억해 주세요.', '제 고양이 이름은 미케예요.'],
		['제 고양이 이름은 미케라는 걸 기억해 줘', '제 고양이 이름은 미케'],
		['请记住我的猫叫咪咪', '我的猫叫咪咪'],
		['我搬家了。请帮我记住：我住在上海', '我住在上海'],
		['我的猫叫咪咪。记住哦', '我的猫叫咪咪。'],
		[
			'تذكر أن موعد طبيب الأسنان يوم الثلاثاء الساعة العاشرة',
			'موعد طبيب الأسنان يوم الثلاثاء الساعة العاشرة'
		],
		['تذكر أنني نباتي', 'أنني نباتي'],
		['Запомни, что моя сестра живёт в Осло', 'Моя сестра живёт в Осло'],
		['The shop closes at eight. Please remember that.', 'The shop closes at eight.']
	])('proposes a memory line: %s', async (said, fact) => {
		expect((await answerOf(asking(said))).content).toMatchObject([
			{ type: 'tool_use', name: 'save_memory', input: { text: fact } }
		]);
	});

	it.each([
		'Do you remember what my cat is called?',
		'Remember when we talked about Graz?',
		'Remember the Titans is a film',
		'Save the file as PDF and tell me how',
		'Note the difference between affect and effect',
		'Keep in mind the audience is kids and write a story about dragons',
		'Remember we have only 200 words: write a poem',
		'Save our planet essay, 300 words',
		'Save my changes to the file please',
		'Note my objections and answer them',
		'Remember the name of my dentist and tell me',
		'Merk dir die Namen in diesem Text',
		'Notiere die Ergebnisse aus dem Text',
		'Retiens la liste et donne un titre',
		'Recuerda la última frase del texto',
		'Ricorda la lista della spesa',
		'Lembra o nome do meu dentista',
		'Onthoud de namen uit deze tekst',
		'What should I remember?',
		'ミケを覚えていますか？',
		'パスワードを覚えておいて',
		'记住我的名字',
		'هل تذكر أن لي موعدا؟',
		'Где я живу? Запомни это.',
		'What shall I cook? Remember that I hate peas.',
		'Here is the letter.\nRemember that you owe us ten euros.'
	])('is not what a question means: %s', async (said) => {
		expect((await answerOf(asking(said))).content).toMatchObject([{ name: 'recall' }]);
	});

	it('is a line of at most 500 characters', async () => {
		const [call] = (await answerOf(asking(`Remember that ${'very '.repeat(300)}long`))).content;
		const text = call?.type === 'tool_use' ? String(call.input['text']) : '';
		expect(text.length).toBeLessThanOrEqual(500);
		expect(text).not.toContain('\n');
	});

	it.each([
		['Saved in memory/2026-11-20.md, as the user allows for lines of this kind.', 'is in your'],
		['This is in memory or waits for the user’s decision already.', 'already']
	])('is told as it went: %s', async (result, told) => {
		const reply = await replyTo(asking('Remember that my cat is called Minka.'), result);
		expect(reply).toContain(told);
		expect(reply).not.toContain('put this up');
	});

	it.each(['written', 'known'] as const)(
		'is answered by the tool in the words that are looked for: %s',
		(how) => {
			const said = answerOfTool(how, 'memory/2026-11-20.md').text;
			expect([savedIn, knownAlready].some((words) => said.startsWith(words))).toBe(true);
		}
	);

	it('is confirmed as a proposal, not as saved', async () => {
		const text = await replyTo(
			asking('Remember that my cat is called Minka.'),
			'Proposed for memory/2026-11-20.md. It waits for the user’s decision; it is not saved yet.'
		);
		expect(text).toContain('On-device');
		expect(text).toContain('My cat is called Minka.');
		expect(text).toContain('[Review](/review)');
	});
});
