/** What code is coloured by, each language fetched when it is first met; and how much of it is. */
import type { Language, LanguageFn } from 'highlight.js';

export const grammars: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
	bash: () => import('highlight.js/lib/languages/bash'),
	c: () => import('highlight.js/lib/languages/c'),
	cpp: () => import('highlight.js/lib/languages/cpp'),
	csharp: async () => {
		const { default: grammar } = await import('highlight.js/lib/languages/csharp');
		return { default: (core) => boundFunctions(grammar(core)) };
	},
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

/**
 * A function of C# is looked for from every word on, through all words that follow and from a `<` to any `>`. Made for it,
 * a text of twenty thousand characters took two minutes, and the page stood still as long: nine words will do.
 */
function boundFunctions(csharp: Language): Language {
	for (const mode of csharp.contains)
		if (mode !== 'self' && mode.className === 'function' && typeof mode.begin === 'string')
			mode.begin = mode.begin.replace('\\s+)+', '\\s+){1,9}').replace('[^=]+', '[^=]{1,99}');
	return csharp;
}

/** Longer code stays plain (characters): colouring it would hold the page for longer than a long task. */
const longest = 20_000;
/** So does code with a longer line. What grammars look for ends with it, and costs up to the cube of its length. */
const longestLine = 1000;

export const isColoured = (code: string): boolean =>
	code.length <= longest && code.split('\n').every(({ length }) => length <= longestLine);
