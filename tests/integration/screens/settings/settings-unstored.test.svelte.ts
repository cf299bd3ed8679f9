import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unknownCard } from '#core/models/model-card.ts';
import { readSettings } from '#db/settings.ts';
import { SavedSettings } from '#state/settings/saved-settings.svelte.ts';
import { fieldsUnderPen } from '#state/tab/under-pen.ts';
import ModelField from '#ui/presets/ModelField.svelte';
import PresetField from '#ui/presets/PresetField.svelte';
import WholeField from '#ui/settings/fields/WholeField.svelte';
import PriceFields from '#ui/settings/PriceFields.svelte';
import ProviderSection from '#ui/settings/ProviderSection.svelte';
import SavedArea from '#ui/settings/fields/SavedArea.svelte';
import SavedField from '#ui/settings/fields/SavedField.svelte';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { all, clear, click, show } from '../../kit/kit-page.ts';

/** What is typed on the settings page and cannot be stored stays where it was typed, and the field says why. */

let app: TestApp;
let form: SavedSettings;

withApp((own) => (app = own));
beforeEach(() => {
	form = new SavedSettings(app);
});
afterEach(async () => {
	vi.restoreAllMocks();
	await clear();
	fieldsUnderPen.clear();
});

/** Whatever is written to the settings finds no room, until it is taken back. */
const fillDisk = () =>
	vi
		.spyOn(app.db.settings, 'put')
		.mockRejectedValue(new DOMException('no room', 'QuotaExceededError'));

const ours = 'You are a helpful assistant.';
const long = 'You are a cook who has been asked for bread. '.repeat(40);

async function systemText() {
	show(SavedArea, {
		get form() {
			return form;
		},
		label: 'System text',
		original: ours,
		get own() {
			return form.current?.systemText ?? null;
		},
		store: (text: string | null) => {
			form.set('systemText', text);
			return undefined;
		}
	});
	await eventually(() => expect(form.current).toBeDefined());
	flushSync();
}

async function modelField(take?: (text: string) => string | undefined) {
	show(SavedField, {
		get form() {
			return form;
		},
		label: 'Model',
		get value() {
			return form.current?.model ?? '';
		},
		take:
			take ??
			((text: string) => {
				form.set('model', text);
				return undefined;
			})
	});
	await eventually(() => expect(form.current).toBeDefined());
	flushSync();
}

const box = (label?: string): HTMLInputElement | HTMLTextAreaElement => {
	const labels = [...document.querySelectorAll('label')];
	const { htmlFor } = labels.find((one) => !label || one.textContent.trim() === label)!;
	return document.querySelector<HTMLInputElement>(`[id="${htmlFor}"]`)!;
};
const said = () => document.querySelector('[role=alert]')?.textContent ?? '';
const stored = async () => (await readSettings(app.db)).systemText;

function type(text: string, field = box()) {
	field.focus();
	field.value = text;
	field.dispatchEvent(
		new InputEvent('input', { bubbles: true, inputType: 'insertText', data: 'x' })
	);
	flushSync();
}

function leave(field = box()) {
	field.dispatchEvent(new Event('change', { bubbles: true }));
	field.dispatchEvent(new FocusEvent('blur'));
	flushSync();
}

async function isTold() {
	await eventually(() => {
		flushSync();
		expect(said()).toContain('Not saved');
		expect(said()).toContain('no room');
	});
}

it('a long text that finds no room stays in its field, and is stored when there is room again', async () => {
	await systemText();
	const disk = fillDisk();
	type(long);
	leave();
	await isTold();
	expect(box().value).toBe(long);
	expect(await stored()).toBeNull();
	disk.mockRestore();
	box().focus();
	leave();
	await eventually(async () => expect(await stored()).toBe(long));
	await eventually(() => {
		flushSync();
		expect(said()).toBe('');
	});
	expect(box().value).toBe(long);
});

/** Whether the browser asks whoever leaves now. */
function isAsked(): boolean {
	const going = new Event('beforeunload', { cancelable: true });
	window.dispatchEvent(going);
	return going.defaultPrevented;
}

it('it is there again when the page was left and is opened anew, and the browser asks before it goes with the page, whatever page is on screen', async () => {
	await systemText();
	fillDisk();
	type(long);
	await clear();
	await eventually(() => expect(fieldsUnderPen.size).toBe(1));
	expect(isAsked()).toBe(true);
	await systemText();
	expect(box().value).toBe(long);
	expect(said()).toContain('Not saved');
	expect(isAsked()).toBe(true);
});

it('it can be given up for what is saved', async () => {
	await systemText();
	fillDisk();
	type(long);
	leave();
	await isTold();
	click(all('button').find((one) => one.textContent.trim() === 'Back to what is saved'));
	expect([box().value, said(), fieldsUnderPen.size]).toEqual([ours, '', 0]);
	expect(isAsked()).toBe(false);
});

it('words typed while the ones before them could not be stored are the ones that stay', async () => {
	await systemText();
	fillDisk();
	type(long);
	box().dispatchEvent(new Event('change', { bubbles: true }));
	type(`${long} And butter.`);
	leave();
	await isTold();
	expect(box().value).toBe(`${long} And butter.`);
	expect([...fieldsUnderPen.values()]).toMatchObject([{ text: `${long} And butter.` }]);
});

it('one line stays too, and so does what is refused for what it says', async () => {
	await modelField();
	const disk = fillDisk();
	type('claude-opus-7');
	leave();
	await isTold();
	expect(box().value).toBe('claude-opus-7');
	disk.mockRestore();
	leave();
	await eventually(() => {
		flushSync();
		expect(said()).toBe('');
	});
	expect((await readSettings(app.db)).model).toBe('claude-opus-7');
	await clear();
	await modelField(() => 'That will not do.');
	type('gpt');
	leave();
	await clear();
	await modelField(() => 'That will not do.');
	expect([box().value, said()]).toEqual(['gpt', 'That will not do.']);
});

it('a price that makes the others known takes none of them along when it cannot be stored', async () => {
	const card = unknownCard('a-model');
	show(PriceFields, {
		form,
		get card() {
			return form.current?.models['a-model'] ?? card;
		}
	});
	await eventually(() => expect(form.current).toBeDefined());
	type('2', box('Input price'));
	leave(box('Input price'));
	await eventually(() => expect(form.stage.at).toBe('saved'));
	fillDisk();
	type('10', box('Output price'));
	leave(box('Output price'));
	await isTold();
	expect([box('Input price').value, box('Output price').value]).toEqual(['2', '10']);
});

it('the name of a model that is to write summaries stays when it cannot be stored', async () => {
	show(ModelField, {
		form,
		told: { label: 'Summariser', help: '' },
		get value() {
			return form.current?.model === null ? 'session' : { model: form.current?.model };
		},
		models: [],
		of: 'mine',
		write: (value: unknown) => {
			form.set('model', (value as { model: string }).model);
			return undefined;
		}
	});
	await eventually(() => expect(form.current).toBeDefined());
	flushSync();
	const select = document.querySelector('select')!;
	select.value = 'named';
	select.dispatchEvent(new Event('change', { bubbles: true }));
	flushSync();
	const field = document.querySelector('input')!;
	fillDisk();
	type('claude-haiku-9', field);
	leave(field);
	await isTold();
	expect(document.querySelector('input')?.value).toBe('claude-haiku-9');
});

it('another endpoint that cannot be stored is not the one that is called: the page goes on naming the one before', async () => {
	const pointed: string[] = [];
	const unread = await readSettings(app.db);
	show(ProviderSection, {
		get form() {
			return form;
		},
		get settings() {
			return form.current ?? unread;
		},
		onendpoint: ({ endpoint }: { readonly endpoint: string }) => pointed.push(endpoint)
	});
	await eventually(() => expect(form.current).toBeDefined());
	const before = box('API endpoint').value;
	fillDisk();
	type('https://other.example', box('API endpoint'));
	leave(box('API endpoint'));
	await isTold();
	expect(pointed).toEqual(['https://other.example', before]);
	expect(box('API endpoint').value).toBe('https://other.example');
});

it('words of a preset that are too long stay in their field, which says so', async () => {
	show(PresetField, {
		form,
		field: { path: 'asked.words', group: 'summary', control: { type: 'words' } } as const,
		of: 'mine',
		value: null,
		overridden: false,
		models: [],
		write: () => 'At most 20,000 characters.',
		onback: () => undefined
	});
	type(long);
	leave();
	expect([box().value, said()]).toEqual([long, 'At most 20,000 characters.']);
});

it('half of a number that decides what is deleted for good is not stored while one types', async () => {
	const set = vi.spyOn(form, 'set');
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		show(WholeField, { form, name: 'ledgerDays' as const });
		const field = document.querySelector('input')!;
		const type = (text: string) => {
			field.value = text;
			field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
			flushSync();
		};
		field.focus();
		type('1');
		vi.advanceTimersByTime(60_000);
		expect(set).not.toHaveBeenCalled();
		type('180');
		field.dispatchEvent(new Event('change', { bubbles: true }));
	} finally {
		vi.useRealTimers();
	}
	await eventually(async () => {
		expect((await readSettings(app.db)).ledgerDays).toBe(180);
	});
});
