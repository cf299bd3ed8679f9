import { expect, test } from 'vitest';
import { isInAnotherLanguage, languageOf } from '#core/text/language.ts';
import { growthOfReading, inProportion } from '../../support/growth.ts';

const samples: Readonly<Record<string, string>> = {
	en: 'Could you please tell me how the new engine works and what it would cost to have it in the car?',
	de: 'Kannst du mir bitte sagen, wie der neue Motor funktioniert und was er für das Auto kosten wird?',
	fr: 'Peux-tu me dire comment le moteur fonctionne et ce que cela va coûter pour la voiture ?',
	es: '¿Puedes decirme cómo funciona el motor y qué va a costar para el coche que tengo en casa?',
	it: 'Puoi dirmi come funziona il motore e quanto costa per la macchina che ho nel garage?',
	pt: 'Você pode me dizer como o motor funciona e quanto isso vai custar para o carro que eu tenho?',
	nl: 'Kun je mij vertellen hoe de nieuwe motor werkt en wat het voor mijn auto gaat kosten?',
	sv: 'Kan du berätta för mig hur den nya motorn fungerar och vad det kostar att ha den i bilen?',
	pl: 'Czy możesz mi powiedzieć, jak to działa i co się stanie, jak nie mam tego w samochodzie?',
	tr: 'Bana bu motorun nasıl çalıştığını ve araba için ne kadar olduğunu söyle, çok merak ettim ama bir şey yok.',
	vi: 'Bạn có thể cho tôi biết động cơ này hoạt động như thế nào và giá của nó là bao nhiêu không?',
	ru: 'Расскажи мне, пожалуйста, как работает новый двигатель и сколько это стоит.',
	uk: 'Розкажи мені, будь ласка, як працює новий двигун і скільки це коштує.',
	zh: '请告诉我新的发动机是怎么工作的,以及安装到汽车上要多少钱。',
	ja: '新しいエンジンがどのように動くのか、車に付けるといくらかかるのか教えてください。',
	ko: '새 엔진이 어떻게 작동하는지, 그리고 차에 설치하는 데 비용이 얼마나 드는지 알려 주세요.',
	ar: 'أخبرني من فضلك كيف يعمل المحرك الجديد وكم سيكلف للسيارة.',
	fa: 'لطفاً به من بگو که موتور جدید چگونه کار می‌کند و چقدر هزینه دارد.',
	hi: 'कृपया मुझे बताइए कि नया इंजन कैसे काम करता है और इसकी कीमत कितनी है।',
	th: 'ช่วยบอกฉันหน่อยว่าเครื่องยนต์ใหม่ทำงานอย่างไรและราคาเท่าไหร่',
	el: 'Πες μου πώς λειτουργεί ο νέος κινητήρας και πόσο κοστίζει για το αυτοκίνητο.',
	he: 'תגיד לי בבקשה איך המנוע החדש עובד וכמה זה עולה.',
	bg: 'Можеш ли да ми обясниш как работи новият двигател и колко струва? Искам да знам дали ще го сложим в колата.',
	be: 'Раскажы мне, калі ласка, як працуе новы рухавік і колькі гэта каштуе. Я хачу ведаць, ці паставім мы яго.',
	no: 'Kan du fortelle meg hvordan den nye motoren virker og hva det koster å ha den i bilen?',
	sk: 'Môžeš mi povedať, ako funguje nový motor a koľko stojí? Chcem vedieť, či ho tento týždeň dáme do auta, alebo už nie, keď sa to pokazí.',
	ca: 'Em pots dir com funciona el motor nou i quant costa? Vull saber si el posarem al cotxe amb els altres o no, també per a mi.',
	gl: 'Podes dicirme como funciona o motor novo e canto custa unha vez que está aquí? Quero saber se tamén o poremos no coche, é moi importante para min, ou non.',
	et: 'Kas sa saaksid mulle öelda, kuidas uus mootor töötab ja palju see maksab? Ma tahan teada, kas paneme selle sel nädalal autosse.',
	af: 'Kan jy my asseblief vertel hoe die nuwe enjin werk en wat dit sal kos om dit in die motor te sit?',
	ms: 'Boleh anda beritahu saya bagaimana enjin baru itu berfungsi dan adakah ia mahal, kerana saya akan membeli kereta ini?',
	mr: 'मला सांगा की नवीन इंजिन कसे काम करते आणि त्याची किंमत किती आहे, कारण आपल्याला या आठवड्यात निर्णय घ्यायचा आहे.',
	ne: 'मलाई नयाँ इन्जिन कसरी काम गर्छ र यो मूल्य कति हो भनेर बताउनुहोस्।'
};

/** None of these is named, and least of all as its neighbour. */
const unnamed: Readonly<Record<string, string>> = {
	Serbian:
		'Можеш ли да ми објасниш како ради нови мотор и колико кошта? Желим да знам да ли ћемо га уградити у ауто ове недеље.',
	Macedonian:
		'Можеш ли да ми објасниш како работи новиот мотор и колку чини? Сакам да знам дали ќе го ставиме во колата.',
	Croatian:
		'Možeš li mi reći kako radi novi motor i koliko košta? Želim znati hoćemo li ga ove sedmice staviti u auto ili ne.',
	Kazakh:
		'Маған жаңа қозғалтқыштың қалай жұмыс істейтінін және оның қанша тұратынын айтып беріңізші.',
	Urdu: 'مجھے بتائیں کہ نیا انجن کیسے کام کرتا ہے اور اس کی قیمت کتنی ہے، کیونکہ ہمیں اس ہفتے فیصلہ کرنا ہے۔'
};

test.each(Object.entries(samples))('INV-29 %s is told by a sentence or two', (code, text) => {
	expect(languageOf(text)?.code).toBe(code);
});

test.each(Object.entries(unnamed))('INV-29 %s is not taken for its neighbour', (_, text) => {
	expect(languageOf(text)).toBeNull();
});

test('INV-29 a name that is spelt otherwise makes no other language of a text', () => {
	const uk = `${samples['uk'] ?? ''} `.repeat(20);
	expect(languageOf(`${uk}Мій сусід — Солженицын.`)?.code).toBe('uk');
	expect(isInAnotherLanguage(uk, { code: 'ru', name: 'Russian' })).toBe(true);
	expect(isInAnotherLanguage(samples['uk'] ?? '', { code: 'be', name: 'Belarusian' })).toBe(false);
	const zh = `${samples['zh'] ?? ''}トヨタの`;
	expect(languageOf(zh)?.code).toBe('zh');
	expect(isInAnotherLanguage(zh, { code: 'zh', name: 'Chinese' })).toBe(false);
	expect(languageOf('サーバー移行計画を作成。期限は3月末。担当：田中。')?.code).toBe('ja');
	expect(languageOf('データベースのサーバー設定を変更する方法')?.code).toBe('ja');
});

test('code, links and paths do not count as English', () => {
	const code = '```ts\nfor (const the of is) { if (you) return that; }\n```';
	expect(
		languageOf(
			`Kannst du das bitte prüfen? Ich weiß nicht, was es ist. ${code} https://example.com/the/and/of src/is/the/and.ts`
		)?.code
	).toBe('de');
});

test('too little to tell is nothing', () => {
	expect(languageOf('ok')).toBeNull();
	expect(languageOf('42 + 1')).toBeNull();
	expect(languageOf('')).toBeNull();
});

test('a summary with English headings is in the language of its words', () => {
	const summary = `## Original Task\n${samples['de']}\n## Current State\nDer Motor ist eingebaut und das Auto läuft.`;
	expect(isInAnotherLanguage(summary, { code: 'de', name: 'German' })).toBe(false);
	expect(isInAnotherLanguage(summary, { code: 'zh', name: 'Chinese' })).toBe(true);
});

test('an English summary for a German, Chinese or Russian user is seen as wrong', () => {
	const summary = `## Current State\n${samples['en']} The plan is done and they will have it by the end of the week.`;
	for (const code of ['de', 'zh', 'ru'])
		expect(isInAnotherLanguage(summary, { code, name: code })).toBe(true);
});

test('in doubt a summary is in the right language: names, numbers and near relatives do not condemn it', () => {
	expect(
		isInAnotherLanguage('GPT-5, src/main.ts, 240 cm, Lisboa', { code: 'de', name: 'German' })
	).toBe(false);
	expect(isInAnotherLanguage(samples['sv'] ?? '', { code: 'da', name: 'Danish' })).toBe(false);
});

test('a long number or a page of blank lines is passed over at once', () => {
	for (const piece of ['1', '.', '\n']) {
		expect(growthOfReading(languageOf, piece, { end: ' !' }), piece).toBeLessThan(inProportion);
		const held = (text: string) => isInAnotherLanguage(text, { code: 'de', name: 'German' });
		expect(growthOfReading(held, piece, { end: ' !' }), piece).toBeLessThan(inProportion);
	}
});
