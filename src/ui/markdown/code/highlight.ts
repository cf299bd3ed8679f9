/** Colours for code, after the words are on screen: highlight.js comes when the first block of code is met, and each
 *  language when it is first met. */
import type { HLJSApi } from 'highlight.js';
import { late } from '#state/late.ts';
import { toFragment } from '../sanitize.ts';
import { whenIdle } from '../when-idle.ts';
import { grammars, isColoured } from './grammars.ts';

const core = late(async () => (await import('highlight.js/lib/core')).default);
const ready = new Map<string, Promise<HLJSApi>>();

function highlighterFor(language: string): Promise<HLJSApi> | null {
	const load = Object.hasOwn(grammars, language) ? grammars[language] : undefined;
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
		if (!isColoured(text)) continue;
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
