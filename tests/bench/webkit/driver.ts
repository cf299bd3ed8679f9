/**
 * WebKit for a program: MiniBrowser, which comes with WebKitGTK, driven through WebKitWebDriver by plain WebDriver
 * (www.w3.org/TR/webdriver2), on a screen of its own. Playwright drives no WebKit but one it has built itself.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { lookFor } from './in-page.ts';

/** How an element is named in WebDriver's messages. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type Element = Readonly<Record<typeof elementKey, string>>;

/** How long is waited for what has to come, ms: the machine may be busy with something else. */
const patience = 60_000;

/** What is looked for on the page: a role, and a name that is it or begins with it. */
interface Wanted {
	readonly role: string;
	readonly name: string;
	/** The name begins with this. */
	readonly isStart?: boolean;
}

export interface WebKit {
	/** As the browser says it. */
	readonly version: string;
	/** What pages have said in the console. */
	readonly printed: readonly string[];
	readonly go: (address: string) => Promise<void>;
	readonly reload: () => Promise<void>;
	readonly back: () => Promise<void>;
	/** Runs a function body in the page. */
	readonly run: <T>(body: string, ...args: readonly unknown[]) => Promise<T>;
	readonly press: (
		role: string,
		name: string,
		how?: { readonly isStart: boolean }
	) => Promise<void>;
	/** Type it into a field, in the place of what stands there. */
	readonly fill: (role: string, name: string, text: string) => Promise<void>;
	/** Press one key in a field, by its sign in WebDriver. */
	readonly key: (role: string, name: string, sign: string) => Promise<void>;
	/** Choose a file. */
	readonly choose: (name: string, file: string) => Promise<void>;
	readonly shows: (wanted: Wanted) => Promise<void>;
	/** The text of the page comes to match. */
	readonly says: (text: RegExp) => Promise<void>;
	readonly picture: () => Promise<Buffer>;
	readonly close: () => Promise<void>;
}

/** `folder`: a home of its own, where it also puts what is downloaded. */
export async function startWebKit(folder: string): Promise<WebKit> {
	const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1000x24'], {
		stdio: ['ignore', 'ignore', 'ignore', 'pipe']
	});
	const display = `:${(await firstLine(screen, screen.stdio[3] as Readable)).trim()}`;
	const port = String(41_000 + (process.pid % 20_000));
	const driver = spawn('WebKitWebDriver', ['-p', port], {
		env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', HOME: folder },
		stdio: ['ignore', 'pipe', 'ignore']
	});
	const printed: string[] = [];
	driver.stdout.on('data', (data: Buffer) => printed.push(...String(data).trim().split('\n')));
	const stop = () => {
		driver.kill();
		screen.kill();
	};
	const base = `http://127.0.0.1:${port}`;
	try {
		await until('the driver answers', () => fetch(`${base}/status`).then((one) => one.ok));
		return await session(base, printed, stop);
	} catch (error) {
		stop();
		throw error;
	}
}

async function session(
	base: string,
	printed: readonly string[],
	stop: () => void
): Promise<WebKit> {
	const options = {
		binary: miniBrowser(),
		args: ['--automation', '--enable-write-console-messages-to-stdout=true']
	};
	const opened = (await call(base, 'POST', '/session', {
		capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } }
	})) as { readonly sessionId: string; readonly capabilities: { readonly browserVersion: string } };
	const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
		call(base, method, `/session/${opened.sessionId}${path}`, body);
	const run = async <T>(script: string, ...args: readonly unknown[]) =>
		(await send('POST', '/execute/sync', { script, args })) as T;
	const find = async ({ role, name, isStart = false }: Wanted): Promise<Element> => {
		let found: Element | null = null;
		await until(`${role} “${name}”`, async () => {
			found = await run<Element | null>(
				`${lookFor} return found[0] ?? null;`,
				role,
				name,
				!isStart
			);
			return found !== null;
		});
		return found as unknown as Element;
	};
	const at = (element: Element) => `/element/${element[elementKey]}`;
	return {
		version: opened.capabilities.browserVersion,
		printed,
		go: async (url) => {
			await send('POST', '/url', { url });
		},
		reload: async () => {
			await send('POST', '/refresh', {});
		},
		back: async () => {
			await send('POST', '/back', {});
		},
		run,
		press: async (role, name, how) => {
			// What is drawn anew between look and press is looked for again.
			await until(`a press on “${name}”`, async () => {
				const element = await find({ role, name, ...how });
				return send('POST', `${at(element)}/click`, {}).then(
					() => true,
					() => false
				);
			});
		},
		fill: async (role, name, text) => {
			// On a busy machine the driver loses a key now and then.
			await until(`“${name}” holds what was typed`, async () => {
				const element = await find({ role, name });
				await send('POST', `${at(element)}/clear`, {});
				await send('POST', `${at(element)}/value`, { text });
				return (await send('GET', `${at(element)}/property/value`)) === text;
			});
		},
		key: async (role, name, sign) => {
			await send('POST', `${at(await find({ role, name }))}/value`, { text: sign });
		},
		choose: async (name, file) => {
			const element = await find({ role: 'file', name });
			await send('POST', `${at(element)}/value`, { text: file });
		},
		shows: async (wanted) => {
			await find(wanted);
		},
		says: (text) =>
			until(`the page says ${String(text)}`, async () =>
				text.test(await run<string>('return document.body.innerText'))
			),
		picture: async () => Buffer.from((await send('GET', '/screenshot')) as string, 'base64'),
		close: async () => {
			await send('DELETE', '').catch(() => undefined);
			stop();
		}
	};
}

async function call(base: string, method: string, path: string, body?: object): Promise<unknown> {
	const answer = await fetch(base + path, {
		method,
		...(body ? { body: JSON.stringify(body) } : {})
	});
	const { value } = (await answer.json()) as { readonly value: unknown };
	if (answer.ok) return value;
	const { error, message } = value as Readonly<Record<'error' | 'message', string>>;
	throw new Error(`${method} ${path}: ${error}, ${message}`);
}

/** Resolves when it is so; what throws meanwhile is not so yet. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
	const end = Date.now() + patience;
	let last: unknown;
	while (Date.now() < end) {
		try {
			if (await isSo()) return;
		} catch (error) {
			last = error;
		}
		await wait(100);
	}
	throw new Error(`It did not come to this: ${what}.`, { cause: last });
}

/** It lies beside the library, in a folder that names the processor and the version of its interface. */
function miniBrowser(): string {
	const found = readdirSync('/usr/lib', { withFileTypes: true })
		.filter((one) => one.isDirectory())
		.flatMap(({ name }) => list(`/usr/lib/${name}`).map((inner) => `/usr/lib/${name}/${inner}`))
		.concat(list('/usr/lib').map((name) => `/usr/lib/${name}`))
		.filter((folder) => /webkit2?gtk-[\d.]+$/.test(folder) && list(folder).includes('MiniBrowser'));
	if (found[0] === undefined)
		throw new Error('There is no WebKitGTK: apt-get install webkit2gtk-driver xvfb');
	return `${found[0]}/MiniBrowser`;
}

function list(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

const firstLine = (process: ChildProcess, stream: Readable): Promise<string> =>
	new Promise((resolve, reject) => {
		process.once('error', reject);
		stream.once('data', (data: Buffer) => resolve(String(data)));
	});
