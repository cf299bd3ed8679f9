import type { SavingStage } from '#state/settings/saved-settings.svelte.ts';
import { words } from '../words/all-words.ts';

/** Whether what was changed is stored, in a word for the head of the page; why it is not stands on the page. */
export const stageText = ({ at }: SavingStage): string => texts[at];

const texts: Readonly<Record<SavingStage['at'], string>> = {
	rest: '',
	saving: words.settings.saving,
	saved: words.settings.saved,
	failed: words.settings.notStored
};
