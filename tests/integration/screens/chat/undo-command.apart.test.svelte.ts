import { beforeEach, expect, it, vi } from 'vitest';
import { chainEnd } from '#core/log/chain.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { runCommand } from '../../../../src/routes/chat/acts/run-command.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';

/** What `/undo` takes back, and the way on from there. */

vi.mock('$app/navigation', () => ({ goto: vi.fn() }));

let app: TestApp;
withApp((own) => (app = own));
beforeEach(async () => {
	app.jobs['archive-summary'] = () => new Promise(() => undefined);
	const said = someExchanges(6);
	await storeSession(app.db, aSession(), said);
	const last = said[2]!;
	const draft = aSummary(2, {
		status: 'draft',
		committedAt: null,
		through: { seq: 2, step: last.steps.at(-1)!.index },
		throughHash: chainEnd(last)
	});
	await app.db.summaries.put(draft);
});

it('a summary that was used comes back by Redo, and goes again by Undo, as often as one likes', async () => {
	const keepsake = new AppState(app);
	const { notices } = keepsake;
	const [draft] = await app.db.summaries.toArray();
	const status = async () => (await app.db.summaries.get(draft!.id))?.status;
	expect(await useSummary(app, draft!.id)).toMatchObject({ status: 'used' });
	await runCommand(keepsake, { id: 's1' } as SessionView, { name: 'undo', argument: '' });
	for (const [label, after] of [
		['Redo', 'active'],
		['Undo', 'reverted'],
		['Redo', 'active']
	] as const) {
		await eventually(() => expect(notices.current?.action?.label).toBe(label));
		notices.current?.action?.onpress();
		await eventually(async () => expect(await status()).toBe(after));
	}
});
