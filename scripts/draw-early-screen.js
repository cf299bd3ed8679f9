/** Draws the composer into the built page, so that one can write before the first script is there. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { render } from 'svelte/server';
import { runnerImport } from 'vite';

const folder = fileURLToPath(new URL('../src/ui/early', import.meta.url));

/** @type {(name: string) => Promise<Record<string, any>>} */
const load = async (name) => {
	const { module } = await runnerImport(path.join(folder, name), {
		configFile: false,
		logLevel: 'error',
		plugins: [svelte({ configFile: false, emitCss: false, compilerOptions: { runes: true } })]
	});
	return /** @type {Record<string, any>} */ (module);
};

/**
 * @param {string} file The built page, changed in place.
 * @param {readonly string[]} styles The files of its styles.
 */
export async function drawEarlyScreen(file, styles) {
	const [{ default: EarlyScreen }, { showEarly }] = await Promise.all([
		load('EarlyScreen.svelte'),
		load('show-early.ts')
	]);
	const drawn = bare(render(EarlyScreen).body);
	const style = styles.map((one) => readFileSync(one, 'utf8')).join('');
	for (const [name] of drawn.matchAll(/svelte-\w+/g))
		if (!style.includes(`.${name}`)) throw new Error(`No style of the page knows ${name}.`);

	const page = readFileSync(file, 'utf8');
	const kit = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1];
	if (kit === undefined) throw new Error('The built page has no script.');
	// One script as before, so that the policy names one.
	const script = `(${String(showEarly)})();\n${kit}`;
	/** @type {[string, string][]} */
	const changes = [
		[hashOf(kit), hashOf(script)],
		[`<script>${kit}`, `<script>${script}`],
		['<body>', `<body>\n\t\t<div id="early" hidden>${drawn}</div>`]
	];
	let changed = page;
	for (const [from, to] of changes) {
		if (changed.split(from).length !== 2) throw new Error(`Not once in the built page: ${from}`);
		changed = changed.replace(from, () => to);
	}
	writeFileSync(file, changed);
}

/**
 * Without what only the app can do: its buttons are a picture, and nobody is told of them.
 *
 * @param {string} html
 */
const bare = (html) =>
	html
		.replace(/<!--.*?-->/g, '')
		.replace(/<input\b[^>]*>/g, '')
		.replace(/<a\b[\s\S]*?<\/a>/g, '')
		.replace(/<(button|aside)\b/g, '<$1 inert')
		.replace(/ (id|aria-controls)="[^"]*"/g, '');

/** @param {string} text */
const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
