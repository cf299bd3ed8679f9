import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractAnchors } from '#core/anchors/extract.ts';
import { mentionsIn } from '#core/anchors/extract/mentions.ts';
import type { AnchorKind, Passage, Speaker } from '#core/anchors/passage.ts';

const said = (text: string, by: Speaker = 'user', key = 't1'): Passage => ({ key, by, text });
const look = { closely: true, isPlanned: false };
const found = (text: string, kind: AnchorKind, by: Speaker = 'user') =>
	extractAnchors([said(text, by)])
		.filter((anchor) => anchor.kind === kind)
		.map((anchor) => anchor.text);

describe('what the extractor finds', () => {
	it.each<[AnchorKind, string, string[]]>([
		['url', 'See https://example.org/a?b=1#c, please.', ['https://example.org/a?b=1#c']],
		[
			'path',
			'Open `/srv/shop/lib/cart.ts:12` and src/ui/Row.svelte.',
			['/srv/shop/lib/cart.ts', 'src/ui/Row.svelte']
		],
		['file', 'It is in package.json, not in cart.test.ts.', ['package.json', 'cart.test.ts']],
		['hash', 'Commit 9af98fd fixed it.', ['9af98fd']],
		['uuid', 'id 018f4c1e-7b7a-7c3e-9d2a-1b2c3d4e5f60', ['018f4c1e-7b7a-7c3e-9d2a-1b2c3d4e5f60']],
		['id', 'Fix SHOP-123 and #42, then shop-gqc.1', ['SHOP-123', '#42', 'shop-gqc.1']],
		[
			'code',
			'call readFile, max_tokens and Shop.CartLine',
			['readFile', 'max_tokens', 'Shop.CartLine']
		],
		['quantity', 'It weighs 12.5 kg and takes 300 ms.', ['12.5 kg', '300 ms']],
		['money', 'It costs $1,200 or 30 EUR.', ['$1,200', '30 EUR']],
		['date', 'Due 2026-03-01, moved to 3 March 2026.', ['2026-03-01', '3 March 2026']],
		[
			'date',
			'Book by 3 April. Pay on 5. Mai. It was 3 Sept. 2026.',
			['3 April', '5. Mai', '3 Sept. 2026']
		],
		['date', '会议定在2026年3月1日。', ['2026年3月1日']],
		['time', 'We meet at 14:30 or 3pm.', ['14:30', '3pm']],
		['name', 'Yesterday I met Ada Lovelace in Turin.', ['Ada Lovelace', 'Turin']],
		['name', 'Вчера я видел Анну Петрову.', ['Анну Петрову']],
		['name', '昨日、田中さんがコーヒーを飲んだ。', ['コーヒー', '田中']],
		['quote', 'He wrote "no more tabs" and «jamais».', ['no more tabs', 'jamais']],
		['question', 'Fine. Which port does it use?', ['Which port does it use?']]
	])('finds %s in “%s”', (kind, text, expected) => {
		expect(found(text, kind).sort()).toEqual(expected.sort());
	});

	it.each([
		['en', 'From now on, answer in French.'],
		['de', 'Bitte antworte ab jetzt nur kurz.'],
		['fr', 'Il ne faut jamais effacer ce dossier.'],
		['es', 'Recuerda que soy alérgico a las nueces.'],
		['zh', '以后必须用简体字回答。'],
		['ja', '必ず日本語で答えてください。']
	])('hears a standing instruction in %s', (_, text) => {
		expect(found(text, 'rule')).toEqual([text]);
	});

	it.each<[Speaker, AnchorKind, string]>([
		['user', 'decision', "Let's take the early train."],
		['user', 'decision', 'Yes, please book the room with the balcony.'],
		['user', 'decision', "I'll send you the drawings tomorrow."],
		['assistant', 'decision', 'The deposit will be refunded within 5 to 7 business days.'],
		['assistant', 'decision', 'Since the index is broken, we will rebuild it.'],
		['user', 'rule', "I don't need a window seat."],
		['user', 'rule', 'It may cost up to $80, e.g. for a taxi at night.'],
		['assistant', 'rule', 'A used voucher cannot be returned.'],
		['assistant', 'question', 'Would you like an aisle seat?']
	])('hears what %s binds: %s', (by, kind, text) => {
		expect(found(text, kind, by)).toEqual([text]);
	});

	it.each<[Speaker, string]>([
		['assistant', "Now I'll read the file:"],
		['assistant', 'Let me check the tests.'],
		['user', "I don't remember the number."],
		['user', 'Can you help me with that?'],
		['tool', 'You must never do this.']
	])('takes no bond from %s: %s', (by, text) => {
		for (const kind of ['rule', 'decision', 'question'] as const)
			expect(found(text, kind, by)).toEqual([]);
	});

	it('takes labels, headings and a raised voice for no names', () => {
		expect(found('- **Room Number:** 12\n- **Guest:** Ada Lovelace', 'name')).toEqual([
			'Ada Lovelace'
		]);
		expect(found('## Release Overview\nNOTE THAT YOU CAN ONLY ENTER ONE LINE', 'name')).toEqual([]);
		expect(found('From LAS to New York by KLM', 'name').sort()).toEqual(['KLM', 'LAS', 'New York']);
	});

	it.each([
		'Two ways: Pay $90 now, or “Send €40” and wait.',
		'I can (1) Pay $90, (2) Book 2 seats, (3) Call 0664 123456.',
		'- [ ] Pay $90',
		'✅ Add 30-minute sessions → Submit by 3 May | Buy about 12',
		'**More**: Add 30-minute sessions; **Shop**: Call or email',
		'Monday Call 5 people; Book 3 May, or Transfer $20, or Refund ~ 90 €',
		'Heute: Überweise 90 €, „Zahlen Sie 90 €“, (2) Buche 3 für uns',
		'À faire : Payez 90 €, (2) Réservez 3 nuits, « Envoyez 40 € »',
		'Hoy: Pague 90 €, (2) Reserve 3 noches; “Envíe 40 €”',
		'Oggi: Paghi 90 €, (2) Prenoti 3 notti. Hoje: Pague 90 €; (2) Compre 3. Nu: Betaal 90 €',
		'Сегодня: Заплатите 90 ₽, (2) Купите 3 билета'
	])('takes no order before an amount, a number or a date for a name: %s', (text) => {
		expect(found(text, 'name')).toEqual([]);
	});

	it.each([
		['Please: Pay Anna $90, then Call Tom Berg 0664 123456.', ['Anna', 'Tom Berg']],
		['The steps: Set Up 1Password, then Use Figma 3.', ['Set Up', 'Figma']],
		['We paid by Apple Pay $90, and by Chase 3 times.', ['Apple Pay', 'Chase']],
		[
			'Car: Golf 7. Train: Berlin 10:40. From Rome 3 May, Bill $90.',
			['Golf', 'Berlin', 'Rome', 'Bill']
		]
	])('still finds who or what stands in it: %s', (text, names) => {
		expect(found(text, 'name')).toEqual(names);
	});

	it('finds what is counted and what is told apart by a number', () => {
		expect(found('All 84 tests pass, with two new warnings, on line 147.', 'quantity')).toEqual([
			'line 147',
			'84 tests',
			'two new warnings'
		]);
		expect(found('1 is not 2 as it was', 'quantity')).toEqual([]);
	});

	it('finds bookings, short hashes, ends of cards, versions and service names', () => {
		expect(
			found('7KQ2BX, #c0ffee and 81a2be; the card ending in 4417; 2.14.3', 'id').sort()
		).toEqual(['#c0ffee', '2.14.3', '4417', '7KQ2BX', '81a2be']);
		expect(found('restart billing-worker in a read-only, up-to-date way', 'code')).toEqual([
			'billing-worker'
		]);
	});

	it('leaves prose with a stroke, calls and tags alone', () => {
		expect(found('yes and/or no', 'path')).toEqual([]);
		expect(found('<td>a</td>', 'path', 'tool')).toEqual([]);
		expect(found('Enum.map', 'file', 'tool')).toEqual([]);
	});

	it('counts one thing once, and remembers who said it and where last', () => {
		const [anchor] = extractAnchors([
			said('open src/core/log/turn.ts', 'user', 'a'),
			said('reading src/core/log/turn.ts', 'assistant', 'b')
		]);
		expect(anchor).toMatchObject({
			kind: 'path',
			text: 'src/core/log/turn.ts',
			count: 2,
			by: { user: 1, assistant: 1, tool: 0 },
			key: 'b'
		});
	});

	it('answers for any string, half surrogate pairs too', () => {
		const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
		fc.assert(
			fc.property(fc.string({ unit }), fc.constantFrom<Speaker>('user', 'tool'), (text, by) => {
				for (const { text: name } of extractAnchors([said(text, by)])) expect(name).not.toBe('');
				for (const { offset } of mentionsIn(said(text, by), look))
					expect(offset).toBeLessThan(text.length);
			})
		);
	});

	it('comes to an end with much text of the worst kind, and with fewer names than it has pieces', () => {
		for (const piece of ['a/', '1,', 'Aa ', '"', 'a-', '..', '12 '])
			expect(extractAnchors([said(piece.repeat(40_000))]).length).toBeLessThan(50_000);
	});
});

describe('code inside a message', () => {
	const text = [
		'I must tell Ada Lovelace about it:',
		'```ts',
		'const text = "Never shown"; // Always Kept',
		'```',
		'    if (Total Sum == 3) {'
	].join('\n');

	it('holds no sentences and no proper names, but its names in code count', () => {
		expect(found(text, 'name', 'assistant')).toEqual(['Ada Lovelace']);
		expect(found(text, 'quote', 'assistant')).toEqual([]);
		expect(found('```\nreadFile()\n```', 'code', 'assistant')).toEqual(['readFile']);
	});

	it('moves no offset', () => {
		const last = `${text}\nI met Grace Hopper then.`;
		const name = mentionsIn(said(last), look).find((one) => one.text === 'Grace Hopper');
		expect(name?.offset).toBe(last.indexOf('Grace'));
	});
});
