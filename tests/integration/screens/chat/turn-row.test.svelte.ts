import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Failure } from '#core/failure.ts';
import type { AssistantBlock, DocumentBlock, ImageBlock } from '#core/log/blocks.ts';
import type { Exchange, Mark } from '#core/log/turn.ts';
import * as format from '#ui/words/format.ts';
import { isLong } from '#ui/chat/message/asked/long-text.ts';
import UnreadTurn from '#ui/chat/transcript/UnreadTurn.svelte';
import ArchivedTurn from '#ui/archive/ArchivedTurn.svelte';
import {
	anExchange,
	aStep,
	aTurn,
	call,
	result,
	text,
	thought
} from '../../../support/builders/a-turn.ts';
import { all, clear, click, press, show } from '../../kit/kit-page.ts';
import { aReply, offered, row } from '../../kit/turn-row-page.ts';

afterEach(clear);

const said = () => document.querySelector('.prose');
const button = () => all('button').find(({ textContent }) => /^Show/.test(textContent.trim()));

it('offers two ways on for a message that waits for the network', () => {
	row({ answering: false, isLast: true });
	expect(offered()).toContain('Send when online');
	expect(offered()).toContain('Answer on this device');
});

it('says after a reload too why a summary that a message waits for came to nothing', () => {
	row({ marks: [], inVain: { kind: 'overloaded' } });
	expect(document.body.textContent).toContain(
		'need a summary first. The last attempt at one failed: the provider had too much to do.'
	);
	expect(offered()).toContain('Retry');
});

it('says that it was the network, and that it can go out now, once there is one again', () => {
	const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
	row({ failure: { kind: 'offline' } });
	const alert = () => all('alert')[0]?.textContent ?? '';
	expect(alert()).toContain('You are offline.');
	online.mockReturnValue(true);
	window.dispatchEvent(new Event('online'));
	flushSync();
	expect(alert()).toContain('You were offline');
	expect(alert()).toContain('send it now');
	expect(offered()).toContain('Send when online');
	online.mockRestore();
});

it('takes no words where none came, nor out of a picture, of which the place is pinned; a pin that is there can be let go', async () => {
	const refused = aStep(aTurn(0), 0, [], { state: 'failed', failure: { kind: 'key-refused' } });
	const picture: ImageBlock = {
		type: 'image',
		source: { type: 'base64', media_type: 'image/png', data: 'AAAA' }
	};
	const bare = anExchange(0, 'Hi', null);
	const exchange = { turn: { ...bare.turn, asked: [picture] }, steps: [refused] };
	const pin: Mark = { sessionId: 's1', turnId: 't1', kind: 'pinned', at: 1, side: 'assistant' };
	const taken = (side: RegExp) => {
		const article = [...document.querySelectorAll('article')].find(({ textContent }) =>
			side.test(textContent.trim())
		);
		const buttons = () => [...article!.querySelectorAll('button')];
		const nameOf = (one: Element) => one.getAttribute('aria-label') ?? one.textContent.trim();
		click(buttons().find((one) => nameOf(one) === 'More actions'));
		return buttons().flatMap((one) => {
			const name = nameOf(one);
			return /^(?:Copy|Pin|Remember)$/.test(name) && !one.disabled ? [name] : [];
		});
	};
	row({ exchange, marks: [pin] });
	expect([taken(/^You/), taken(/^Assistant/)]).toEqual([['Pin'], ['Pin']]);
	await clear();
	row({ exchange: anExchange(0, 'Hi', 'Hello.'), marks: [] });
	expect([taken(/^You/), taken(/^Assistant/)]).toEqual([
		['Copy', 'Pin', 'Remember'],
		['Copy', 'Pin', 'Remember']
	]);
});

it('leads to the key where its spending limit is reached', () => {
	row({ failure: { kind: 'spend-limit' }, marks: [] });
	expect(document.querySelector('a')?.getAttribute('href')).toBe('/settings#key');
});

it('says until when a call waits to be made again, and can end that pause and no other', () => {
	const tryNow = vi.fn();
	row({
		marks: [],
		live: aReply({
			state: 'calling',
			retry: { failure: { kind: 'overloaded' }, until: Date.now() + 60_000, pause: 7 }
		}),
		tryNow
	});
	const reply = document.querySelector('article[aria-busy=true]');
	expect(reply?.textContent).toMatch(/too much to do .*Trying again in (59|60) seconds\./s);
	const now = all('button').find(({ textContent }) => textContent.trim() === 'Try now');
	now?.click();
	expect(tryNow.mock.calls).toEqual([[7]]);
});

it('shows an answer that could not be stored, says why and where it is, and can copy or store it', () => {
	const copy = vi.fn();
	const storeNow = vi.fn();
	row({
		marks: [],
		live: aReply({
			state: 'calling',
			content: [text('Forty-two')],
			unstored: { failure: { kind: 'storage-full' }, again: () => undefined }
		}),
		copy,
		storeNow
	});
	const reply = document.querySelector('article[aria-busy=false]:last-of-type');
	expect(reply?.textContent).toContain('Forty-two');
	expect(reply?.textContent).toContain('Not stored yet');
	expect(reply?.textContent).toMatch(/stays here while this tab is open.*no room left/);
	for (const name of ['Copy', 'Store it now'])
		[...(reply?.querySelectorAll('button') ?? [])]
			.find(({ textContent }) => textContent.trim() === name)
			?.click();
	expect(copy.mock.calls).toEqual([['Forty-two']]);
	expect(storeNow).toHaveBeenCalledOnce();
});

it('a message that could not be read just now is not called damaged, and can be read again', async () => {
	const readAgain = vi.fn();
	const excerpt = { isMissing: () => true, unread: { kind: 'not-loaded' }, readAgain } as const;
	show(UnreadTurn, { seq: 4, excerpt });
	expect(document.body.textContent).toContain('Message 5 could not be read just now.');
	expect(document.body.textContent).not.toContain('damaged');
	all('button')[0]?.click();
	expect(readAgain).toHaveBeenCalledOnce();
	await clear();
	show(UnreadTurn, { seq: 4, excerpt: { ...excerpt, unread: null } });
	expect(document.body.textContent).toContain('are damaged');
});

it('offers none while its answer is being made, of which nothing is heard yet', () => {
	row({ answering: true, isLast: true });
	expect(offered()).not.toContain('Send when online');
	expect(offered()).not.toContain('Answer on this device');
});

it('goes on offering them for an older message while the newest is answered', () => {
	row({ answering: true, isLast: false });
	expect(offered()).toContain('Answer on this device');
});

it('tells the hour of a message, with its date behind More actions, and the day where it begins', () => {
	const exchange = anExchange(0, 'Hi', 'Hello.');
	const { askedAt } = exchange.turn;
	row({ exchange, marks: [], before: askedAt - 86_400_000 });
	const time = document.querySelector('article time');
	expect(time?.getAttribute('datetime')).toBe(new Date(askedAt).toISOString());
	expect(time?.textContent.trim()).toBe(format.time(askedAt));
	const day = format.weekdayDate(askedAt, { now: Date.now() });
	expect(document.querySelector('.day')?.textContent).toBe(day);
	// It belongs to no message.
	expect(document.querySelector('article .day')).toBeNull();
	click(all('button').find((one) => one.getAttribute('aria-label') === 'More actions'));
	expect(time?.textContent.trim()).toBe(format.dateTime(askedAt));
});

it('closes More actions at Esc, and gives the focus back', () => {
	row({ exchange: anExchange(0, 'Hi', 'Hello.'), marks: [] });
	const more = all('button').find((one) => one.getAttribute('aria-label') === 'More actions');
	click(more);
	const pin = all('button').find(({ textContent }) => textContent.trim() === 'Pin');
	pin?.focus();
	const heard = vi.fn();
	window.addEventListener('keydown', heard);
	press(pin, 'Escape');
	window.removeEventListener('keydown', heard);
	expect(heard).not.toHaveBeenCalled();
	expect(offered()).not.toContain('Pin');
	expect(document.activeElement).toBe(more);
});

it('folds many calls of one tool in a row into one that opens; a few stand each for itself', () => {
	const turn = aTurn(0, 'Note this.');
	const calls = (count: number) =>
		Array.from({ length: count }, (_, n) =>
			call(`c${String(n)}`, 'save_memory', { text: `Line ${String(n)}` })
		);
	const labels = () =>
		[...document.querySelectorAll('summary .label')].map(({ textContent }) => textContent.trim());
	const reply = (count: number, failed = false) => {
		const results = calls(count).map(({ id }, n) => ({
			...result(id),
			is_error: failed && n === 1
		}));
		const said = [text('I note it.'), ...calls(count), call('r', 'recall', { query: 'x' })];
		return { turn, steps: [aStep(turn, 0, said, { results: [...results, result('r')] })] };
	};
	row({ exchange: reply(3), marks: [] });
	expect(labels()).toHaveLength(4);
	document.body.replaceChildren();
	row({ exchange: reply(4, true), marks: [] });
	expect(labels()).toEqual(['Save memory: 4 calls', 'Recall: “x”']);
	expect(document.querySelector('summary .note')?.textContent).toBe('Failed: 1');
	const run = document.querySelector('details')!;
	run.open = true;
	run.dispatchEvent(new Event('toggle'));
	flushSync();
	expect(labels().slice(1, 5)).toEqual([0, 1, 2, 3].map((n) => `Save memory: “Line ${String(n)}”`));
});

it('opens what is looked for inside a run of calls', () => {
	const turn = aTurn(0, 'Note this.');
	const names = ['Ada', 'Bea', 'Cleo', 'Dora'];
	const said = names.map((name) => call(name, 'save_memory', { text: `Knows ${name}` }));
	const step = aStep(turn, 0, said, { results: names.map((name) => result(name)) });
	const sought = { words: ['cleo'] };
	row({ exchange: { turn, steps: [step] }, marks: [], sought });
	const open = [...document.querySelectorAll('details')].map((one) => one.open);
	expect(open).toEqual([true, false, false, true, false]);
});

it('says under a reply that lines from it wait, and where', () => {
	row({ exchange: anExchange(0, 'Hi', 'Hello.'), marks: [], waitingLines: 2 });
	const link = document.querySelector('a');
	expect(link?.parentElement?.textContent).toContain('2 lines from here wait');
	expect(link?.getAttribute('href')).toBe('/review');
});

it('keeps the way to its other versions when this one is deleted', () => {
	row({
		marks: [{ sessionId: 's1', turnId: 't1', kind: 'deleted', at: 1 }],
		versions: { branches: ['trunk', 'b'], current: 'b' }
	});
	const names = all('button').map((button) => button.getAttribute('aria-label'));
	expect(names).toEqual(['Previous branch', 'Next branch']);
});

it('folds a long message, with all its words in the article, until it is asked for or scrolled to a place inside', () => {
	const lines = Array.from({ length: 21 }, (_, n) => `line ${String(n)}`).join('\n');
	row({ exchange: anExchange(0, lines, null) });
	expect(said()?.textContent).toBe(lines);
	expect(said()?.classList.contains('folded')).toBe(true);
	expect(button()?.getAttribute('aria-expanded')).toBe('false');
	button()?.click();
	flushSync();
	expect(said()?.classList.contains('folded')).toBe(false);
	expect(button()?.textContent.trim()).toBe('Show less');
	button()?.click();
	flushSync();
	expect(said()?.classList.contains('folded')).toBe(true);
	said()?.dispatchEvent(new Event('scroll'));
	flushSync();
	expect(said()?.classList.contains('folded')).toBe(false);
});

it('folds no message of twenty lines or two thousand characters', () => {
	expect(isLong('a\n'.repeat(19))).toBe(false);
	expect(isLong('a\n'.repeat(20))).toBe(true);
	expect(isLong('a'.repeat(2000))).toBe(false);
	expect(isLong('a'.repeat(2001))).toBe(true);
	row({ exchange: anExchange(0, 'a\n'.repeat(19), null) });
	expect(all('button').map(({ textContent }) => textContent.trim())).not.toContain('Show all');
});

it('folds a long message in an archive as in the session it is from, unless what is looked for is in it', () => {
	let highlighted = $state(false);
	show(ArchivedTurn, {
		exchange: anExchange(0, 'a\n'.repeat(30), 'Yes.'),
		get highlighted() {
			return highlighted;
		},
		onfork: () => undefined
	});
	expect(said()?.classList.contains('folded')).toBe(true);
	highlighted = true;
	flushSync();
	expect(said()?.classList.contains('folded')).toBe(false);
	expect(button()?.textContent.trim()).toBe('Show less');
});

it('shows of an answer in an archive what the session shows: no attempt that was replaced', () => {
	const turn = aTurn(0, 'Which port?');
	const steps = [
		aStep(turn, 0, 'It is 4711.', { state: 'stopped' }),
		aStep(turn, 1, 'It is 8080.')
	];
	const exchange = { turn, steps };
	show(ArchivedTurn, { exchange, highlighted: false, onfork: () => undefined });
	expect(document.body.textContent).toContain('8080');
	expect(document.body.textContent).not.toContain('4711');
});

it('says nothing of who answered where the file of an archive did not say', () => {
	const turn = aTurn(0, 'Where?');
	const told = (model: string, over: Partial<Exchange['steps'][number]> = {}) => {
		const exchange = { turn, steps: [aStep(turn, 0, 'Here.', { model, ...over })] };
		show(ArchivedTurn, { exchange, highlighted: false, onfork: () => undefined });
		return document.body.lastElementChild?.querySelector('article + article .note')?.textContent;
	};
	expect(told('claude-test-5')).toBe('claude-test-5');
	expect(told('unknown')).toBeUndefined();
	expect(told('unknown', { state: 'stopped' })).toBe('Stopped');
});

it('folds no long message that a link has led to', () => {
	row({ exchange: anExchange(0, 'a\n'.repeat(30), null), highlighted: true });
	expect(said()?.classList.contains('folded')).toBe(false);
});

it('opens of what is folded in a reply only what holds all the words that are looked for', () => {
	const turn = aTurn(0, 'Which ferry?');
	const step = aStep(turn, 0, [thought('s', 'A ferry.'), call('c1'), text('To Naxos.')], {
		results: [result('c1', 'The ferry to Naxos leaves at nine.')]
	});
	row({ exchange: { turn, steps: [step] }, sought: { words: ['Ferry', 'naxos'] } });
	const folds = [...document.querySelectorAll('details')];
	expect(folds.map(({ open }) => open)).toEqual([false, true]);
});

it('opens of many calls that hold the words only those of the step that was found', async () => {
	const turn = aTurn(0, 'Which ferries?');
	const step = (at: number, ...results: readonly string[]) => {
		const ids = results.map((_, n) => `c${String(at)}${String(n)}`);
		return aStep(
			turn,
			at,
			ids.map((id) => call(id)),
			{
				results: results.map((said, n) => result(ids[n]!, said))
			}
		);
	};
	const steps = [
		step(0, 'The ferry to Naxos.'),
		step(1, 'The ferry to Naxos.', 'The ferry to Paros.'),
		step(2, 'The ferry to Naxos.')
	];
	const open = () => [...document.querySelectorAll('details')].map((one) => one.open);
	const words = ['ferry', 'naxos'];
	// All four stand in a run, which comes first.
	row({ exchange: { turn, steps }, sought: { words, step: 1 } });
	expect(open()).toEqual([true, false, true, false, false]);
	// Words of one passage may stand in two calls.
	await clear();
	row({ exchange: { turn, steps }, sought: { words: ['naxos', 'paros'], step: 1 } });
	expect(open()).toEqual([true, false, true, true, false]);
	await clear();
	row({ exchange: { turn, steps }, sought: { words, step: null } });
	expect(open()).toEqual([false]);
});

it('a reply that was left behind its tools can go on, unless a draft on screen asks about it', async () => {
	const asked = aTurn(0, 'What do you know of walks?');
	const looked = aStep(asked, 0, [text('I look.'), call('a')], { results: [result('a')] });
	const exchange: Exchange = { turn: asked, steps: [looked] };
	row({ exchange, marks: [] });
	expect(offered()).toEqual(expect.arrayContaining(['Retry', 'Continue']));
	expect(document.body.textContent).toContain('Interrupted');
	await clear();
	row({ exchange, marks: [], askedElsewhere: true });
	expect(offered()).not.toContain('Retry');
	await clear();
	row({ exchange, marks: [], answering: true });
	expect(offered()).not.toContain('Retry');
});

it('names the file or the message that an endpoint does not take, and leads to an older one', async () => {
	const file = {
		type: 'document',
		source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' },
		title: 'plan.pdf'
	} as const;
	const turn = aTurn(1, [file, text('Look')]);
	const refusedFor = async (about: { readonly turnId: string; readonly file: number | null }) => {
		await clear();
		const detail = 'messages.2.content.0.pdf.source.base64.data: The PDF specified was not valid';
		const failure: Failure = {
			kind: 'rejected',
			status: 400,
			detail,
			about: [{ ...about, askedAt: turn.askedAt }]
		};
		const failed = aStep(turn, 0, [], { state: 'failed', failure });
		row({ marks: [], exchange: { turn, steps: [failed] } });
		return all('alert')[0]?.textContent ?? '';
	};
	expect(await refusedFor({ turnId: 't1', file: 0 })).toContain(
		'does not accept plan.pdf, attached to'
	);
	expect(all('alert')[0]?.textContent).toContain('and says: “The PDF specified was not valid”.');
	expect(offered()).toContain('Retry');
	expect(document.querySelector('a[href="#t0"]')).toBeNull();
	// No setting mends a file.
	expect(document.querySelector('a[href*="settings"]')).toBeNull();
	expect(await refusedFor({ turnId: 't0', file: 0 })).toContain(
		'does not accept what is attached to'
	);
	expect(document.querySelector('a[href="#t0"]')).not.toBeNull();
	expect(await refusedFor({ turnId: 't0', file: null })).toContain(
		'does not accept your message of'
	);
});

it('says under a picture or file that the next request leaves out that it does, and why', async () => {
	const picture: ImageBlock = {
		type: 'image',
		source: { type: 'base64', media_type: 'image/png', data: 'AAAA' }
	};
	const file: DocumentBlock = {
		type: 'document',
		title: 'plan.pdf',
		source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }
	};
	const turn = aTurn(0, [picture, file, text('Look')]);
	const of = { turnId: turn.turnId, name: 'plan.pdf' };
	row({
		exchange: { turn, steps: [] },
		leftOut: [{ ...of, place: 1, why: 'no-room' }]
	});
	const [ofPicture, ofFile] = all('button')
		.filter((one) => one.getAttribute('aria-label')?.startsWith('Open '))
		.map((one) => document.getElementById(one.getAttribute('aria-describedby') ?? '-'));
	expect(ofPicture).toBeNull();
	expect(ofFile?.textContent).toBe('Left out of the next request: newer files take up the room.');
	await clear();
	row({ exchange: { turn, steps: [] } });
	expect(document.body.textContent).not.toContain('Left out');
});

it('offers the answer of this device where nobody was asked, as its words say', async () => {
	const turn = aTurn(0, 'Are you there?');
	const ended = async (failure: Failure, content: readonly AssistantBlock[] = []) => {
		await clear();
		const step = aStep(turn, 0, content, { state: 'failed', failure });
		const answer = vi.fn();
		row({ marks: [], exchange: { turn, steps: [step] }, answer });
		return answer;
	};
	const answer = await ended({ kind: 'no-key' });
	expect(all('alert')[0]?.textContent).toContain('answer on this device');
	click(all('button').find(({ textContent }) => textContent.trim() === 'Answer on this device'));
	expect(answer).toHaveBeenCalledExactlyOnceWith('t0', 'on-device');
	await ended({ kind: 'key-locked' });
	expect(offered()).toContain('Answer on this device');
	await ended({ kind: 'key-refused' });
	expect(offered()).not.toContain('Answer on this device');
	// What came already is gone on with by who wrote it.
	await ended({ kind: 'no-key' }, [text('Half of it')]);
	expect(offered()).not.toContain('Answer on this device');
});

it('the first message of a conversation that stays open over midnight tells its day', () => {
	const exchange = anExchange(0, 'Are you there?', 'I am.');
	vi.useFakeTimers({
		now: exchange.turn.askedAt,
		toFake: ['Date', 'setInterval', 'clearInterval']
	});
	row({ exchange, marks: [] });
	const day = format.weekdayDate(exchange.turn.askedAt, { now: exchange.turn.askedAt });
	expect(document.body.textContent).not.toContain(day);
	vi.setSystemTime(exchange.turn.askedAt + 86_400_000);
	vi.advanceTimersByTime(60_000);
	flushSync();
	expect(document.body.textContent).toContain(day);
	vi.useRealTimers();
});
