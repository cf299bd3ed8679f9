import './markdown-dom.ts';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Markdown from '#ui/markdown/Markdown.svelte';
import { hostile } from './markdown-hostile.ts';
import { eventually } from '../../support/eventually.ts';

// A document of happy-dom knows no MathML; how formulas look is tried in Chromium.
const asked = vi.hoisted((): string[] => []);
vi.mock('katex', () => {
	asked.push('katex');
	throw new Error('not there');
});

const open: Record<string, unknown>[] = [];

afterEach(async () => {
	for (const component of open.splice(0)) await unmount(component);
	document.body.replaceChildren();
});

function show(text: string, streaming = false) {
	const props = $state({ text, streaming, folding: true });
	open.push(mount(Markdown, { target: document.body, props }));
	flushSync();
	return props;
}

const page = () => document.body.querySelector('.prose')?.innerHTML ?? '';

/** A place of the app, with nothing in it that a browser would resolve to another. */
const inApp = /^\/(?:chat|memory|review|archive|search|settings)(?!.*(?:\/\/|\.\.|\\|\s))/;
/** A link that opens in this tab; it must lead to the app. */
const inside = (element: Element) =>
	element.nodeName === 'A' && element.hasAttribute('href') && !element.hasAttribute('target');

/** What must never be found, whatever was shown. */
function expectHarmless(root: ParentNode) {
	const allowed =
		/^(P|H[1-6]|UL|OL|LI|BLOCKQUOTE|HR|BR|EM|STRONG|S|SUB|SUP|KBD|MARK|U|CODE|PRE|A|DIV|SPAN|TABLE|THEAD|TBODY|TR|TH|TD|DETAILS|SUMMARY|BUTTON)$/;
	for (const element of root.querySelectorAll('*')) {
		expect(element.nodeName).toMatch(allowed);
		for (const { name, value } of element.attributes) {
			expect(name).toMatch(/^(class|href|open|target|rel|start|dir|type|tabindex)$/);
			if (name === 'href') expect(value).toMatch(inside(element) ? inApp : /^(https?|mailto):/);
		}
		if (element.nodeName === 'A' && !inside(element)) {
			expect(element.getAttribute('rel')).toBe('noopener noreferrer');
			expect(element.getAttribute('target')).toBe('_blank');
		}
		if (element.nodeName === 'BUTTON') expect(element.className).toBe('code-copy');
	}
	expect(root.textContent ?? '').not.toMatch(/[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u);
	expect((window as unknown as { hit?: unknown }).hit).toBeUndefined();
}

describe('hostile text', () => {
	it('is a corpus worth the name', () => {
		expect(new Set(hostile).size).toBeGreaterThanOrEqual(60);
	});

	it.each(hostile)('%j is harmless when shown at once', (text) => {
		show(text);
		expectHarmless(document.body.querySelector('.prose') ?? document.body);
	});

	it('is harmless at every moment while it streams', async () => {
		const text = hostile.join('\n\n');
		const props = show('', true);
		for (let at = 0; at < text.length; at += 97) {
			props.text = text.slice(0, at);
			flushSync();
			await new Promise(requestAnimationFrame);
			expectHarmless(document.body.querySelector('.prose') ?? document.body);
		}
	});
});

describe('streamed text', () => {
	const reply = [
		'# Plan\n\nFirst a *paragraph* with `code` and [a link][ref].\n\n',
		'- one\n- two\n  - nested\n\n| a | b |\n|--:|---|\n| 1 | 2 |\n\n',
		'```ts\nconst a = 1;\n\nconst b = 2;\n```\n\n> quoted\n\n[ref]: https://a.example/x\n\nThe end, unfinished **bo'
	].join('');

	it('ends as the same page, however it was cut', async () => {
		// The colours of code come with a chunk of their own, the first time after the text.
		// Drawing goes over as many frames as it needs: the last words are the last to come.
		const coloured = () =>
			vi.waitUntil(() => page().includes('hljs-number') && page().includes('unfinished'), 10_000);
		show(reply);
		await coloured();
		const atOnce = page();
		document.body.replaceChildren();
		for (const size of [1, 3, 7, 40, 1000]) {
			const props = show('', true);
			for (let at = size; at < reply.length + size; at += size) {
				props.text = reply.slice(0, at);
				flushSync();
				if (at % 5 === 0) await new Promise(requestAnimationFrame);
			}
			props.streaming = false;
			flushSync();
			await eventually(() => expect(page()).toBe(atOnce));
			document.body.replaceChildren();
		}
	});

	it('follows a link whose definition is still being written', async () => {
		const link = () => document.querySelector('.prose a')?.getAttribute('href');
		const props = show('See [it][ref].\n\nMore.\n\n[ref]: https://a.example/on', true);
		await vi.waitUntil(() => link() === 'https://a.example/on', 10_000);
		props.text += 'ward';
		flushSync();
		await vi.waitUntil(() => link() === 'https://a.example/onward', 10_000);
	});

	it('leaves finished blocks untouched while the next one grows', async () => {
		const props = show('First paragraph.\n\nSecond', true);
		await vi.waitUntil(() => document.querySelectorAll('.block').length > 0);
		props.text = 'First paragraph.\n\nSecond\n\nThird';
		flushSync();
		await vi.waitUntil(() => document.body.textContent.includes('Third'));
		const first = document.querySelector('.block p');
		const changes: MutationRecord[] = [];
		const observer = new MutationObserver((records) => changes.push(...records));
		if (first) observer.observe(first, { childList: true, subtree: true, characterData: true });
		for (const more of ['!', ' And on', ' and on.\n\nFourth', ' block']) {
			props.text += more;
			flushSync();
			await new Promise(requestAnimationFrame);
		}
		await vi.waitUntil(() => document.body.textContent.includes('Fourth block'));
		expect(document.querySelector('.block p')).toBe(first);
		changes.push(...observer.takeRecords());
		expect(changes).toEqual([]);
	});

	it('leaves open what was opened while more of it comes', async () => {
		const props = show('<details>\n<summary>How</summary>\n\nFirst', true);
		await vi.waitUntil(() => document.querySelector('details') !== null);
		const fold = document.querySelector('details');
		expect(fold?.open).toBe(false);
		if (fold) fold.open = true;
		props.text += ' and second.\n\n</details>\n\nAfter';
		flushSync();
		await vi.waitUntil(() => document.body.textContent.includes('After'));
		props.streaming = false;
		flushSync();
		expect(document.querySelector('details')).toBe(fold);
		expect(fold?.open).toBe(true);
		expect(fold?.textContent).toBe('\nHow\nFirst and second.\n');
	});

	it('opens what nothing has closed once all is there', async () => {
		const props = show('<details>\n<summary>How</summary>\n\nFirst', true);
		await vi.waitUntil(() => document.querySelector('details') !== null);
		const fold = document.querySelector('details');
		props.text += ' and last.';
		flushSync();
		await vi.waitUntil(() => document.body.textContent.includes('last'));
		expect(fold?.open).toBe(false);
		props.streaming = false;
		flushSync();
		expect(document.querySelector('details')).toBe(fold);
		expect(fold?.open).toBe(true);
	});

	it('folds nothing away where a text is to be judged', () => {
		const text = '<details><summary>How</summary>words</details>';
		show(text);
		expect(document.querySelector('details')?.open).toBe(false);
		open.push(mount(Markdown, { target: document.body, props: { text } }));
		flushSync();
		expect([...document.querySelectorAll('details')].map((fold) => fold.open)).toEqual([
			false,
			true
		]);
	});

	it('draws growing text again when it is continued after it was complete', () => {
		const props = show('- one\n- tw', true);
		props.streaming = false;
		flushSync();
		props.text = '- one\n- two\n\nAnd more.';
		flushSync();
		expect(document.querySelectorAll('li')).toHaveLength(2);
		expect(document.body.textContent).toContain('two');
		expect(document.body.textContent).toContain('And more.');
	});

	it('starts afresh when the text is another one', () => {
		const props = show('# Old\n\nold old');
		props.text = 'New';
		flushSync();
		expect(document.querySelector('.prose')?.textContent).toBe('New\n');
	});

	it('turns brackets into links when their definition comes later', () => {
		const props = show('See [ref].\n\nMiddle.\n\n', true);
		props.text += '[ref]: https://a.example\n\nEnd.\n';
		props.streaming = false;
		flushSync();
		expect(document.querySelector('a')?.getAttribute('href')).toBe('https://a.example/');
	});
});

describe('long text', () => {
	it('is shown in portions, with a button for the next', () => {
		show('word '.repeat(60_000));
		const button = document.querySelector('button');
		expect(button?.textContent).toContain('Show more');
		button?.click();
		flushSync();
		expect(document.querySelector('button')).toBeNull();
	});

	it('is drawn over several frames, and completely', async () => {
		const paragraphs = Array.from(
			{ length: 2000 },
			(_, n) => `Paragraph ${String(n)} of many words.`
		);
		show(paragraphs.join('\n\n'));
		await vi.waitUntil(() => document.querySelectorAll('.block').length === 2000, 25_000);
		expect(document.body.textContent).toContain('Paragraph 1999');
	});
});

describe('code', () => {
	it('is coloured after it is closed, through the sanitizer', async () => {
		show('```js\nconst a = "<img src=x onerror=1>";\n```');
		await vi.waitUntil(() => document.querySelector('.hljs-keyword') !== null, 5000);
		expect(document.querySelector('code')?.textContent).toBe(
			'const a = "<img src=x onerror=1>";\n'
		);
		expectHarmless(document.body);
	});

	it('has one button that puts exactly the code on the clipboard', async () => {
		const writeText = vi.fn(() => Promise.resolve());
		vi.stubGlobal('navigator', { clipboard: { writeText } });
		show('```sh\nls -l\n```');
		document.querySelector<HTMLButtonElement>('.code-copy')?.click();
		await vi.waitUntil(() => document.querySelector('[aria-live]')?.textContent !== '');
		expect(writeText).toHaveBeenCalledWith('ls -l\n');
		vi.unstubAllGlobals();
	});
});

describe('formulas', () => {
	it('stand as they were typed where what sets them does not arrive', async () => {
		show('So $a_1$ and\n\n$$\nb\n- c\n$$');
		await vi.waitUntil(() => asked.length > 0, 10_000);
		const shown = [...document.querySelectorAll('.formula')].map(({ textContent }) => textContent);
		expect(shown).toEqual(['$a_1$', '$$\nb\n- c\n$$']);
	});
});

describe('a link', () => {
	it('that hides where it leads asks first, and names the host', () => {
		show('[the manual](https://evil.example/?q=secret)');
		document.querySelector<HTMLAnchorElement>('.prose a')?.click();
		flushSync();
		expect(document.querySelector('dialog h2')?.textContent).toBe('Open evil.example?');
		expect(document.querySelector('dialog')?.textContent).toContain(
			'https://evil.example/?q=secret'
		);
	});
});
