import { flushSync, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSettings } from '#db/settings.ts';
import { AppState } from '#state/app.svelte.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { enter, mountPalette, typeInPalette } from './palette-page.ts';

/** What the palette can do, and with which words it is found. */

const { goto } = vi.hoisted(() => ({ goto: vi.fn<(to: string) => Promise<void>>() }));
vi.mock('$app/navigation', () => ({ goto }));

let app: TestApp;
let palette: Record<string, unknown>;
const oncommand = vi.fn<(name: string) => void>();

beforeEach(async () => {
	oncommand.mockReset();
	goto.mockReset();
	app = await anApp();
});
afterEach(async () => {
	await unmount(palette);
	await app.close();
});

function open(inSession: boolean) {
	palette = mountPalette(new AppState(app), { oncommand: inSession ? oncommand : undefined });
	flushSync();
}

it.each([
	['compact', 'Summarise earlier messages now /compact'],
	['summarise', 'Summarise earlier messages now /compact'],
	['reset', 'Archive this session and start afresh /reset'],
	['model will see', 'Show what the model will see /context'],
	['choose the model', 'Choose the model /model'],
	['undo', 'Undo the last compaction, reset, deletion or memory write /undo']
])('finds with “%s” what can be done with the session on screen, and does it', (typed, label) => {
	open(true);
	expect(typeInPalette(typed)[0]).toBe(label);
	enter();
	expect(oncommand).toHaveBeenCalledExactlyOnceWith(label.split('/')[1]);
});

it.each([
	['/new', 'New chat'],
	['/memory', 'Memory'],
	['/export', 'Export everything'],
	['/help', 'Keyboard shortcuts']
])('finds what “%s” does in the composer by that name on every page', (typed, label) => {
	open(false);
	expect(typeInPalette(typed)[0]).toBe(`${label} ${typed}`);
});

it('offers nothing of a session where none is open', () => {
	open(false);
	for (const typed of ['compact', 'reset', 'context', 'undo'])
		expect(typeInPalette(typed).filter((label) => label.includes('/'))).toEqual([]);
	expect(typeInPalette('export')[0]).toBe('Export everything /export');
	expect(typeInPalette('import')[0]).toBe('Import');
	enter();
	expect(goto).toHaveBeenCalledExactlyOnceWith('/settings#data');
});

it.each(['dark', 'light', 'system'] as const)('changes to the theme “%s”', async (theme) => {
	open(false);
	expect(typeInPalette(theme)[0]).toContain('Appearance: ');
	enter();
	await eventually(async () => expect((await readSettings(app.db)).theme).toBe(theme));
});

it('shows themes, import and the parts of the settings to who types for them alone', () => {
	open(true);
	const offered = typeInPalette('').join('\n');
	expect(offered).not.toMatch(/Appearance|Import|Settings:/);
	expect(offered).toContain('/compact');
});
