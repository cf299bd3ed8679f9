import { redoMemoryAct, redoMemoryWrite } from '#flows/memory/redo-memory.ts';
import { undoMemoryAct, type MemoryAct } from '#flows/memory/memory-acts.ts';
import { undoMemoryOf } from '#flows/sessions/undo-last.ts';
import type { AppState } from '#state/app.svelte.ts';
import { words } from '#ui/words/all-words.ts';
import { said, wayBack } from './said.ts';

/** What was written to memory is taken back and written again, as often as one likes, where nothing was written there since. */

type Keepsake = Pick<AppState, 'app' | 'notices'>;

interface Written {
	readonly sessionId: string | null;
	readonly path: string;
	readonly revisionId: string;
}

/** Undo of one write; `undone`, `redone`: what is said then. */
export const writeBack = (
	keepsake: Keepsake,
	written: Written,
	texts: { readonly undone: string; readonly redone: string }
) =>
	wayBack(keepsake.notices, {
		back: () => undoMemoryOf(keepsake.app, written.sessionId, written.revisionId),
		text: texts.undone,
		again: () => writeAgain(keepsake, written, texts)
	});

export async function writeAgain(
	keepsake: Keepsake,
	written: Written,
	texts: Parameters<typeof writeBack>[2]
): Promise<void> {
	const { app, notices } = keepsake;
	const outcome = await redoMemoryWrite(app, written);
	if (outcome.status === 'failed') said(notices, outcome);
	else {
		const { revisionId } = outcome;
		notices.say(texts.redone, writeBack(keepsake, { ...written, revisionId }, texts));
	}
}

/** An act on two files is done again. */
export async function actAgain(keepsake: Keepsake, act: MemoryAct): Promise<void> {
	const { app, notices } = keepsake;
	const [path = ''] = act.paths;
	const outcome = await redoMemoryAct(app, act);
	if (outcome.status === 'failed') return void said(notices, outcome);
	const back = wayBack(notices, {
		back: () => undoMemoryAct(app, outcome.act),
		text: words.messages.undone.memory(path),
		again: () => actAgain(keepsake, outcome.act)
	});
	notices.say(words.commands.writtenAgain(path), back);
}
