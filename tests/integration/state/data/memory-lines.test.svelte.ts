import { version } from '$app/environment';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exportMemoryLines } from '#flows/export/export-memory.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { AppState } from '#state/app.svelte.ts';
import { exportMemoryLinesNow } from '../../../../src/routes/acts/export-now.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';

/** Memory as a list in the clipboard. */

let app: TestApp;
let keepsake: AppState;
const writeText = vi.fn((text: string) => Promise.resolve(void text));

withApp((own) => (app = own));
beforeEach(() => {
	keepsake = new AppState(app);
	app.jobs['export-memory-lines'] = (ask) => exportMemoryLines(app, ask);
	vi.stubGlobal('navigator', { clipboard: { writeText } });
	writeText.mockClear();
});
afterEach(() => {
	vi.unstubAllGlobals();
});

const remember = (text: string) =>
	saveMemoryFile(app, { path: 'MEMORY.md', text, expectedRev: null });

it('says how many lines were copied, those of prose too', async () => {
	await remember('# About me\n\nI am Ana, a nurse in Oslo.\n\n1. Answer in Norwegian.\n');
	await exportMemoryLinesNow(keepsake, 'list');
	expect(writeText.mock.calls).toEqual([
		['[unknown] - I am Ana, a nurse in Oslo.\n[unknown] - Answer in Norwegian.']
	]);
	expect(keepsake.notices.current?.text).toBe(
		'Copied 2 lines, without headings and code. Paste them where another assistant takes memories.'
	);
});

it.each(['list', 'pam'] as const)(
	'where memory holds no line nothing leaves as %s, and the clipboard stays as it is',
	async (as) => {
		await remember('# About me\n');
		await exportMemoryLinesNow(keepsake, as);
		expect(writeText).not.toHaveBeenCalled();
		expect(keepsake.notices.current?.text).toMatch(/^Nothing to pass on/);
	}
);

it('the file names the version that the settings show', async () => {
	await remember('- Likes tea\n');
	const made: Promise<string>[] = [];
	app.jobs['export-memory-lines'] = async (ask) => {
		const outcome = await exportMemoryLines(app, ask);
		if (outcome.status === 'made') made.push(outcome.file.text());
		return outcome;
	};
	await exportMemoryLinesNow(keepsake, 'pam');
	const [told = '0.0.0'] = /^\d+\.\d+\.\d+/.exec(version) ?? [];
	expect(JSON.parse((await made[0]) ?? '')).toMatchObject({ exported_by: `keepsake/${told}` });
});
