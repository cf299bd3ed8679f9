import { listedModels } from '#core/models/known-models.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { Settings } from '#core/settings.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { words } from '#ui/words/all-words.ts';
import { said, wayBack } from '../../acts/said.ts';

/** Another model for a session, or with null the one of the settings; says so, and how far its name can be trusted. */
export async function chooseModel(
	keepsake: AppState,
	view: SessionView,
	model: string | null,
	before = view.session.model
): Promise<void> {
	const notices = keepsake.notices.of(view.id);
	const settings = keepsake.settings.current;
	const outcome = await view.choices.setModel(model);
	if (!settings) return void said(notices, outcome);
	const back = wayBack(notices, {
		back: () => view.choices.setModel(before),
		text: textOf(settings, before),
		again: () => chooseModel(keepsake, view, model, before)
	});
	said(notices, outcome, textOf(settings, model), back);
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
