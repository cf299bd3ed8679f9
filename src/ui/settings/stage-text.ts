import type { SavingStage } from '#state/settings/saved-settings.svelte.ts';
import { words } from '../words/all-words.ts';

/** Whether what was changed is stored, in a word for the head of the page; why it is not stands on the page. */
export function stageText({ at }: SavingStage): string {
	switch (at) {
		case 'rest':
			return '';
		case 'saving':
			return words.settings.saving;
		case 'saved':
			return words.settings.saved;
		case 'failed':
			return words.settings.notStored;
	}
}
