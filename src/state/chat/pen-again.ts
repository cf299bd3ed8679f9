import { turnsMarked } from '#core/log/marks.ts';
import { branchAt } from '#core/log/path.ts';
import type { Placed } from '#db/archives/cold.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { findPlace, marksOf } from '#db/log/turns.ts';
import { storing } from '#db/storing.ts';
import type { App } from '#flows/ports.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { KeptEdits } from '#state/composer/kept-edits.ts';
import { messagesUnderPen } from '#state/tab/under-pen.ts';

type Shown = Pick<SessionView, 'id' | 'unsent'> & {
	readonly excerpt: Pick<SessionView['excerpt'], 'path'>;
};

/**
 * Words of a message that is not there go on in the composer: a copy that does not know it has taken the place of
 * everything. Asked when that is over, for a copy that is being put back has not put back what it knows.
 *
 * @param tell they stand there now
 * @param aside they stand where they were, and another branch is on screen
 */
export async function movePen(
	{ db, locks }: Pick<App, 'db' | 'locks'>,
	{ id, unsent, excerpt }: Shown,
	edits: Pick<KeptEdits, 'keep'>,
	{
		turnId,
		tell,
		aside
	}: { readonly turnId: string; readonly tell: () => void; readonly aside?: () => void }
): Promise<void> {
	if (!messagesUnderPen.has(turnId)) return;
	await locks.hold('copies', () => Promise.resolve(), { wait: true });
	const found = await storing(
		// What was forgotten, with its session or before that copy was put back, goes by itself. Where its session is not
		// there either, the browser may have thrown everything away, and a copy that knows both is about to come.
		async () =>
			(await findPlace(db, id, turnId)) ??
			((await sessionOf(db, id)) === undefined || (await forgottenAmong(db, [id, turnId])).size > 0)
	);
	const written = messagesUnderPen.get(turnId);
	if (!written || found.status === 'failed') return;
	if (typeof found.value === 'object') {
		const shown = branchAt(excerpt.path, found.value.seq);
		if (shown !== null && shown !== found.value.branch) aside?.();
	}
	if (found.value) return;
	messagesUnderPen.delete(turnId);
	unsent.putBefore(written);
	tell();
	// Where it cannot be stored they stay where they are kept.
	await unsent.kept().then(
		() => edits.keep(turnId, null),
		() => undefined
	);
}

/**
 * What was being written of other messages when the page was left is under the pen again. Answers where the one stands
 * that was written last; null where there is none on the branch that is on screen.
 */
export async function penAgain(
	app: Pick<App, 'db' | 'locks'>,
	view: Shown,
	edits: KeptEdits,
	tell: () => void
): Promise<{ readonly turnId: string; readonly seq: number } | null> {
	const { db } = app;
	const { id, excerpt } = view;
	const deleted = turnsMarked(await marksOf(db, id), 'deleted');
	let place: Placed | null = null;
	for (const [turnId, written] of await edits.read()) {
		// A deleted message has no editor; its words come back with it.
		if (deleted.has(turnId)) continue;
		if (!messagesUnderPen.has(turnId)) messagesUnderPen.set(turnId, written);
		const turn = await findPlace(db, id, turnId);
		if (!turn) void movePen(app, view, edits, { turnId, tell });
		else if (branchAt(excerpt.path, turn.seq) === turn.branch) place = turn;
	}
	return place;
}
