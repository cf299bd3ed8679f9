/** Colours for code, after the words are on screen: highlight.js comes when the first block of code is met, and each
 *  language when it is first met. */
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { late } from '#state/late.ts';
import { toFragment } from '../sanitize.ts';
import { whenIdle } from '../when-idle.ts';

const loaders: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
	bash: () => import('highlight.js/lib/languages/bash'),
	c: () => import('highlight.js/lib/languages/c'),
	cpp: () => import('highlight.js/lib/languages/cpp'),
	csharp: () => import('highlight.js/lib/languages/csharp'),
	css: () => import('highlight.js/lib/languages/css'),
	diff: () => import('highlight.js/lib/languages/diff'),
	dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
	go: () => import('highlight.js/lib/languages/go'),
	graphql: () => import('highlight.js/lib/languages/graphql'),
	ini: () => import('highlight.js/lib/languages/ini'),
	java: () => import('highlight.js/lib/languages/java'),
	javascript: () => import('highlight.js/lib/languages/javascript'),
	json: () => import('highlight.js/lib/languages/json'),
	kotlin: () => import('highlight.js/lib/languages/kotlin'),
	lua: () => import('highlight.js/lib/languages/lua'),
	makefile: () => import('highlight.js/lib/languages/makefile'),
	markdown: () => import('highlight.js/lib/languages/markdown'),
	php: () => import('highlight.js/lib/languages/php'),
	powershell: () => import('highlight.js/lib/languages/powershell'),
	python: () => import('highlight.js/lib/languages/python'),
	r: () => import('highlight.js/lib/languages/r'),
	ruby: () => import('highlight.js/lib/languages/ruby'),
	rust: () => import('highlight.js/lib/languages/rust'),
	scss: () => import('highlight.js/lib/languages/scss'),
	sql: () => import('highlight.js/lib/languages/sql'),
	swift: () => import('highlight.js/lib/languages/swift'),
	typescript: () => import('highlight.js/lib/languages/typescript'),
	xml: () => import('highlight.js/lib/languages/xml'),
	yaml: () => import('highlight.js/lib/languages/yaml')
};

/** Longer code stays plain (characters): colouring it would hold the page for longer than a long task. */
const longest = 20_000;

const core = late(async () => (await import('highlight.js/lib/core')).default);
const ready = new Map<string, Promise<HLJSApi>>();

function highlighterFor(language: string): Promise<HLJSApi> | null {
	const load = Object.hasOwn(loaders, language) ? loaders[language] : undefined;
	if (!load) return null;
	const known = ready.get(language);
	if (known) return known;
	const coming = Promise.all([core(), load()]).then(([highlighter, { default: grammar }]) => {
		highlighter.registerLanguage(language, grammar);
		return highlighter;
	});
	ready.set(language, coming);
	// A grammar that did not arrive (offline before it was stored) may be asked for again later.
	coming.catch(() => ready.delete(language));
	return coming;
}

/** Colours the closed code blocks inside an element, some moments later. Code that has gone by then is left alone. */
export function highlightWithin(element: Element) {
	for (const code of element.querySelectorAll<HTMLElement>('pre > code[class*="language-"]')) {
		const language = /language-([\w-]+)/.exec(code.className)?.[1] ?? '';
		const text = code.textContent;
		if (text.length > longest) continue;
		const highlighter = highlighterFor(language);
		void highlighter?.then(
			(found) => {
				whenIdle(() => {
					if (!code.isConnected || code.textContent !== text) return;
					const { value } = found.highlight(text, { language, ignoreIllegals: true });
					code.replaceChildren(toFragment(value));
				});
			},
			// Without its grammar the code stays readable as it is.
			() => undefined
		);
	}
}
