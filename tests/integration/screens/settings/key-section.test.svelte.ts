import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Connection } from '#state/keys/connection.svelte.ts';
import type { KeyRing } from '#state/keys/key-ring.svelte.ts';
import { onDevice } from '#core/models/model-card.ts';
import KeySection from '#ui/settings/KeySection.svelte';
import { eventually } from '../../../support/eventually.ts';
import { all, clear, click, show } from '../../kit/kit-page.ts';

/** The field of the key: what comes whole is handed on in the same event, and what is typed when the field is left. */

const entered: string[] = [];
const kept = vi.fn(() => Promise.resolve());
const ring = (keep: string, state = 'set') =>
	({
		status: { state, keep },
		enter: ({ key }: { readonly key: string }) => {
			entered.push(key);
			return Promise.resolve({ state: 'none' });
		},
		keep: kept
	}) as unknown as KeyRing;
const connection = {
	stage: { at: 'rest' },
	clear: () => undefined
} as unknown as Connection;

/** What was said to be stored. */
const tracked = vi.fn((work: () => Promise<unknown>) => void work());
const form = { track: tracked };

const endpoint = 'https://api.anthropic.com';
const model = 'claude-sonnet-5-5';
afterEach(async () => {
	await clear();
	entered.length = 0;
	kept.mockClear();
	tracked.mockClear();
});

const field = (label: string): HTMLInputElement => {
	const labels = [...document.querySelectorAll('label')];
	const { htmlFor } = labels.find((one) => one.textContent.trim() === label)!;
	return document.querySelector<HTMLInputElement>(`[id="${htmlFor}"]`)!;
};

function enter(input: HTMLInputElement, value: string, told: InputEventInit) {
	input.value = value;
	input.dispatchEvent(new InputEvent('input', { bubbles: true, ...told }));
	flushSync();
}

it('takes one key after the other, whatever their lengths, while nobody leaves it', () => {
	show(KeySection, { form, ring: ring('unprotected'), connection, endpoint, model });
	for (const { data, inputType } of [
		{ data: 'sk-ant-the-first', inputType: 'insertText' },
		{ data: 'sk-ant-as-long-x', inputType: 'insertFromPaste' },
		{ data: 'sk-1', inputType: 'insertText' }
	]) {
		enter(field('API key'), data, { data, inputType });
		expect(entered.at(-1)).toBe(data);
		expect(field('API key').value).toBe('');
	}
});

it.each(['', ' ', '\t'])('takes a key that was pasted twice, “%s” between, once', (gap) => {
	show(KeySection, { form, ring: ring('unprotected'), connection, endpoint, model });
	const key = 'sk-ant-api03-one-and-the-same';
	enter(field('API key'), key + gap + key, { data: null, inputType: 'insertFromPaste' });
	expect(entered).toEqual([key]);
});

it('takes one that only looks like a repetition as it is', () => {
	show(KeySection, { form, ring: ring('unprotected'), connection, endpoint, model });
	for (const key of ['aaaaaaaaaaaaaaaa', 'sk-ant-1234567890-sk-ant-1234567891'])
		enter(field('API key'), key, { data: null, inputType: 'insertFromPaste' });
	expect(entered).toEqual(['aaaaaaaaaaaaaaaa', 'sk-ant-1234567890-sk-ant-1234567891']);
});

it('says that it is stored: a key, and the way to keep it', () => {
	show(KeySection, { form, ring: ring('unprotected'), connection, endpoint, model });
	enter(field('API key'), 'sk-ant', { data: 'sk-ant', inputType: 'insertFromPaste' });
	expect(tracked).toHaveBeenCalledTimes(1);
	document.querySelector<HTMLInputElement>('input[type=radio]')?.click();
	expect(kept).toHaveBeenCalledOnce();
	expect(tracked).toHaveBeenCalledTimes(2);
});

it('lets nothing go over a locked key, and says what to do: it might be the passphrase in the wrong field', () => {
	const locked = { ring: ring('passphrase', 'locked'), form, connection, endpoint, model };
	show(KeySection, locked);
	enter(field('API key'), 'sk-ant-new', { data: 'sk-ant-new', inputType: 'insertFromPaste' });
	expect(field('API key').value).toBe('sk-ant-new');
	expect(document.body.textContent).toContain('press Forget key first');
	expect(all('button').map((one) => one.textContent.trim())).toContain('Unlock');
	expect([entered, kept.mock.calls]).toEqual([[], []]);
});

it('takes no key on a page without https, where nothing can seal it, and says so', () => {
	const { crypto } = globalThis;
	vi.stubGlobal('crypto', { randomUUID: () => crypto.randomUUID() });
	show(KeySection, { form, ring: ring('unprotected', 'none'), connection, endpoint, model });
	enter(field('API key'), 'sk-ant-new', { data: 'sk-ant-new', inputType: 'insertFromPaste' });
	vi.unstubAllGlobals();
	expect(field('API key').value).toBe('');
	expect(document.body.textContent).toContain('Open Keepsake over https or at localhost');
	expect([entered, tracked.mock.calls]).toEqual([[], []]);
});

it.each([
	['http://192.168.1.5:11434', 'https:', true],
	['http://nas.local:8080', 'https:', true],
	['http://localhost:11434', 'https:', false],
	['http://127.0.0.1:11434', 'https:', false],
	['http://[::1]:11434', 'https:', false],
	['https://gateway.example', 'https:', false],
	['http://192.168.1.5:11434', 'http:', false]
])('says of %s why it may be out of reach of a page that came by %s', (own, protocol, isMixed) => {
	vi.stubGlobal('location', { origin: `${protocol}//keepsake.test` });
	const failure = { kind: 'unreachable', host: own.split('//')[1] };
	const stage = { at: 'failed', failure };
	const lost = { stage, clear: () => undefined } as unknown as Connection;
	const props = { form, ring: ring('unprotected'), connection: lost, endpoint: own, model };
	show(KeySection, props);
	const text = document.body.textContent;
	expect([text.includes('CORS'), text.includes('This page was loaded over https')]).toEqual([
		true,
		isMixed
	]);
	vi.unstubAllGlobals();
});

it('takes nothing while it is typed', () => {
	show(KeySection, { form, ring: ring('unprotected'), connection, endpoint, model });
	enter(field('API key'), 's', { data: 's', inputType: 'insertText' });
	enter(field('API key'), 'sk', { data: 'k', inputType: 'insertText' });
	expect(entered).toEqual([]);
	field('API key').dispatchEvent(new Event('change', { bubbles: true }));
	expect(entered).toEqual(['sk']);
});

it('a passphrase is not taken when a sign of it is taken away', () => {
	show(KeySection, { form, ring: ring('passphrase'), connection, endpoint, model });
	enter(field('Passphrase'), 'twelve or more', { data: 'twelve or more', inputType: 'insertText' });
	expect(kept).toHaveBeenCalledOnce();
	enter(field('Passphrase'), 'twelve or mor', { inputType: 'deleteContentBackward' });
	expect(kept).toHaveBeenCalledOnce();
});

it('the passphrase can be looked at before it is taken, and the next one is hidden again', () => {
	show(KeySection, { form, ring: ring('passphrase'), connection, endpoint, model });
	const eye = () =>
		all('button').find((button) => button.textContent.trim() === 'Show passphrase')!;
	const type = (words: string) => {
		enter(field('Passphrase'), words, { data: words.at(-1)!, inputType: 'insertText' });
	};
	const goTo = (to: HTMLElement) => {
		to.focus();
		flushSync();
	};
	goTo(field('Passphrase'));
	type('twelve or mroe');
	expect(field('Passphrase').type).toBe('password');
	expect(eye().getAttribute('aria-pressed')).toBe('false');
	// By the keyboard the focus goes to the button: that is not leaving.
	goTo(eye());
	click(eye());
	expect(eye().getAttribute('aria-pressed')).toBe('true');
	expect(field('Passphrase').type).toBe('text');
	expect(field('Passphrase').value).toBe('twelve or mroe');
	expect(kept).not.toHaveBeenCalled();

	goTo(field('Passphrase'));
	type('twelve or more');
	goTo(field('API key'));
	expect(kept).toHaveBeenCalledExactlyOnceWith('passphrase', 'twelve or more');
});

it('the focus goes where the passphrase is typed when the key was locked, and on when it is open again', async () => {
	vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
	let status = $state({ state: 'set', keep: 'passphrase' });
	const turn = (state: string) => {
		status = { state, keep: 'passphrase' };
		return Promise.resolve(status);
	};
	const locking = {
		get status() {
			return status;
		},
		lock: () => turn('locked'),
		unlock: () => turn('set')
	} as unknown as KeyRing;
	const tested = Object.assign({ test: () => undefined }, connection);
	show(KeySection, { form, ring: locking, connection: tested, endpoint, model });
	const lock = all('button').find((button) => button.textContent.trim() === 'Lock now')!;
	lock.focus();
	click(lock);
	await eventually(() => expect(document.activeElement).toBe(field('Passphrase')));
	document.querySelector('form')?.requestSubmit();
	await eventually(() => expect(document.activeElement).toBe(field('API key')));
	vi.restoreAllMocks();
});

it('says which model answers now, or that there is no such one, and of a key that is refused what to do here', () => {
	const said = (stage: Connection['stage'], chosen = model) => {
		show(KeySection, {
			form,
			ring: ring('unprotected'),
			connection: { stage, clear: () => undefined } as Partial<Connection> as Connection,
			endpoint,
			model: chosen
		});
		return all('status').at(-1)?.textContent;
	};
	const works = { at: 'works', host: 'api.anthropic.com', models: [model, 'qwen3'] } as const;
	expect(said(works)).toContain(
		'accepts the key. It lists 2 models. In new chats claude-sonnet-5-5 answers.'
	);
	const elsewhere = said(works, 'gpt-oss');
	expect(elsewhere).toContain('It lists 2 models. gpt-oss is not among them');
	expect(elsewhere).not.toContain('answers.');
	expect(said(works, onDevice)).toMatch(/It lists 2 models\.$/);
	const refused = said({ at: 'failed', failure: { kind: 'key-refused' } });
	expect(refused).toContain('does not accept the key');
	expect(refused).not.toContain('under Settings');
	const other = { kind: 'not-an-api', host: 'api.openai.example' } as const;
	expect(said({ at: 'failed', failure: other })).toMatch(/not as a Messages API.+OpenAI/);
	// Anthropic lets pages call it: there it is the way that is blocked, and no server to be set up.
	const away = (host: string) => said({ at: 'failed', failure: { kind: 'unreachable', host } });
	expect(away('api.anthropic.com')).toBe(
		'Keepsake cannot reach api.anthropic.com. Check the network, a blocker or a firewall.'
	);
	const own = away('localhost:11434');
	expect(own).toMatch(/cannot reach localhost:11434\. Check the address above.+OLLAMA_ORIGINS/);
	expect(own).not.toContain('under Settings');
});

it('says where a key is had, for the endpoint it can say it of', async () => {
	const link = () => document.querySelector<HTMLAnchorElement>('a[target=_blank]');
	show(KeySection, { form, ring: ring('unprotected'), connection, endpoint, model });
	expect(link()?.textContent).toBe('Get one at platform.claude.com');
	expect(link()?.rel).toBe('noopener noreferrer');
	await clear();
	const other = 'https://gateway.example';
	show(KeySection, { form, ring: ring('unprotected'), connection, endpoint: other, model });
	expect(link()).toBeNull();
});

it('leads back to the chat once the key works', async () => {
	const works = (models: readonly string[]) =>
		({
			stage: { at: 'works', host: 'api.anthropic.com', models },
			clear: () => undefined
		}) as unknown as Connection;
	const back = () => document.querySelector('a[href="/"]')?.textContent;
	show(KeySection, { form, ring: ring('unprotected'), connection, endpoint, model });
	expect(back()).toBeUndefined();
	await clear();
	show(KeySection, {
		form,
		ring: ring('unprotected'),
		connection: works([model]),
		endpoint,
		model
	});
	expect(back()).toBe('Back to the chat');
});
