/** A browser that can be killed like a crash does it: all its processes at once, in the middle of whatever they do. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { wholeBrowser } from '../../support/browser.ts';

export interface Mortal {
	readonly page: Page;
	/** SIGKILL to every process of the browser; resolves with the moment it was sent, Unix ms. */
	readonly kill: () => Promise<number>;
	/** End it as a person would. */
	readonly close: () => Promise<void>;
}

/** Start a browser on a profile; what it says goes to the end of the file `log`. It is a process group of its own, so that nothing of it outlives the kill. */
export async function launch(profile: string, log: string | null = null): Promise<Mortal> {
	const { executablePath, args } = wholeBrowser();
	if (executablePath === undefined) throw new Error('No browser was found');
	const portFile = path.join(profile, 'DevToolsActivePort');
	await rm(portFile, { force: true });
	// What a killed browser leaves behind; the next would take it for a browser that still runs.
	for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
		await rm(path.join(profile, name), { force: true });
	const said = log === null ? ('ignore' as const) : openSync(log, 'a');
	const child = spawn(
		executablePath,
		[
			...(args ?? []),
			...(log === null ? [] : ['--enable-logging=stderr']),
			'--headless=new',
			'--remote-debugging-port=0',
			'--hide-crash-restore-bubble',
			'--window-size=1280,800',
			`--user-data-dir=${profile}`,
			'about:blank'
		],
		{ detached: true, stdio: ['ignore', said, said] }
	);
	if (said !== 'ignore') closeSync(said);
	const group = child.pid;
	if (group === undefined) throw new Error('The browser did not start');
	// Also when the measurement itself is ended.
	const end = () => {
		if (isRunning(group)) process.kill(-group, 'SIGKILL');
	};
	process.once('exit', end);
	const gone = new Promise<void>((resolve) => {
		child.once('exit', () => {
			process.off('exit', end);
			resolve();
		});
	});
	const endpoint = await until(async () => {
		const text = await readFile(portFile, 'utf8').catch(() => '');
		return /^\d+\n\S+/.test(text) ? text.split('\n') : null;
	});
	const browser = await chromium.connectOverCDP(
		`ws://127.0.0.1:${endpoint[0] ?? ''}${endpoint[1] ?? ''}`
	);
	const context = browser.contexts()[0];
	if (!context) throw new Error('The browser has no profile');
	const page = context.pages()[0] ?? (await context.newPage());
	page.setDefaultTimeout(120_000);
	return {
		page,
		kill: async () => {
			const at = Date.now();
			process.kill(-group, 'SIGKILL');
			await gone;
			await until(() => Promise.resolve(isRunning(group) ? null : true));
			await browser.close().catch(() => undefined);
			return at;
		},
		close: async () => {
			const session = await browser.newBrowserCDPSession();
			await session.send('Browser.close').catch(() => undefined);
			await gone;
			await browser.close().catch(() => undefined);
		}
	};
}

function isRunning(group: number): boolean {
	try {
		process.kill(-group, 0);
		return true;
	} catch {
		return false;
	}
}

/** Ask until there is an answer, at most two minutes. */
export async function until<T>(ask: () => Promise<T | null>): Promise<T> {
	const end = Date.now() + 120_000;
	while (Date.now() < end) {
		const found = await ask();
		if (found !== null) return found;
		await wait(20);
	}
	throw new Error('Waited for two minutes, and nothing came');
}
