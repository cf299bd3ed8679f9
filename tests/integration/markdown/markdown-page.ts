/** What the page of the renderer's browser test runs: the renderer as it is shipped, under the policy of the app. */
import '#ui/theme/theme.css';
import { flushSync, mount, unmount } from 'svelte';
import Markdown from '#ui/markdown/Markdown.svelte';
import { allDrawn } from '#ui/markdown/at-work.ts';
import { MarkdownView } from '#ui/markdown/view.ts';
import type { HtmlPart } from '#core/export/session-html.ts';
import { toFragment } from '#ui/markdown/sanitize.ts';
import { writePage } from '#ui/markdown/standing-page.ts';

export interface RendererPage {
	/** Shows a text in place of the one before; answers how long the page was held, ms. */
	readonly show: (text: string) => Promise<number>;
	/** Shows a text as it would stream, `size` characters more each frame; answers how often a formula was taken out again. */
	readonly stream: (text: string, size: number) => Promise<number>;
	/** Shows a text where another one stood, whose formulas are set. */
	readonly replace: (before: string, after: string) => Promise<void>;
	/** How high a text stands while more of it may come, and when it is whole, px. */
	readonly heights: (text: string) => Promise<readonly [number, number]>;
	/** Puts HTML through the sanitizer alone and into the page. */
	readonly sanitize: (html: string) => Promise<void>;
	/** Writes a page for outside the app; answers its HTML and how often others had their turn. */
	readonly write: (
		parts: readonly HtmlPart[]
	) => Promise<{ readonly html: string; readonly pauses: number }>;
}

let shown: Record<string, unknown> | undefined;

async function clear() {
	if (shown) await unmount(shown);
	shown = undefined;
	document.body.replaceChildren();
}

const page: RendererPage = {
	show: async (text) => {
		await clear();
		const began = performance.now();
		shown = mount(Markdown, { target: document.body, props: { text, folding: true } });
		flushSync();
		return performance.now() - began;
	},
	stream: async (text, size) => {
		await clear();
		const root = document.createElement('div');
		root.className = 'prose';
		document.body.append(root);
		const view = new MarkdownView(root, { folding: true });
		let takenOut = 0;
		const watch = new MutationObserver((changes) => {
			for (const gone of changes.flatMap(({ removedNodes }) => [...removedNodes]))
				if (gone instanceof Element && (gone.matches('math') || gone.querySelector('math')))
					takenOut += 1;
		});
		watch.observe(root, { childList: true, subtree: true });
		for (let at = size; at < text.length; at += size) {
			view.show(text.slice(0, at), { streaming: true });
			await new Promise(requestAnimationFrame);
		}
		view.show(text, { streaming: false });
		await new Promise(requestAnimationFrame);
		return takenOut;
	},
	replace: async (before, after) => {
		await clear();
		const root = document.createElement('div');
		root.className = 'prose';
		document.body.append(root);
		const view = new MarkdownView(root, { folding: true });
		view.show(before, { streaming: false });
		await allDrawn(10_000);
		view.show(after, { streaming: false });
		await allDrawn(10_000);
	},
	heights: async (text) => {
		const heightOf = async (streaming: boolean) => {
			await clear();
			shown = mount(Markdown, { target: document.body, props: { text, streaming, folding: true } });
			flushSync();
			await new Promise(requestAnimationFrame);
			await new Promise(requestAnimationFrame);
			return document.querySelector('.prose')?.getBoundingClientRect().height ?? 0;
		};
		return [await heightOf(true), await heightOf(false)];
	},
	sanitize: async (html) => {
		await clear();
		document.body.append(toFragment(html));
	},
	write: async (parts) => {
		let pauses = 0;
		const written = await writePage(parts, () => {
			pauses += 1;
			return Promise.resolve();
		});
		return { html: written.join(''), pauses };
	}
};

Object.assign(window, { rendererPage: page });
