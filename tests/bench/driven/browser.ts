/** A browser to measure in: a profile of its own, and what Chromium itself counts of the page's main thread. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { wholeBrowser } from '../../support/browser.ts';
import { probe } from './probe.ts';

export interface Bench {
	readonly context: BrowserContext;
	readonly page: Page;
	readonly cdp: CDPSession;
	/** Of its profile. */
	readonly folder: string;
	close(): Promise<void>;
}

/** A fresh profile with one page, on which `window.bench` stands before any script of the page runs. */
export async function openBrowser(): Promise<Bench> {
	const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-bench-'));
	const context = await chromium.launchPersistentContext(folder, {
		...wholeBrowser(),
		viewport: { width: 1280, height: 800 },
		locale: 'en-US'
	});
	await context.addInitScript(probe);
	const page = context.pages()[0] ?? (await context.newPage());
	const cdp = await context.newCDPSession(page);
	// Processor time, not time by the clock: other work on the machine must not count as ours.
	await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
	return {
		context,
		page,
		cdp,
		folder,
		close: async () => {
			await context.close();
			await rm(folder, { recursive: true, force: true });
		}
	};
}

/** Processor time of the main thread, and of it in scripts, ms since the page's process began. */
export async function mainThread({ cdp }: Bench): Promise<{ busy: number; script: number }> {
	const { metrics } = await cdp.send('Performance.getMetrics');
	const read = (name: string): number =>
		(metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
	return { busy: read('TaskDuration'), script: read('ScriptDuration') };
}

/** What the page holds after a collection of garbage. */
export async function footprint({ cdp, page }: Bench): Promise<{ elements: number; heap: number }> {
	await cdp.send('HeapProfiler.collectGarbage');
	const { usedSize } = await cdp.send('Runtime.getHeapUsage');
	const elements = await page.evaluate(() => document.getElementsByTagName('*').length);
	return { elements, heap: usedSize / 1e6 };
}

/** Wait until nothing is left to do in the page. */
export const settle = ({ page }: Bench): Promise<void> =>
	page.evaluate(() => window.bench.settled());
