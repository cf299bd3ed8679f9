import { beforeEach, expect, it, vi } from 'vitest';
import { curatedPath } from '#core/memory/memory.ts';
import { chainEnd } from '#core/log/chain.ts';
import { memoryFile } from '#db/memory/files.ts';
import { discardSummary } from '#flows/compaction/discard-draft.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { deleteSummary } from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { renameMemoryFile } from '#flows/memory/memory-acts.ts';
import { rememberText, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { resetSession } from '#flows/sessions/reset-session.ts';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { runCommand } from '../../../../src/routes/chat/acts/run-command.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aProposal } from '../../../support/builders/a-proposal.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { never } from '../../../support/never.ts';

/** Whatever `/undo` takes back is done again by Redo, exactly, and taken back again by Undo. */

vi.mock('$app/navigation', () => ({ goto: vi.fn() }));

let app: TestApp;
let keepsake: AppState;
let draftId = '';
let extractions = 0;
const said = someExchanges(6);
const turnId = said[1]?.turn.turnId ?? '';

withApp((own) => (app = own));
beforeEach(async () => {
	extractions = 0;
	app.jobs['archive-summary'] = () => new Promise(() => undefined);
	app.jobs['report-loss'] = () => new Promise(() => undefined);
	app.jobs['warm-session'] = () => new Promise(() => undefined);
	app.jobs['archive-session'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
	app.jobs.extract = () => {
		extractions++;
		return Promise.resolve({ status: 'extracted', proposals: 0 });
	};
	await storeSession(app.db, aSession(), said);
	const last = said[2]!;
	const draft = aSummary(2, {
		status: 'draft',
		committedAt: null,
		text: 'As it was.',
		through: { seq: 2, step: last.steps.at(-1)!.index },
		throughHash: chainEnd(last)
	});
	draftId = draft.id;
	await app.db.summaries.put(draft);
	keepsake = new AppState(app);
});

/** Where one goes on: a reset is taken back from the session that follows. */
async function undo() {
	const [session] = await app.db.sessions.filter(({ endedAt }) => endedAt === null).toArray();
	const view = { id: session?.id, marks: {}, inUse: null } as unknown as SessionView;
	await runCommand(keepsake, view, { name: 'undo', argument: '' });
}
const summary = () => app.db.summaries.get(draftId);
const status = async () => (await summary())?.status;
const memory = async () => (await memoryFile(app.db, curatedPath))?.text ?? null;
const note = 'memory/2026-11-20.md';
const press = async (label: string) => {
	await eventually(() => expect(keepsake.notices.current?.action?.label).toBe(label));
	await keepsake.notices.current?.action?.onpress();
};

const save = async (path: string, text: string) => {
	const expectedRev = (await memoryFile(app.db, path))?.rev ?? null;
	await saveMemoryFile(app, { path, text, expectedRev });
};

const acts: Readonly<Record<string, readonly [() => Promise<unknown>, () => Promise<unknown>]>> = {
	'a deleted message': [
		() => deleteTurn(app, { sessionId: 's1', turnId }),
		async () => (await app.db.marks.get(['s1', turnId, 'deleted'])) !== undefined
	],
	'a reset': [
		() => resetSession(app, 's1', { by: 'user' }, never),
		async () => (await app.db.sessions.get('s1'))?.endedAt !== null
	],
	'a line that was remembered': [
		() => rememberText(app, { text: 'Likes plums', turnId: null, sessionId: 's1', guest: false }),
		memory
	],
	'a file that was saved': [() => save(curatedPath, '- by hand\n'), memory],
	'a file that was renamed': [
		async () => {
			await save(note, '- a fact\n');
			await renameMemoryFile(app, { from: note, to: 'memory/2026-11-21.md' });
		},
		async () => [
			await memoryFile(app.db, note).then((file) => file?.text),
			await memoryFile(app.db, 'memory/2026-11-21.md').then((file) => file?.text)
		]
	],
	'a draft that was discarded': [() => discardSummary(app, draftId), status],
	'a summary that was edited': [
		() => editSummary(app, draftId, { text: 'Other words.' }),
		async () => (await summary())?.text
	],
	'a summary that was deleted': [
		async () => {
			await useSummary(app, draftId);
			await deleteSummary(app, draftId, 'leave-out');
		},
		async () => [await status(), (await summary())?.standsFor]
	],
	'a line that was accepted': [
		async () => {
			const proposal = aProposal('Likes plums', { sessionId: 's1', path: curatedPath });
			await app.db.proposals.put(proposal);
			await acceptProposal(app, proposal.id);
		},
		memory
	]
};

it.each(Object.keys(acts))('%s', async (name) => {
	const [act, state] = acts[name]!;
	await act();
	const after = await state();
	await undo();
	const before = await state();
	expect(before).not.toEqual(after);
	for (const [label, expected] of [
		['Redo', after],
		['Undo', before],
		['Redo', after],
		['Undo', before]
	] as const) {
		await press(label);
		await eventually(async () => expect(await state()).toEqual(expected));
	}
	if (name === 'a reset') expect(extractions).toBe(1);
});

it('is not done again over what was written to a file since, nor where something was said', async () => {
	await acts['a line that was remembered']![0]();
	await undo();
	await save(curatedPath, '- from elsewhere\n');
	await press('Redo');
	expect(keepsake.notices.current?.isFailure).toBe(true);
	expect(await memory()).toBe('- from elsewhere\n');
	await acts['a reset']![0]();
	await undo();
	const turn = { ...said[5]!.turn, askedAt: app.clock.now() + 1000 };
	await app.db.turns.put(turn);
	await press('Redo');
	expect(keepsake.notices.current?.isFailure).toBe(true);
	expect((await app.db.sessions.get('s1'))?.endedAt).toBeNull();
});
