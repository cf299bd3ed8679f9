/**
 * Typing while the workshop compacts a session of 2,000 turns: no task of the page's main thread may have the processor
 * for more than 50 ms (`node scripts/run.js tests/bench/typing.ts [--build folder] [--turns n]`). Then the same with the
 * compaction in the page, which must break the bound, or the measurement is worth nothing. The exit code says both.
 */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, type Rolldown } from 'vite';
import { aBuild } from './driven/a-build.ts';
import { serve } from '../../scripts/serve.js';
import { openBrowser, settle, type Bench } from './driven/browser.ts';
import { appAt, composer, newChat, sessionLink } from './driven/drive.ts';
import { trace, type Task } from './driven/tracing.ts';

const { values: asked } = parseArgs({
	args: process.argv.slice(2),
	options: {
		build: { type: 'string', default: 'build' },
		turns: { type: 'string', default: '2000' }
	}
});

/** Longest task allowed, ms of processor time. */
const bound = 50;
const long = { timeout: 180_000 };
const titles = ['Typing in peace', 'Typing in the way'] as const;

/** The flow of the workshop as one script for a page. */
async function bundle(): Promise<string> {
	const entry = fileURLToPath(new URL('driven/in-page.ts', import.meta.url));
	const built = await build({
		configFile: false,
		logLevel: 'error',
		build: { write: false, lib: { entry, formats: ['iife'], name: 'bench' } }
	});
	const [output] = [built].flat() as Rolldown.RolldownOutput[];
	const chunk = output?.output[0];
	if (!chunk) throw new Error('Nothing was bundled.');
	return chunk.code;
}

/** Type until `done`, at the pace of a quick typist; never a pause after which the prompt would be weighed anew. */
async function typeUntil(bench: Bench, done: Promise<unknown>): Promise<number> {
	const state = { running: true };
	void done.finally(() => (state.running = false)).catch(() => undefined);
	let typed = 0;
	for (; state.running; typed++) {
		await bench.page.keyboard.press(typed % 6 === 5 ? 'Space' : 'e');
		await bench.page.waitForTimeout(150);
	}
	await done;
	return typed;
}

interface Run {
	readonly tasks: readonly Task[];
	readonly ms: number;
	readonly keys: number;
}

async function compactWhileTyping(
	bench: Bench,
	title: string,
	compact: () => Promise<unknown>
): Promise<Run> {
	const { page } = bench;
	await newChat(bench);
	await sessionLink(page, title).click();
	await page.getByText(`End of ${title}.`).waitFor(long);
	await composer(page).focus();
	await settle(bench);
	// What opening has started comes to its end first.
	await page.waitForTimeout(3000);
	let ms = 0;
	let keys = 0;
	const tasks = await trace(bench, async (mark) => {
		await mark('begin');
		const began = performance.now();
		keys = await typeUntil(bench, compact());
		ms = performance.now() - began;
		await mark('end');
	});
	return { tasks, ms, keys };
}

function tell(name: string, { tasks, ms, keys }: Run): void {
	console.log(
		`${name}: ${(ms / 1000).toFixed(1)} s, ${keys} keys, ${tasks.length} tasks, over ${bound} ms: ${tasks.filter(({ cpu }) => cpu > bound).length}`
	);
	for (const { cpu, wall, at, what } of tasks.slice(0, 5))
		console.log(
			`  ${cpu.toFixed(0)} ms of processor, ${wall.toFixed(0)} by the clock, at ${at.toFixed(0)} ms: ${what}`
		);
}

const longest = ({ tasks }: Run): number => tasks[0]?.cpu ?? 0;

const served = await serve({ folder: aBuild(asked.build), port: 0 });
const bench = await openBrowser();
try {
	const { page, cdp } = bench;
	const app = appAt(served.url);
	for (const title of titles) await app.seed(page, title, Number(asked.turns) * 2);
	const draft = () =>
		page.getByRole('article', { name: /^Draft summary of earlier messages/ }).waitFor(long);

	const [inPeace, inTheWay] = titles;
	const workshop = await compactWhileTyping(bench, inPeace, async () => {
		await composer(page).fill('/compact');
		await composer(page).press('Enter');
		await draft();
	});
	tell('in the workshop', workshop);

	await cdp.send('Runtime.evaluate', { expression: await bundle() });
	const control = await compactWhileTyping(bench, inTheWay, async () => {
		const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
		const outcome = await page.evaluate((session) => window.compactInPage(session), id);
		if (outcome !== 'drafted') throw new Error(`The compaction in the page ended with: ${outcome}`);
	});
	tell('in the page, as a check', control);

	const holds = longest(workshop) <= bound;
	const notices = longest(control) > bound;
	console.log(
		holds ? 'Typing is not disturbed.' : `A task took ${longest(workshop).toFixed(0)} ms.`
	);
	if (!notices) console.log('The check was not noticed: this measurement proves nothing.');
	process.exitCode = holds && notices ? 0 : 1;
} finally {
	await bench.close();
	await served.close();
}
