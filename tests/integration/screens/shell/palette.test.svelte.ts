import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Palette from '#ui/palette/Palette.svelte';
import { all, clear, press, show } from '../../kit/kit-page.ts';

/** What the palette asks for while one types, and lets go of when it is closed. */

beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
	await clear();
	vi.useRealTimers();
});

const entry = (label: string, also?: string) => ({
	id: label,
	label,
	icon: 'memory' as const,
	run: () => undefined,
	...(also !== undefined && { also })
});

function opened(labels: readonly ReturnType<typeof entry>[] = []) {
	const asked: { readonly query: string; readonly signal: AbortSignal }[] = [];
	show(Palette, {
		begun: '',
		commands: labels,
		places: [],
		sessions: [],
		find: (query: string, signal: AbortSignal) => {
			asked.push({ query, signal });
			return new Promise<never>(() => undefined);
		},
		onall: () => undefined,
		onclose: () => undefined
	});
	return asked;
}

function type(words: string): void {
	const field = document.querySelector('input')!;
	field.value = words;
	field.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
}

it('asks at the first key, and nothing more once it is closed', async () => {
	const asked = opened();
	type('ferry');
	expect(asked).toMatchObject([{ query: 'ferry' }]);
	await clear();
	vi.runAllTimers();
	expect(asked).toHaveLength(1);
});

it('stops the question that is still open when it is closed, or when another one comes', async () => {
	const asked = opened();
	type('ferry');
	vi.runAllTimers();
	type('ferry to Naxos');
	expect(asked[0]?.signal.aborted).toBe(true);
	vi.runAllTimers();
	expect(asked.map(({ query, signal }) => [query, signal.aborted])).toEqual([
		['ferry', true],
		['ferry to Naxos', false]
	]);
	await clear();
	expect(asked[1]?.signal.aborted).toBe(true);
});

it('marks in what it found what was looked for', async () => {
	const pieces = [
		{ text: 'The ', hit: false },
		{ text: 'ferry', hit: true },
		{ text: ' at nine', hit: false }
	];
	const found = { id: 'one', label: 'The ferry at nine', pieces, icon: 'chat' as const };
	show(Palette, {
		begun: 'ferry',
		commands: [],
		places: [],
		sessions: [],
		find: () => Promise.resolve([{ ...found, run: () => undefined }]),
		onall: () => undefined,
		onclose: () => undefined
	});
	await vi.runAllTimersAsync();
	flushSync();
	expect(all('option')[0]?.textContent.trim()).toBe('The ferry at nine');
	expect(document.querySelector('mark')?.textContent).toBe('ferry');
});

const offered = () => all('option').map(({ textContent }) => textContent.trim());

it('offers the parts of the settings to who types their name, and runs the one that is chosen', async () => {
	const run = vi.fn((_: string) => undefined);
	const part = (id: string) => ({
		id,
		label: `Settings: ${id}`,
		icon: 'settings' as const,
		run: () => run(id)
	});
	show(Palette, {
		begun: '',
		commands: [{ ...part('all'), label: 'Settings' }],
		places: [part('Privacy'), part('Data')],
		sessions: [],
		find: () => Promise.resolve([]),
		onall: () => undefined,
		onclose: () => undefined
	});
	expect(offered()).toEqual(['Settings']);
	type('priv');
	expect(offered()[0]).toBe('Settings: Privacy');
	press(document.querySelector('input'), 'Enter');
	expect(run).toHaveBeenCalledWith('Privacy');
	type('settings');
	expect(offered().slice(0, 3)).toEqual(['Settings', 'Settings: Privacy', 'Settings: Data']);
});

it('offers by another word what nobody would look for by its name, behind what holds the word', () => {
	const run = vi.fn();
	show(Palette, {
		begun: '',
		commands: [],
		places: [
			{ id: 'display', label: 'Display', known: 'theme dark', icon: 'settings' as const, run },
			{ id: 'theme', label: 'Theme: Dark', icon: 'eye' as const, run }
		],
		sessions: [],
		find: () => Promise.resolve([]),
		onall: () => undefined,
		onclose: () => undefined
	});
	type('the');
	expect(offered()).toEqual(['Theme: Dark', 'Search everything for “the”', 'Display']);
	type('display');
	expect(offered()).toEqual(['Display', 'Search everything for “display”']);
	type('');
	expect(offered()).toEqual([]);
});

it.each(['cafe', 'zürich café'])(
	'finds a session with “%s” as the list at the side does',
	(begun) => {
		const session = { id: 's', label: 'Café in Zurich', icon: 'chat' as const };
		show(Palette, {
			begun,
			commands: [],
			places: [],
			sessions: [{ ...session, run: () => undefined }],
			find: () => Promise.resolve([]),
			onall: () => undefined,
			onclose: () => undefined
		});
		expect(all('option')[0]?.textContent.trim()).toBe('Café in Zurich');
	}
);

it('offers first what is called as was typed, then what begins so, then what only mentions it', () => {
	opened([
		entry('Undo the last compaction, reset or memory write', '/undo'),
		entry('Memory rules'),
		entry('Memory'),
		entry('Archive and begin anew', '/reset')
	]);
	const offered = () => all('option').map((one) => one.querySelector('.label')?.textContent);
	type('memory');
	expect(offered().slice(0, 3)).toEqual([
		'Memory',
		'Memory rules',
		'Undo the last compaction, reset or memory write'
	]);
	type('reset');
	expect(offered()[0]).toBe('Archive and begin anew');
});

it('does once what Enter asks for that was pressed before it was there, when the sessions are known', () => {
	const run = vi.fn();
	const closed = vi.fn();
	const props = $state({
		begun: 'lisbon',
		isEntered: false,
		commands: [entry('Memory')],
		places: [],
		sessions: [] as readonly (ReturnType<typeof entry> & { readonly run: () => void })[],
		find: () => new Promise<never>(() => undefined),
		onall: run,
		onclose: closed
	});
	show(Palette, props);
	expect(run).not.toHaveBeenCalled();
	Object.assign(props, { sessions: [{ ...entry('Lisbon in May'), run }], isEntered: true });
	flushSync();
	expect(run.mock.calls).toEqual([[]]);
	expect(closed).toHaveBeenCalledTimes(1);
});

it('opens at Enter what holds the words that stand there, not what held those before', async () => {
	const opened = vi.fn((_: string) => undefined);
	const answers = new Map<string, (hits: readonly ReturnType<typeof hit>[]) => void>();
	const hit = (id: string) => ({ ...entry(id), run: () => opened(id) });
	show(Palette, {
		begun: '',
		commands: [],
		places: [],
		sessions: [],
		find: (query: string) =>
			new Promise<readonly ReturnType<typeof hit>[]>((resolve) => answers.set(query, resolve)),
		onall: () => opened('everything'),
		onclose: () => undefined
	});
	const answered = async (query: string, ...ids: readonly string[]) => {
		answers.get(query)?.(ids.map(hit));
		await vi.runAllTimersAsync();
		flushSync();
	};
	const enter = () => press(document.querySelector('input'), 'Enter');
	type('marmalade');
	await answered('marmalade', 'a sandwich', 'a toast');
	type('flamingo');
	enter();
	expect(opened).not.toHaveBeenCalled();
	await answered('flamingo', 'a dance');
	expect(opened.mock.calls).toEqual([['a dance']]);
	// Other words that came behind Enter take it back.
	type('marmalade jar');
	enter();
	type('marmalade jars');
	await answered('marmalade jars', 'a jar');
	expect(opened).toHaveBeenCalledTimes(1);
	// What one goes to is meant as it stands there.
	type('flute');
	press(document.querySelector('input'), 'ArrowDown');
	enter();
	expect(opened.mock.lastCall).toEqual(['everything']);
});
