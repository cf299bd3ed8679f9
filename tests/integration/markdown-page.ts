/** What the page of the renderer's browser test runs: the renderer as it is shipped, under the policy of the app. */
import '#ui/theme/theme.css';
import { flushSync, mount, unmount } from 'svelte';
import Markdown from '#ui/markdown/Markdown.svelte';
import { loadRenderer } from '#ui/markdown/load.ts';
import { toFragment } from '#ui/markdown/sanitize.ts';

export interface RendererPage {
	readonly ready: Promise<unknown>;
	/** Shows a text in place of the one before; answers how long the page was held, ms. */
	readonly show: (text: string) => Promise<number>;
	/** Puts HTML through the sanitizer alone and into the page. */
	readonly sanitize: (html: string) => Promise<void>;
}

let shown: Record<string, unknown> | undefined;

async function clear() {
	if (shown) await unmount(shown);
	shown = undefined;
	document.body.replaceChildren();
}

const page: RendererPage = {
	ready: loadRenderer(),
	show: async (text) => {
		await clear();
		const began = performance.now();
		shown = mount(Markdown, { target: document.body, props: { text } });
		flushSync();
		return performance.now() - began;
	},
	sanitize: async (html) => {
		await clear();
		document.body.append(toFragment(html));
	}
};

Object.assign(window, { rendererPage: page });
