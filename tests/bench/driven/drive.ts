/** What a person does while it is measured, the same in the app and on the floor page. */
import type { Locator, Page } from '@playwright/test';
import { archive, conversation, texts, type Wanted } from './corpus.ts';
import type { Bench } from './browser.ts';
import { putRows } from './put-rows.ts';
import { modelId, type Endpoint } from './endpoint.ts';

/** A page that is measured: the app, or the floor. */
export interface Place {
	readonly name: 'app' | 'floor';
	/** Where its composer is. */
	readonly start: string;
	/** A page of the same origin without scripts, from which a start is measured. */
	readonly empty: string;
	/** Store a conversation of so many messages. */
	seed(page: Page, title: string, messages: number): Promise<void>;
	/** Put many conversations into a profile in which nothing runs, and stay on a page without scripts. */
	fill(page: Page, many: readonly Wanted[]): Promise<void>;
	/** Have `endpoint` answer. */
	use(page: Page, endpoint: Endpoint): Promise<void>;
}

const long = { timeout: 120_000 };

/** A quick typist. */
export const keysPerSecond = 4.5;

export const composer = (page: Page): Locator =>
	page.getByRole('textbox', { name: 'Message', exact: true });

export const appAt = (url: string): Place => ({
	name: 'app',
	start: `${url}/`,
	empty: `${url}/favicon.svg`,
	async seed(page, title, messages) {
		await page.goto(`${url}/settings#data`);
		const buffer = Buffer.from(archive({ title, messages }));
		const name = `${title}.jsonl`;
		await page
			.getByLabel('Import file')
			.setInputFiles({ name, mimeType: 'application/jsonl', buffer }, long);
		await page.getByRole('button', { name: 'Import now' }).click(long);
		await page
			.getByRole('status')
			.filter({ hasText: /^Imported/ })
			.waitFor(long);
	},
	async fill(page, many) {
		await page.goto(`${url}/`);
		await composer(page).waitFor(long);
		await page.goto(`${url}/favicon.svg`);
		for (const wanted of many) {
			const { session, branches, exchanges } = conversation(wanted);
			await putRows(page, {
				sessions: [{ ...session }],
				branches: branches.map((row) => ({ ...row })),
				turns: exchanges.map(({ turn }) => ({ ...turn })),
				steps: exchanges.flatMap(({ steps }) => steps.map((step) => ({ ...step })))
			});
		}
	},
	async use(page, endpoint) {
		await page.goto(`${url}/settings`);
		const fill = async (label: string, value: string): Promise<void> => {
			await page.getByLabel(label, { exact: true }).fill(value);
			await page.getByLabel(label, { exact: true }).blur();
		};
		await fill('API endpoint', endpoint.url);
		await page.getByText('No key').waitFor(long);
		await fill('API key', endpoint.key);
		await page.getByText('Key set').waitFor(long);
		await fill('Model', modelId);
		await page.getByRole('button', { name: 'Test connection' }).click();
		await page
			.getByRole('status')
			.filter({ hasText: / answers/ })
			.waitFor(long);
	}
});

export const floorAt = (url: string): Place => ({
	name: 'floor',
	start: `${url}/floor`,
	empty: `${url}/nothing.txt`,
	async seed(page, title, messages) {
		await page.goto(`${url}/floor`);
		await seedFloor(page, { title, messages });
	},
	async fill(page, many) {
		await page.goto(`${url}/floor`);
		for (const wanted of many) await seedFloor(page, wanted);
		await page.goto(`${url}/nothing.txt`);
	},
	use: () => Promise.resolve()
});

async function seedFloor(page: Page, wanted: Wanted): Promise<void> {
	await page.waitForFunction(() => 'seed' in window);
	await page.evaluate(([id, said]) => (window as unknown as FloorPage).seed(id, id, said), [
		wanted.title,
		texts(wanted)
	] as const);
}

interface FloorPage {
	seed(id: string, title: string, texts: readonly string[]): Promise<void>;
}

/** An empty conversation on screen. */
export async function newChat(bench: Bench): Promise<void> {
	const { page } = bench;
	await page.getByRole('button', { name: 'New chat', exact: true }).click(long);
	await page.waitForFunction(
		() => document.querySelectorAll('[role=log] article').length === 0,
		null,
		long
	);
	await composer(page).waitFor(long);
}

export const sessionLink = (page: Page, title: string): Locator =>
	page
		.getByRole('navigation', { name: 'Sessions' })
		.getByRole('link', { name: title, exact: true });
