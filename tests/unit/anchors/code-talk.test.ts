import { describe, expect, it } from 'vitest';
import { extractAnchors } from '#core/anchors/extract.ts';
import { reportLoss } from '#core/anchors/loss.ts';
import type { AnchorKind, Speaker } from '#core/anchors/passage.ts';

const passage = (text: string, by: Speaker) => ({ key: 't1', by, text });
const closely = (text: string, kind: AnchorKind, by: Speaker = 'user') =>
	extractAnchors([passage(text, by)], { closely: true })
		.filter((anchor) => anchor.kind === kind)
		.map((anchor) => anchor.text);

describe('in talk about code the loss report', () => {
	it.each<[AnchorKind, string, string[]]>([
		['code', 'It hands all of it to the shop.Basket class.', ['shop.Basket']],
		['code', 'Wrap http.NewRequest there.', ['NewRequest', 'http.NewRequest']],
		['code', "don't use os.path, use pathlib.Path everywhere", ['os.path', 'pathlib.Path']],
		['code', '```\nx = ship.dock.load(crate)\ny = 1\n```', ['ship.dock.load']],
		['code', '    p = os.path.join(a, b)', ['os.path.join']],
		['code', '    # See if cart.lines.sum is set\n    b = {', ['cart.lines.sum']],
		['code', 'It panics in tokio::sync::mpsc.', ['tokio::sync::mpsc']],
		['code', 'namespace of App\\Models\\Cart', ['App\\Models\\Cart']],
		['code', "got <class 'shop.errors.empty'>", ['shop.errors.empty']],
		['code', '```\ndef settle(cart):\n    pass\n```', ['settle']],
		['code', 'def settle(self, cart):', ['settle']],
		['file', 'Ignore *.snap and .shop* files', ['*.snap', '.shop*']],
		['file', 'Makefile is new.', ['Makefile']],
		['quantity', '==== 2 failed, 31 passed in 0.75s ====', ['2 failed', '31 passed', '0.75s']],
		['quantity', 'It has a default value of 512.', ['512']],
		['code', '```\nleft-pad<2.0,>=1.4\n```', ['left-pad<2.0,>=1.4']],
		['code', 'It needs rails ~> 7.0, >= 7.0.4', ['rails ~> 7.0, >= 7.0.4']],
		['code', 'Flags:\n    --dry-run:  []', ['--dry-run']],
		['code', 'when I type /weather Berlin it fails', ['/weather', '/weather Berlin']],
		['quote', 'Then run go test ./... -run TestCart', ['go test ./... -run TestCart']],
		['id', 'SHOP_KEY: ...x7Qz', ['...x7Qz']],
		['quote', "KeyError: '<total>' is not in the cart", ["'<total>' is not in the cart"]],
		['quote', 'a.py:3:1: F401 imported but never used', ['imported but never used']],
		['name', 'use tqdm, and the backoff library', ['tqdm', 'backoff']]
	])('finds %s in “%s”', (kind, text, expected) => {
		expect(closely(text, kind).sort()).toEqual(expected.sort());
	});

	it.each<[Speaker, AnchorKind, string]>([
		['user', 'code', 'The cart is done.The rest waits, ask me.Please call later.'],
		['user', 'code', '```\nnames.append(one)\n```'],
		['assistant', 'code', 'Que puis-je faire ? Où êtes-vous, et qu’avez-vous vu ?'],
		['user', 'code', '/ask'],
		['user', 'id', 'Well ...then she left, ...Then it rained.'],
		['user', 'quote', 'It is in the git repository.'],
		['assistant', 'quote', 'Here is the *LEFT/RIGHT part*, it says "Loading...".'],
		['user', 'rule', "E   TypeError: the cart must not be None, don't you know"],
		['user', 'rule', 'Add a test to make sure it rounds.'],
		['assistant', 'rule', "Note that I've also renamed the cart."],
		['assistant', 'question', 'Comment puis-je vous aider avec ce projet ?'],
		['assistant', 'question', 'Avez-vous des questions sur ce projet ?'],
		['assistant', 'question', 'Wie kann ich Ihnen heute helfen?'],
		['assistant', 'question', '¿En qué puedo ayudarte hoy con tu proyecto?'],
		['assistant', 'question', 'Чем я могу вам помочь сегодня?'],
		['assistant', 'question', '今天我可以怎么帮助您？'],
		[
			'assistant',
			'decision',
			"To fix it, we need to sort them. Here's the change:\n\nshop/cart.py"
		],
		['assistant', 'decision', "We'll use a set here. I'll also sort it. Here is the code:"],
		['assistant', 'decision', 'Voy a cambiar el precio. Aquí está el cambio:'],
		['assistant', 'decision', 'Since it is set in the base, we can remove it there:']
	])('takes what %s says for no %s: “%s”', (by, kind, text) => {
		expect(closely(text, kind, by)).toEqual([]);
	});

	it('knows a file without an ending from one of two words', () => {
		const lost = reportLoss([passage('Edit docker/Dockerfile, either/or.', 'user')], []);
		expect(lost.map(({ text }) => text)).toEqual(['docker/Dockerfile']);
	});

	it('still hears a decision where nothing is handed over, and where it is weighed', () => {
		const kept = 'To keep it fast, we need to sort them once.';
		expect(closely(kept, 'decision', 'assistant')).toEqual([kept]);
		const promised = 'I will refund it to your card.';
		expect(
			closely(`Here are the two bookings:\n- one\n- two\n\n${promised}`, 'decision', 'assistant')
		).toEqual([promised]);
		const weighed = "I think we should use a set, we'll see. Here's the change:";
		expect(closely(weighed, 'decision', 'assistant')).toEqual([
			"I think we should use a set, we'll see."
		]);
	});

	it('hears a question after the order to the program that it begins with', () => {
		expect(closely('/ask why does the cart round twice', 'question')).toHaveLength(1);
		expect(closely("why isn't the cart rounded", 'question')).toHaveLength(1);
	});

	it('goes on after a quotation that ends with a mark of its own', () => {
		const said = 'It must print "Done!" and then leave.';
		expect(closely(said, 'rule')).toEqual([said]);
	});
});
