import { listedModels } from '#core/models/known-models.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { Settings } from '#core/settings.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { words } from '#ui/words/all-words.ts';
import { said, undo } from '../../acts/said.ts';

/** Another model for a session, or with null the one of the settings; says so, and how far its name can be trusted. */
export async function chooseModel(
	keepsake: AppState,
	view: SessionView,
	model: string | null
): Promise<void> {
	const { notices } = keepsake;
	const settings = keepsake.settings.current;
	const before = view.session.model;
	const outcome = await view.choices.setModel(model);
	said(notices, outcome, settings && textOf(settings, model), undo(takeBack));

	async function takeBack(): Promise<void> {
		said(notices, await view.choices.setModel(before), settings && textOf(settings, before));
	}
}

function textOf(settings: Settings, model: string | null): string {
	const told = words.models;
	if (model === onDevice) return told.chosen(words.chat.onDevice);
	if (model === null)
		return told.follows(settings.model === onDevice ? words.chat.onDevice : settings.model);
	const listed = listedModels(settings);
	if (listed.has(model)) return told.chosen(model);
	return listed.size > 0 ? told.chosenUnlisted(model) : told.chosenUnknown(model);
}
