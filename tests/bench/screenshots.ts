/**
 * Takes a picture of every screen at both widths and in both themes, from a conversation with the scripted server.
 * `node scripts/run.js tests/bench/screenshots.ts [--keep]`; `--keep` also renews those of the README and the manifest.
 */
import { mkdir, copyFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { aBuild } from './driven/a-build.ts';
import { serve } from '../../scripts/serve.js';
import { composer, say, transcript, useServer } from '../e2e/steps.ts';
import { aModel } from '../support/anthropic/models.ts';
import { startAnthropic } from '../support/anthropic/server.ts';
import { wholeBrowser } from '../support/browser.ts';

const folder = 'test-results/screenshots';

/** What is asked, and what the model of the pictures answers. */
const talk: readonly (readonly [asked: string, answer: string])[] = [
	[
		'I am planning a week in Florence in May with my sister. We like small museums and long walks. Where would you stay?',
		'For small museums and long walks, stay **Oltrarno**, on the south bank:\n\n| area | why | mind |\n| --- | --- | --- |\n| Santo Spirito | workshops, a morning market | lively until late |\n| San Niccolò | quiet, steps to San Miniato | fewer shops |\n| San Frediano | good food, flat | 20 minutes to the station |\n\nMay is mild, 14–24 °C. Book the *Vasari Corridor* ahead.'
	],
	[
		'San Niccolò sounds right. I prefer the morning train, and we must be back on 17 May. Remember that please.',
		'Noted: the **morning train**, back on **17 May**. I have put both up for review.\n\nFrom Bologna the 08:38 arrives at 09:15. A plan for the first day:\n\n1. Leave the bags in San Niccolò.\n2. Walk up to San Miniato before noon.\n3. Museo Bardini in the afternoon: three rooms of blue walls, rarely full.'
	],
	[
		'Can you write me a tiny script that turns our list of museums into calendar entries?',
		"Yes. It reads one museum a line, `name; day; hour`:\n\n```ts\nexport function toEntry(line: string): string {\n\tconst [name = '', day = '', hour = '10'] = line.split(';').map((part) => part.trim());\n\t// Two hours each: small museums, long walks.\n\treturn `BEGIN:VEVENT\\nSUMMARY:${name}\\nDTSTART:2026-05-${day}T${hour}0000\\nEND:VEVENT`;\n}\n```\n\nPaste the output between `BEGIN:VCALENDAR` and `END:VCALENDAR`."
	],
	[
		'And what did we say about the last evening?',
		'Nothing yet. Two ideas that fit what you like:\n\n- a walk along the **Viale dei Colli** to Piazzale Michelangelo, then down through the rose garden, which is open in May;\n- supper at a table in the street in San Niccolò, no booking before 19:30.'
	]
];

/** What stood before it and is summarised: long enough that a summary is worth it. */
const earlier: readonly (readonly [asked: string, answer: string])[] = [
	'Which small museums are there?',
	'Which long walks start in the city?',
	'Where do people eat who live there?',
	'What grows in the gardens in May?'
].map((asked) => [
	asked,
	Array.from(
		{ length: 14 },
		(_, at) =>
			`${String(at + 1)}. Number ${String(at + 1)} of what I found: a place south of the river with ${String(3 + at)} rooms, open from ${String(8 + (at % 4))}:00, about ${String(10 + at * 3)} minutes on foot from San Niccolò, quiet in the morning and worth an hour.`
	).join('\n')
]);

const summary = `<summary>
## Original Task
Plan a week in Florence in May with the user's sister: small museums, long walks.

## Requests
- done: choose where to stay (San Niccolò)
- done: a script that turns a list of museums into calendar entries
- open: the last evening

## Completed Work
| Item | Action | Description |
| --- | --- | --- |
| quarter | chosen | San Niccolò, quiet, near San Miniato |
| train | looked up | 08:38 from Bologna, arrives 09:15 |

## Key Technical Decisions
- Back on 17 May; morning train.

## Current State
The first day is planned: San Miniato, then Museo Bardini.

## Pending Work
- [ ] the last evening
</summary>
<memories>
- Prefers the morning train [turn 2]
- Travels to Florence in May with a sister [turn 1]
- Likes small museums and long walks [turn 1]
</memories>`;

async function converse(page: Page): Promise<void> {
	await page.goto('/');
	for (const [asked] of [...earlier, ...talk]) await say(page, asked);
	await composer(page).fill('/compact');
	await composer(page).press('Enter');
	const draft = transcript(page).getByRole('article', { name: /^Draft summary/ });
	await draft.waitFor();
	await draft.getByRole('button', { name: 'Use summary' }).click();
	await transcript(page)
		.getByRole('article', { name: /^Summary of earlier/ })
		.waitFor();
	await page.getByRole('link', { name: /^Review \(/ }).click();
	await page
		.getByRole('list', { name: 'To review' })
		.getByRole('button', { name: 'Accept' })
		.first()
		.click();
	await page.getByRole('status').filter({ hasText: 'Written to' }).waitFor();
}

/** As the screen is now, under the name of what it shows and how. */
async function take(page: Page, name: string, look: string, width: number): Promise<void> {
	await page.evaluate(() => document.fonts.ready);
	await page.screenshot({ path: `${folder}/${name}-${look}-${String(width)}.png` });
}

/** In both themes and at both widths. */
async function inEveryLook(
	page: Page,
	show: (look: 'light' | 'dark', width: number) => Promise<void>
): Promise<void> {
	for (const look of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' });
		for (const width of [1280, 390]) {
			await page.setViewportSize({ width, height: width < 700 ? 844 : 800 });
			await show(look, width);
		}
	}
}

/** Whether there is a copy beside the database, and a note of what it held. */
const isCopied = (page: Page): Promise<boolean> =>
	page.evaluate(async () => {
		const root = await navigator.storage.getDirectory();
		const names: string[] = [];
		for await (const name of (await root.getDirectoryHandle('copies', { create: true })).keys())
			names.push(name);
		return [/^snap-\d+\.json$/, /^canary-\d+\.json$/].every((kind) =>
			names.some((name) => kind.test(name))
		);
	});

/** What comes and goes, in a profile of its own: a draft, a message without a network, data the browser has lost. */
async function pictureTroubles(page: Page): Promise<void> {
	await page.goto('/');
	for (const [asked] of earlier) await say(page, asked);
	await composer(page).fill('/compact');
	await composer(page).press('Enter');
	const draft = transcript(page).getByRole('article', { name: /^Draft summary/ });
	await draft.waitFor();
	await inEveryLook(page, async (look, width) => {
		await draft.evaluate((article) => article.scrollIntoView({ block: 'end' }));
		await take(page, 'chat-draft', look, width);
		await page.goto('/review');
		await page.getByRole('list', { name: 'To review' }).getByRole('listitem').first().waitFor();
		await take(page, 'review-draft', look, width);
		await page.goBack();
		await draft.waitFor();
	});
	await page.context().setOffline(true);
	await composer(page).fill('Is the rose garden open in the evening?');
	await composer(page).press('Enter');
	await page.getByRole('alert').filter({ hasText: 'offline' }).waitFor();
	await inEveryLook(page, (look, width) => take(page, 'chat-offline', look, width));
	await page.context().setOffline(false);
	// A copy is kept at a calm moment; without one there would be nothing to have back.
	for (let waited = 0; !(await isCopied(page)); waited++) {
		if (waited > 90) throw new Error('No copy was made in a minute and a half.');
		await page.waitForTimeout(1000);
	}
	await page.goto('/favicon.svg');
	await page.evaluate(
		() =>
			new Promise((resolve) => {
				indexedDB.deleteDatabase('keepsake').onsuccess = resolve;
			})
	);
	await page.goto('/');
	await page.getByRole('heading', { name: 'Some stored data is missing' }).waitFor();
	await page.getByRole('button', { name: 'Restore this copy' }).first().waitFor();
	await inEveryLook(page, (look, width) => take(page, 'recovery', look, width));
}

/** Pictures of one look. */
async function picture(page: Page, look: string, width: number): Promise<void> {
	const taken = (name: string) => take(page, name, look, width);
	const narrow = width < 700;
	const places = [
		'/review',
		'/memory',
		'/memory/MEMORY.md',
		'/memory/lifecycle',
		'/archive',
		'/search?q=museum',
		'/settings',
		'/settings#data',
		'/settings#activity',
		'/settings/presets',
		'/not/there'
	];
	for (const place of places) {
		await page.goto(place);
		await page.getByRole('heading', { level: 1 }).waitFor();
		if (place.startsWith('/search'))
			await page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor();
		await page.getByText('Looking…').waitFor({ state: 'detached' });
		if (place === '/settings#activity')
			await page.getByRole('heading', { name: 'Activity' }).scrollIntoViewIfNeeded();
		await taken(place.slice(1).replaceAll(/[/?#=.]+/g, '-'));
	}
	await page.goto('/archive');
	await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
	await page.getByRole('article').first().waitFor();
	await taken('archive-reader');
	await page.goto('/settings#data');
	await page.getByRole('button', { name: 'Show what takes up the room' }).click();
	await page.getByRole('table').first().waitFor();
	await page
		.getByRole('heading', { name: 'Storage' })
		.evaluate((heading) => heading.scrollIntoView());
	await taken('settings-storage');
	await page.getByLabel('Import file').setInputFiles('tests/fixtures/import/chatgpt.json');
	const preview = page.getByRole('region', { name: 'Import preview' });
	await preview.getByRole('button', { name: 'Import now' }).waitFor();
	await preview.evaluate((region) => region.scrollIntoView());
	await taken('import-preview');
	await preview.getByRole('button', { name: 'Cancel' }).click();
	await page.goto('/');
	await transcript(page).getByRole('article').last().waitFor();
	await taken('chat');
	const card = transcript(page).getByRole('article', { name: /^Summary of earlier/ });
	await page.mouse.move(width / 2 + (narrow ? 0 : 100), 400);
	for (let turn = 0; turn < 60; turn++) {
		const box = await card.boundingBox();
		if (box && box.y > 90 && box.y < 500) break;
		await page.mouse.wheel(0, box && box.y > 500 ? 120 : -240);
		await page.evaluate(() => new Promise(requestAnimationFrame));
	}
	await taken('chat-summary');
	await page.getByRole('button', { name: /^Context/ }).click();
	await page.getByRole('region', { name: 'Prompt inspector' }).waitFor();
	await taken('chat-inspector');
	await page.keyboard.press('Escape');
	await composer(page).fill('/');
	await page.getByRole('listbox', { name: 'Commands' }).waitFor();
	await taken('chat-commands');
	await composer(page).fill('');
	const answer = transcript(page).getByRole('article').last();
	await answer.getByRole('button', { name: 'More actions' }).click();
	await answer.getByRole('button', { name: 'What the model saw' }).click();
	await page.getByRole('dialog').waitFor();
	await taken('chat-what-the-model-saw');
	await page.keyboard.press('Escape');
	await composer(page).fill('');
	await page.keyboard.press('Control+k');
	await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
	await taken('palette');
	await page.keyboard.press('Escape');
	if (narrow) {
		await page.getByRole('button', { name: 'Open sessions' }).click();
		await page.getByRole('navigation', { name: 'Sessions' }).waitFor();
		await taken('drawer');
	}
}

const app = await serve({ folder: aBuild(), port: 0 });
const server = await startAnthropic({
	models: [aModel({ id: 'claude-sonnet-5-5', window: 16_000, maxOutput: 4_000 })]
});
server.summariser(() => summary);
server.script((body, context) => {
	const found = [...talk, ...earlier].find(([asked]) =>
		context.lastUserText.includes(asked.slice(0, 40))
	);
	if (!body.tools?.length || !found) return context.byDefault();
	const isFirst = !JSON.stringify(body.messages.at(-1)).includes('tool_result');
	return found[0].includes('Remember') && isFirst
		? {
				thinking: 'Two facts that will matter later; I put them up for review.',
				text: 'Let me note that.',
				toolCalls: [{ name: 'save_memory', input: { text: 'Must be back on 17 May' } }]
			}
		: { thinking: 'They like small museums and long walks.', text: found[1] };
});
await mkdir(folder, { recursive: true });
const browser = await chromium.launch(wholeBrowser());
const aProfile = async (): Promise<Page> => {
	const context = await browser.newContext({
		baseURL: app.url,
		locale: 'en-US',
		timezoneId: 'Europe/Berlin',
		viewport: { width: 1280, height: 800 }
	});
	return context.newPage();
};
const page = await aProfile();
await page.goto('/');
await composer(page).waitFor();
await page.screenshot({ path: `${folder}/first-start-light-1280.png` });
await useServer(page, server);
await converse(page);
await inEveryLook(page, (look, width) => picture(page, look, width));
const troubled = await aProfile();
await useServer(troubled, server);
await pictureTroubles(troubled);
if (process.argv.includes('--keep')) {
	await mkdir('static/screenshots', { recursive: true });
	await copyFile(`${folder}/chat-inspector-light-1280.png`, 'docs/screenshot.png');
	await copyFile(`${folder}/chat-inspector-light-1280.png`, 'static/screenshots/wide.png');
	await copyFile(`${folder}/chat-summary-light-390.png`, 'static/screenshots/narrow.png');
}
await browser.close();
await server.close();
await app.close();
console.log(`Pictures are in ${folder}`);
