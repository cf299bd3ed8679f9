import { expect, test, type Page } from '@playwright/test';
import { gunzipSync, strFromU8, strToU8, unzipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { command, downloadBy, say, storedTables, transcript } from '../steps.ts';

/** The screen contract as an outside tester reads it: memory files, and everything that leaves and enters. */

const editor = (page: Page) => page.getByRole('textbox', { name: 'Memory file', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const status = (page: Page, text: RegExp | string) =>
	page.getByRole('status').filter({ hasText: text });
const preview = (page: Page) => page.getByRole('region', { name: 'Import preview', exact: true });

async function write(page: Page, path: string, text: string): Promise<void> {
	await page.goto(`/memory/${path}`);
	await editor(page).fill(text);
	await save(page).click();
	await expect(save(page)).toBeDisabled();
}

/** Put a file into the import, as if it were chosen. */
async function choose(page: Page, name: string, content: string | Uint8Array): Promise<void> {
	const bytes = typeof content === 'string' ? strToU8(content) : content;
	await page
		.getByLabel('Import file', { exact: true })
		.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
}

const unzip = async (path: string) => unzipSync(new Uint8Array(await readFile(path)));

test('a memory file is edited, kept in its history, deleted at once and brought back', async ({
	page
}) => {
	await page.goto('/memory/MEMORY.md');
	await expect(save(page)).toBeDisabled();
	await write(page, 'MEMORY.md', '# Me\n\n- Prefers **oolong** tea\n');
	await editor(page).fill('# Me\n\n- Prefers green tea\n');
	await expect(save(page)).toBeEnabled();
	await editor(page).fill('# Me\n\n- Prefers **oolong** tea\n');
	await expect(save(page)).toBeDisabled();
	await page.getByRole('button', { name: 'Preview', exact: true }).click();
	await expect(page.getByRole('main').locator('strong', { hasText: 'oolong' })).toBeVisible();
	await page.getByRole('button', { name: 'History', exact: true }).click();
	await expect(page.getByRole('region', { name: 'History' })).toContainText('You');
	await page.getByRole('button', { name: 'Delete file', exact: true }).click();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(editor(page)).toHaveValue('');
	await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(editor(page)).toHaveValue('# Me\n\n- Prefers **oolong** tea\n');
	await page.goto('/memory');
	await page.getByRole('link', { name: 'MEMORY.md', exact: true }).click();
	await expect(editor(page)).toHaveValue('# Me\n\n- Prefers **oolong** tea\n');
});

test('a file keeps its line ends, its BOM and its last line: only what was changed changes', async ({
	page
}) => {
	await page.goto('/memory');
	const before = '\ufeff# Old notes\r\n\r\n- likes trains\r\n- last line without an end';
	await choose(page, 'MEMORY.md', before);
	await preview(page).getByRole('button', { name: 'Import now', exact: true }).click();
	await expect(status(page, /^Imported/)).toBeVisible();
	await page.goto('/memory/MEMORY.md');
	await expect(editor(page)).toHaveValue(/likes trains/);
	await expect(save(page)).toBeDisabled();
	await editor(page).fill(
		(await editor(page).inputValue()).replace('likes trains', 'loves trains')
	);
	await save(page).click();
	await expect(save(page)).toBeDisabled();
	await page.goto('/memory');
	const { path } = await downloadBy(
		page,
		page.getByRole('button', { name: 'Export memory', exact: true })
	);
	const zip = await unzip(path);
	expect(Object.keys(zip)).toEqual(['MEMORY.md']);
	expect(Buffer.from(zip['MEMORY.md'] ?? []).toString('utf8')).toBe(
		before.replace('likes trains', 'loves trains')
	);
});

test('the memory zip holds the memory files and nothing else', async ({ page }) => {
	await page.goto('/');
	await say(page, 'hello');
	await write(page, 'MEMORY.md', '- one\n');
	await write(page, 'memory/2026-01-02.md', '- two\n');
	await page.goto('/settings#data');
	const { name, path } = await downloadBy(
		page,
		page.getByRole('button', { name: 'Export memory', exact: true })
	);
	expect(name).toMatch(/^keepsake-memory-\d{4}-\d\d-\d\d\.zip$/);
	const zip = await unzip(path);
	expect(Object.keys(zip).sort()).toEqual(['MEMORY.md', 'memory/2026-01-02.md']);
	expect(strFromU8(zip['memory/2026-01-02.md'] ?? new Uint8Array())).toBe('- two\n');
});

test('the whole backup lists every file with its size and hash, and archives are written once', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'The ferry to Naxos leaves at seven.');
	const ended = page.url().split('/').at(-1) ?? '';
	await command(page, '/reset');
	await expect(page).not.toHaveURL(new RegExp(ended));
	await say(page, 'A new beginning.');
	const open = page.url().split('/').at(-1) ?? '';
	await write(page, 'MEMORY.md', '- one\n');
	await page.goto('/archive');
	await expect(page.getByRole('main').getByRole('link', { name: /Naxos|agents\// })).toHaveCount(1);
	await page.goto('/settings#data');
	const { name, path } = await downloadBy(
		page,
		page.getByRole('button', { name: 'Export everything', exact: true })
	);
	expect(name).toMatch(/^keepsake-\d{4}-\d\d-\d\d\.zip$/);
	const zip = await unzip(path);
	const manifest = JSON.parse(strFromU8(zip['manifest.json'] ?? new Uint8Array())) as {
		files: Record<string, { bytes: number; sha256: string }>;
	};
	expect(manifest).toMatchObject({ format: 'keepsake', formatVersion: 1 });
	expect(Object.keys(manifest).sort()).toEqual([
		'app',
		'counts',
		'createdAt',
		'files',
		'format',
		'formatVersion'
	]);
	const names = Object.keys(zip).filter((one) => one !== 'manifest.json');
	expect(Object.keys(manifest.files).sort()).toEqual(names.sort());
	for (const [one, { bytes, sha256 }] of Object.entries(manifest.files)) {
		const content = zip[one] ?? new Uint8Array();
		expect(content.length, one).toBe(bytes);
		expect(createHash('sha256').update(content).digest('hex'), one).toBe(sha256);
		expect(one).toMatch(
			/^(settings\.json|MEMORY\.md|memory\/.+\.md|sessions\/[\w-]+\.jsonl\.gz|archives\/agents\/main\/sessions\/[\w-]+(\.\d+)?\.jsonl\.gz|blobs\/[0-9a-f]{64}|state\.jsonl\.gz)$/
		);
	}
	for (const one of ['settings.json', 'MEMORY.md', 'state.jsonl.gz', `sessions/${open}.jsonl.gz`])
		expect(names).toContain(one);
	const archive = `archives/agents/main/sessions/${ended}.jsonl.gz`;
	expect(names).toContain(archive);
	const lines = strFromU8(gunzipSync(zip[archive] ?? new Uint8Array()))
		.trim()
		.split('\n');
	const types = lines.map((line) => (JSON.parse(line) as { type: string }).type);
	expect(types[0]).toBe('session');
	expect(types).toContain('turn');
	expect(types).toContain('step');
});

test('an import shows what is new, what is there and what is unreadable, and can be left', async ({
	page
}) => {
	await write(page, 'MEMORY.md', '- one\n');
	await page.goto('/settings#data');
	await choose(page, 'MEMORY.md', '- one\n- two\n');
	await expect(preview(page)).toContainText('Differs');
	await expect(preview(page)).toContainText('replaces the one here');
	await expect(preview(page)).toContainText('two');
	await preview(page).getByRole('button', { name: 'Cancel', exact: true }).click();
	await expect(preview(page)).toHaveCount(0);
	await choose(page, 'holiday.xyz', 'nothing that anybody knows');
	await expect(page.getByRole('alert').filter({ hasText: /^Could not import/ })).toBeVisible();
	await choose(page, 'broken.zip', new Uint8Array([80, 75, 3, 4, 0, 0, 0]));
	await expect(page.getByRole('alert').filter({ hasText: /^Could not import/ })).toBeVisible();
	await choose(
		page,
		'session.jsonl',
		[
			'{"type":"user","uuid":"a1","parentUuid":null,"sessionId":"0b0b0b0b-0000-4000-8000-000000000001","timestamp":"2026-01-02T10:00:00.000Z","cwd":"/home/me","version":"2.0.0","message":{"role":"user","content":"Where is the harbour?"}}',
			'this line is no JSON',
			'{"type":"assistant","uuid":"a2","parentUuid":"a1","sessionId":"0b0b0b0b-0000-4000-8000-000000000001","timestamp":"2026-01-02T10:00:05.000Z","cwd":"/home/me","version":"2.0.0","message":{"role":"assistant","model":"claude-sonnet-5-5","content":[{"type":"text","text":"Behind the church."}]}}'
		].join('\n')
	);
	await expect(preview(page)).toContainText(/1 new/);
	await expect(preview(page)).toContainText(/1 line skipped/);
	await preview(page).getByRole('button', { name: 'Import now', exact: true }).click();
	await expect(status(page, /^Imported .*1 line skipped/)).toBeVisible();
	await page
		.getByRole('navigation', { name: 'Sessions' })
		.getByRole('link', { name: /harbour/ })
		.click();
	await expect(transcript(page)).toContainText('Behind the church.');
});

test('a backup with a passphrase opens only with it @slow', async ({ page, browser }) => {
	await page.goto('/');
	await say(page, 'The ferry to Naxos leaves at seven.');
	await page.goto('/settings#data');
	await page.getByLabel('Backup passphrase (optional)', { exact: true }).fill('a long passphrase');
	const { name, path } = await downloadBy(
		page,
		page.getByRole('button', { name: 'Export everything', exact: true })
	);
	expect(name).toMatch(/^keepsake-\d{4}-\d\d-\d\d\.zip\.age$/);
	expect((await readFile(path)).toString('latin1')).not.toContain('Naxos');
	await expect(page.getByText(/^Downloaded: .+\.zip\.age\. /)).toBeVisible();
	await expect(page.getByText('There is no backup yet.')).toHaveCount(0);
	const context = await browser.newContext();
	const other = await context.newPage();
	await other.goto('/settings#data');
	await choose(other, name, await readFile(path));
	await other.getByLabel('Backup passphrase', { exact: true }).fill('a long passphrase');
	await other.getByRole('button', { name: 'Open backup' }).click();
	await preview(other).getByRole('button', { name: 'Import now', exact: true }).click();
	await expect(status(other, /^Imported/)).toBeVisible();
	expect(JSON.stringify((await storedTables(other))['turns'])).toContain('Naxos');

	await test.step('where it already stands in the field beside the export it is not asked for', async () => {
		await other
			.getByLabel('Backup passphrase (optional)', { exact: true })
			.fill('a long passphrase');
		await choose(other, name, await readFile(path));
		await expect(preview(other)).toContainText('0 new');
	});
	await context.close();
});

test('search leads to turns, lines and archives, and so does the palette', async ({ page }) => {
	await page.goto('/');
	await say(page, 'The lighthouse keeper is called Marguerite.');
	await command(page, '/reset');
	await write(page, 'MEMORY.md', '- Marguerite likes oolong tea\n');
	await page.goto('/search?q=Marguerite');
	const results = page.getByRole('list', { name: 'Results', exact: true });
	await expect(results.getByRole('listitem').first()).toBeVisible();
	for (const entry of await results.getByRole('listitem').all())
		await expect(entry.getByRole('link').first()).toHaveAttribute(
			'href',
			/^\/(chat\/[\w-]+#[\w-]+|memory\/MEMORY\.md.*|archive\/[^/]+.*)$/
		);
	await page.keyboard.press('Control+k');
	await page.keyboard.type('lighthouse keeper');
	await page
		.getByRole('dialog')
		.getByRole('group', { name: 'Results' })
		.getByRole('option')
		.filter({ hasText: /Marguerite/ })
		.first()
		.click();
	await expect(page).toHaveURL(/\/(chat\/[\w-]+#[\w-]+|archive\/[^/]+)$/);
	await expect(page.getByText('The lighthouse keeper is called Marguerite.').first()).toBeVisible();
});
