import { absenceOf, readerOf, type Absence } from '#core/memory/access.ts';
import type { MemoryFile } from '#core/memory/memory.ts';
import { onDevice } from '#core/models/model-card.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { familyOf } from '#core/tokens/family.ts';
import { hostOf } from '#core/wire/endpoint.ts';
import { noteDaysOf } from '#flows/today.ts';
import type { AppState } from '#state/app.svelte.ts';

/** Whether a file goes along with messages, and where those go. */
export interface FileReach {
	/** Null while everything is answered on this device. */
	readonly host: string | null;
	readonly main: Absence | null;
	readonly guest: Absence | null;
	/** Tokens a file may weigh before a clean-up is offered. */
	readonly budget: number;
	/** Estimated for the model in use. */
	readonly tokens: number;
}

/** Of a file as it stands on screen; undefined until the settings are read. */
export function reachOf(
	keepsake: Pick<AppState, 'app' | 'settings' | 'answerer'>,
	{ text, ...place }: Pick<MemoryFile, 'path' | 'scope' | 'text'>
): FileReach | undefined {
	const settings = keepsake.settings.current;
	if (!settings) return undefined;
	const answerer = keepsake.answerer({ model: null });
	const days = noteDaysOf(keepsake.app.clock, settings);
	return {
		host: answerer === onDevice ? null : hostOf(settings.endpoint),
		main: absenceOf(place, { ...readerOf(settings, { kind: 'main', answerer }), days }),
		guest: absenceOf(place, { ...readerOf(settings, { kind: 'guest', answerer }), days }),
		budget: settings.memoryBudget,
		tokens: estimateTokens(text, familyOf(answerer))
	};
}
