// @vitest-environment node
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

const src = path.resolve(import.meta.dirname, '../../../src');
const ui = path.join(src, 'ui');
const tokens = readFileSync(path.join(ui, 'theme/tokens.css'), 'utf8');

type Roles = Readonly<Record<string, string>>;

/** What a rule says, without its braces. */
function ruleOf(selector: string): string {
	const from = tokens.indexOf(`${selector} {`);
	return tokens.slice(tokens.indexOf('{', from) + 1, tokens.indexOf('}', from));
}

const values = [...ruleOf(':root').matchAll(/--([\w-]+):\s*([^;]+);/g)].map(
	([, name = '', value = '']) => [name, value] as const
);

/** The colours as they are in one of the schemes. */
const rolesIn = (scheme: 'light' | 'dark'): Roles =>
	Object.fromEntries(
		values.flatMap(([name, value]) => {
			const [, light = '', dark = ''] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [];
			return light === '' ? [] : [[name, scheme === 'light' ? light : dark] as const];
		})
	);

function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const part = parseInt(hex.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2 contrast ratio of two `#rrggbb` colours. */
function contrast(one: string, other: string): number {
	const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (bright + 0.05) / (dim + 0.05);
}

const surfaces = ['paper', 'paper-raised', 'paper-sunk', 'paper-hover'];
const texts: readonly (readonly [string, readonly string[]])[] = [
	['ink', [...surfaces, 'accent-wash', 'danger-wash', 'warn-wash', 'good-wash', 'code-paper']],
	['ink-soft', [...surfaces, 'code-paper']],
	['ink-faint', [...surfaces, 'code-paper']],
	['accent', [...surfaces, 'accent-wash']],
	['accent-ink', ['accent', 'accent-hover']],
	['danger', [...surfaces, 'danger-wash']],
	['danger-ink', ['danger', 'danger-hover']],
	['warn', ['paper', 'paper-raised', 'paper-sunk', 'warn-wash']],
	['good', ['paper', 'paper-raised', 'paper-sunk', 'good-wash']],
	...['keyword', 'name', 'text', 'number', 'type', 'comment'].map(
		(role): readonly [string, readonly string[]] => [`code-${role}`, ['code-paper']]
	)
];
const shapes: readonly (readonly [string, readonly string[]])[] = [
	['line-strong', ['paper', 'paper-raised', 'paper-sunk']],
	['focus', surfaces]
];

describe.each([
	['light', rolesIn('light')],
	['dark', rolesIn('dark')]
])('in %s colours', (_, roles) => {
	it.each(texts)('text in %s is read at 4.5:1 on every surface it stands on', (role, grounds) => {
		for (const ground of grounds) {
			const ratio = contrast(roles[role] ?? '', roles[ground] ?? '');
			expect(ratio, `${role} on ${ground}`).toBeGreaterThanOrEqual(4.5);
		}
	});

	it.each(shapes)('%s is seen at 3:1', (role, grounds) => {
		for (const ground of grounds) {
			const ratio = contrast(roles[role] ?? '', roles[ground] ?? '');
			expect(ratio, `${role} on ${ground}`).toBeGreaterThanOrEqual(3);
		}
	});
});

describe('the tokens', () => {
	it('are the same dark whether the system or the person chose it', () => {
		expect(Object.keys(rolesIn('dark')).length).toBeGreaterThan(20);
		expect(ruleOf(':root')).toContain('color-scheme: light dark;');
		for (const scheme of ['light', 'dark'])
			expect(ruleOf(`:root[data-theme='${scheme}']`).trim()).toBe(`color-scheme: ${scheme};`);
		// No colour is said a second time, but where more contrast is wished for.
		expect(tokens).not.toContain('prefers-color-scheme');
	});

	it('give every light colour a dark one', () => {
		const colours = values.filter(([, value]) => /#[0-9a-f]{3}|rgb\(/.test(value));
		for (const [name, value] of colours) expect(value, name).toContain('light-dark(');
	});
});

describe('the styles of the screens', () => {
	const files = ['ui', 'routes'].flatMap((room) =>
		readdirSync(path.join(src, room), { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.(css|svelte)$/.test(name))
			.map((name) => path.join(src, room, name))
	);

	it('take no value that nothing sets', () => {
		const sources = files.map((file) => readFileSync(file, 'utf8')).join('');
		const namesIn = (found: RegExp) =>
			new Set([...sources.matchAll(found)].map(([, name = '']) => name));
		const set = namesIn(/(--[\w-]+)(?:: |:$|=\{)/gm);
		expect([...namesIn(/var\((--[\w-]+)/g)].filter((name) => !set.has(name))).toEqual([]);
	});

	it.each(files.map((file) => [path.relative(src, file), file]))(
		'%s sets no text in px, names no colour of its own and no side by left or right',
		(_, file) => {
			const source = readFileSync(file, 'utf8');
			const style = file.endsWith('.css')
				? source
				: (/<style>([\s\S]*)<\/style>/.exec(source)?.[1] ?? '');
			expect(style).not.toMatch(/font(-size)?:[^;]*\dpx/);
			// The safe areas of a telephone are where the device has them, whichever way is written.
			const byReading = style.replace(/padding-(left|right): var\(--safe-\1\);/g, '');
			expect(byReading).not.toMatch(
				/(margin|border|padding)-(left|right)|text-align: (left|right)/
			);
			expect(byReading).not.toMatch(/(^|[\s;{])(left|right):/);
			if (!file.endsWith('tokens.css')) expect(style).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(/i);
			// The policy of the page refuses style attributes.
			expect(source.replace(/<style>[\s\S]*/, '')).not.toMatch(/\sstyle=/);
		}
	);
});

/** Attributes that are read out or shown. */
const spoken = new Set([
	'alt',
	'aria-description',
	'aria-label',
	'aria-placeholder',
	'aria-roledescription',
	'aria-valuetext',
	'label',
	'placeholder',
	'title'
]);

/**
 * Words that a template says by itself: text between tags, text of spoken attributes, also inside a template string.
 * What an expression names comes from the catalogue or from the data.
 */
function literalWords(source: string): string[] {
	const found: string[] = [];
	const take = (text: unknown) => {
		if (typeof text === 'string' && /\p{L}/u.test(text)) found.push(text.trim());
	};
	const visit = (node: unknown): void => {
		if (Array.isArray(node)) node.forEach(visit);
		if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
		const { type, name, data, value } = node as Readonly<Record<string, unknown>>;
		if (type === 'Text') take(data);
		if (type === 'TemplateElement') take((value as { readonly raw: string }).raw);
		if (type === 'Attribute' && !spoken.has(String(name))) return;
		for (const inner of Object.values(node)) visit(inner);
	};
	visit(parse(source, { modern: true }).fragment);
	return found;
}

describe('the words of the screens', () => {
	const templates = ['ui', 'routes'].flatMap((room) =>
		readdirSync(path.join(src, room), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.svelte'))
			.map((name) => path.join(src, room, name))
	);
	const read = (file: string) => readFileSync(file, 'utf8');
	const name = (file: string) => path.relative(src, file);

	it('are found where they stand', () => {
		const said = (markup: string) => literalWords(markup);
		expect(said('<p class="wide" id="a">Hello {name}</p>')).toEqual(['Hello']);
		expect(said('{#if a}<img alt="A cat" src="/cat.png" />{/if}')).toEqual(['A cat']);
		expect(said('<Button title={`Close ${name}`} />')).toEqual(['Close']);
		expect(said('<p title={words.close}>{count} · {words.close}</p>')).toEqual([]);
	});

	it('all come from the catalogue', () => {
		expect(templates.length).toBeGreaterThan(150);
		const strays = templates.flatMap((file) =>
			literalWords(read(file)).map((text) => [name(file), text])
		);
		expect(strays).toEqual([]);
	});

	it('say numbers and dates as the catalogue writes them, never by hand', () => {
		const byHand =
			/\.(toLocale\w*String|toFixed|toPrecision|toDateString|get(UTC)?(Date|Day|Month|FullYear|Hours|Minutes))\(|\bIntl\./;
		expect(templates.filter((file) => byHand.test(read(file))).map(name)).toEqual([]);
	});
});
