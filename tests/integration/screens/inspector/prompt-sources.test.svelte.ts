import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { memoryFile } from '#db/memory/files.ts';
import { readSettings, writeSetting } from '#db/settings.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { PromptSources } from '#state/prompt/prompt-sources.svelte.ts';
import SegmentRow from '#ui/inspector/SegmentRow.svelte';
import { aSession } from '../../../support/builders/a-session.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { eventually } from '../../../support/eventually.ts';
import { all, clear, click, show } from '../../kit/kit-page.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';

/** The parts of a prompt, changed in the inspector where they are stored. */

let app: TestApp;
withApp((own) => (app = own));

it('saving the anchors leaves a summary text alone that was changed since they were opened, and the other way round', async () => {
	const session = aSession();
	const summary = aSummary(3, { sessionId: session.id, text: 'Tea.', anchors: '- pot' });
	await app.db.sessions.put(session);
	await app.db.summaries.put(summary);
	let inUse = summary;
	const view = {
		id: session.id,
		session,
		get inUse() {
			return inUse;
		}
	};
	const sources = new PromptSources(app, view);
	const [anchors, words] = [await sources.read('Anchors'), await sources.read('Summary')];

	await editSummary(app, summary.id, { text: 'Green tea.' });
	expect(await anchors?.save('- kettle')).toEqual({ status: 'done' });
	const stored = () => app.db.summaries.get(summary.id);
	expect(await stored()).toMatchObject({ text: 'Green tea.', anchors: '- kettle' });

	const failure = { kind: 'changed-meanwhile' };
	expect(await words?.save('Black tea.'), 'over what it was').toEqual({
		status: 'failed',
		failure
	});
	expect(await stored()).toMatchObject({ text: 'Green tea.', anchors: '- kettle' });
	inUse = (await stored())!;
	expect(await (await sources.read('Summary'))?.save('Black tea.')).toEqual({ status: 'done' });
	expect(await stored()).toMatchObject({ text: 'Black tea.', anchors: '- kettle' });
});

it('what another tab has made of the system text or a memory file is not overwritten: it comes into what is written here', async () => {
	const session = aSession();
	const path = 'MEMORY.md';
	await saveMemoryFile(app, { path, text: '- tea\n- cake\n', expectedRev: null });
	await writeSetting(app.db, 'systemText', 'Be brief.\n\nBe kind.\n');
	const sources = new PromptSources(app, { id: session.id, session, inUse: null });
	for (const [source, mine, theirs, both] of [
		[path, '- green tea\n- cake\n', '- tea\n- cake\n- jam\n', '- green tea\n- cake\n- jam\n'],
		['System', 'Be short.\n\nBe kind.\n', 'Be brief.\n\nBe honest.\n', 'Be short.\n\nBe honest.\n']
	] as const) {
		const told: string[] = [];
		show(SegmentRow, {
			segment: { source, text: '', tokens: 1, on: true, switchable: false, absent: null },
			price: null,
			share: 0,
			shade: null,
			isCached: false,
			isOffOnce: false,
			onswitch: () => undefined,
			ononce: () => undefined,
			edit: async () => {
				const found = (await sources.read(source))!;
				const save = async (text: string) => {
					const outcome = await found.save(text);
					told.push(outcome.status === 'failed' ? outcome.failure.kind : outcome.status);
					return outcome.status === 'done';
				};
				return { ...found, save };
			}
		} as never);
		click(all('button').find((one) => one.textContent.trim() === 'Edit'));
		const area = () => document.querySelector('textarea');
		await eventually(() => {
			flushSync();
			expect(area()).not.toBeNull();
		});
		area()!.value = mine;
		area()!.dispatchEvent(new Event('input', { bubbles: true }));
		flushSync();
		if (source === path) await saveMemoryFile(app, { path, text: theirs, expectedRev: 1 });
		else await writeSetting(app.db, 'systemText', theirs);
		const save = () => click(all('button').find((one) => one.textContent.trim() === 'Save'));
		save();
		await eventually(() => {
			flushSync();
			expect([told, area()?.value]).toEqual([['changed-meanwhile'], both]);
		});
		save();
		await eventually(() => {
			flushSync();
			expect([told, area()]).toEqual([['changed-meanwhile', 'done'], null]);
		});
		await clear();
	}
	expect((await memoryFile(app.db, path))?.text).toBe('- green tea\n- cake\n- jam\n');
	expect((await readSettings(app.db)).systemText).toBe('Be short.\n\nBe honest.\n');
});
