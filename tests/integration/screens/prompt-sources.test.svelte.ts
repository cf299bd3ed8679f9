import { afterEach, beforeEach, expect, it } from 'vitest';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { PromptSources } from '#state/prompt/prompt-sources.svelte.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';

/** The parts of a prompt, changed in the inspector where they are stored. */

let app: TestApp;

beforeEach(async () => {
	app = await anApp();
});
afterEach(async () => {
	await app.close();
});

it('saving the anchors leaves a summary text alone that was changed since they were opened, and the other way round', async () => {
	const session = aSession();
	const summary = aSummary(3, { sessionId: session.id, text: 'Tea.', anchors: '- pot' });
	await app.db.sessions.put(session);
	await app.db.summaries.put(summary);
	const sources = new PromptSources(app, { id: session.id, session, inUse: summary });
	const [anchors, words] = [await sources.read('Anchors'), await sources.read('Summary')];

	await editSummary(app, summary.id, { text: 'Green tea.' });
	expect(await anchors?.save('- kettle')).toEqual({ status: 'done' });
	const stored = () => app.db.summaries.get(summary.id);
	expect(await stored()).toMatchObject({ text: 'Green tea.', anchors: '- kettle' });

	await words?.save('Black tea.');
	expect(await stored()).toMatchObject({ text: 'Black tea.', anchors: '- kettle' });
});
