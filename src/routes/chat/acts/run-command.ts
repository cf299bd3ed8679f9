import { goto } from '$app/navigation';
import { isMemoryPath } from '#core/memory/memory.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { CommandName } from '#ui/chat/composer/slash-commands.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/all-words.ts';
import { exportEverythingAside } from '../../acts/export-now.ts';
import { redoLast } from './redo-last.ts';
import { chooseModel } from './choose-model.ts';
import { resetNow } from '../../acts/reset-now.ts';
import { redo } from '../../acts/said.ts';
import { newChat } from '../../frame/new-chat.ts';

/** What slash commands do that concern more than the page they are typed on. */
type DistantCommand = Exclude<CommandName, 'compact' | 'context' | 'help' | 'remember'>;

export async function runCommand(
	keepsake: AppState,
	view: SessionView,
	{ name, argument }: { readonly name: DistantCommand; readonly argument: string }
): Promise<void> {
	switch (name) {
		case 'new':
			await newChat(keepsake, {
				kind: argument.toLowerCase() === 'guest' ? 'guest' : 'main',
				offRecord: false
			});
			return;
		case 'memory':
			await goto('/memory');
			return;
		case 'model':
			await chooseModel(keepsake, view, argument);
			return;
		case 'export':
			// The whole backup, not encrypted, downloaded at once.
			await exportEverythingAside(keepsake);
			return;
		case 'undo':
			await undo(keepsake, view);
			return;
		case 'reset':
			await resetNow(keepsake, view.id, { isHere: true });
	}
}

async function undo(keepsake: AppState, view: SessionView): Promise<void> {
	const undone = await undoLast(keepsake.app, view.id);
	const goTo = undone.status === 'undone' ? undone.goTo : null;
	const notices = keepsake.notices.of(goTo ?? view.id);
	if (undone.status === 'failed')
		notices.warn(
			undone.failure.kind === 'changed-meanwhile' && isMemoryPath(undone.name)
				? words.commands.undoBlocked(undone.name)
				: failureText(undone.failure)
		);
	else if (undone.status === 'nothing-to-do') notices.say(words.commands.nothingToUndo);
	else {
		if (goTo !== null) await goto(`/chat/${goTo}`);
		const again = redo(() => redoLast(keepsake, view, undone));
		notices.say(words.messages.undone[undone.what](undone.name), again);
	}
}
