import { flushSync } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { defaultSettings } from '#core/settings.ts';
import type { Backups } from '#state/data/backups.svelte.ts';
import type { SavedSettings } from '#state/settings/saved-settings.svelte.ts';
import BackupPart from '#ui/settings/data/BackupPart.svelte';
import { clear, show } from '../../kit/kit-page.ts';

/** How often a backup is made, or told to be due. */

afterEach(clear);

it('nothing is promised to be backed up by itself before there is a place for it', () => {
	let place = $state.raw<Backups['place']>(null);
	const backups = {
		get place() {
			return place;
		},
		stage: { at: 'ready' },
		last: { current: null },
		downloaded: { current: null },
		canChooseFolder: true,
		canChooseFile: true
	} as unknown as Backups;
	show(BackupPart, { backups, form: {} as SavedSettings, settings: defaultSettings });
	const [label, field] = [document.querySelector('label')!, document.querySelector('select')!];
	expect(label.textContent.trim()).toBe('Remind me to back up');
	expect(field.options[0]?.textContent).toBe('Never');
	place = { kind: 'directory', name: 'Copies' } as Backups['place'];
	flushSync();
	expect(label.textContent.trim()).toBe('Back up');
	expect(field.options[0]?.textContent).toBe('Only by hand');
});
