/** Names of programming languages as people write them behind a fence, and what they are called. */

/** highlight.js's name of a language → what a person calls it. */
const labels: Readonly<Record<string, string>> = {
	bash: 'Shell',
	c: 'C',
	cpp: 'C++',
	csharp: 'C#',
	css: 'CSS',
	diff: 'Diff',
	dockerfile: 'Dockerfile',
	go: 'Go',
	graphql: 'GraphQL',
	ini: 'INI',
	java: 'Java',
	javascript: 'JavaScript',
	json: 'JSON',
	kotlin: 'Kotlin',
	lua: 'Lua',
	makefile: 'Makefile',
	markdown: 'Markdown',
	php: 'PHP',
	powershell: 'PowerShell',
	python: 'Python',
	r: 'R',
	ruby: 'Ruby',
	rust: 'Rust',
	scss: 'SCSS',
	sql: 'SQL',
	swift: 'Swift',
	typescript: 'TypeScript',
	xml: 'XML',
	yaml: 'YAML'
};

const aliases: Readonly<Record<string, string>> = {
	'c#': 'csharp',
	'c++': 'cpp',
	cc: 'cpp',
	cjs: 'javascript',
	console: 'bash',
	cs: 'csharp',
	docker: 'dockerfile',
	golang: 'go',
	h: 'c',
	hpp: 'cpp',
	html: 'xml',
	js: 'javascript',
	json5: 'json',
	jsonc: 'json',
	jsonl: 'json',
	jsx: 'javascript',
	kt: 'kotlin',
	make: 'makefile',
	md: 'markdown',
	mjs: 'javascript',
	patch: 'diff',
	ps1: 'powershell',
	py: 'python',
	rb: 'ruby',
	rs: 'rust',
	sh: 'bash',
	shell: 'bash',
	svelte: 'xml',
	svg: 'xml',
	toml: 'ini',
	ts: 'typescript',
	tsx: 'typescript',
	vue: 'xml',
	yml: 'yaml',
	zsh: 'bash'
};

/** highlight.js's name of a language, or null for one we do not colour. */
export function languageOf(info: string): string | null {
	const name = info.toLowerCase();
	const found = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
	return Object.hasOwn(labels, found) ? found : null;
}

/** What stands above a block of code: our name where the writer used ours, else the writer's own word, cut short. */
export function languageLabel(info: string): string {
	const name = info.toLowerCase();
	if (Object.hasOwn(labels, name)) return labels[name] ?? name;
	const found = languageOf(name);
	// `html` and `toml` are coloured by a relative's rules but keep their own name.
	const relatives = ['xml', 'ini', 'json', 'bash'];
	return found && !relatives.includes(found) ? (labels[found] ?? found) : info.slice(0, 24);
}
