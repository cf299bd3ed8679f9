/**
 * Whether anything is lost when the disk is full: `node scripts/run.js tests/bench/full-disk.ts [--rounds 12]
 * [--seed 1] [--sudden]` (Linux, as root); needs a build. The file system under the profile is filled to its last bytes
 * while two tabs are open; both write until they say that it does not go on. Then, in turn, there is room again and they
 * go on, or the browser dies and is started on the full disk. In the end what is stored is compared with what the pages
 * had shown. `--sudden`: the disk becomes full between the app's look at it and what both tabs write at once.
 */
import { loadavg } from 'node:os';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { serve } from '../../scripts/serve.js';
import { aModel } from '../support/anthropic/models.ts';
import { startAnthropic } from '../support/anthropic/server.ts';
import { composer, modelId, questions } from '../e2e/steps.ts';
import { aBuild } from './driven/a-build.ts';
import { answerForKills, prepare } from './kills/acts.ts';
import { launch, until, type Mortal } from './kills/browser.ts';
import { check } from './kills/check.ts';
import { dumpOf, partialsIn } from './kills/dump.ts';
import { listen, noPromises, type Promises } from './kills/promises.ts';
import { smallDisk, type SmallDisk } from './kills/small-disk.ts';

const { values: asked } = parseArgs({
	options: {
		rounds: { type: 'string', default: '12' },
		seed: { type: 'string', default: '1' },
		sudden: { type: 'boolean', default: false },
		build: { type: 'string', default: 'build' }
	}
});

process.once('SIGTERM', () => process.exit(1));

const tell = (text: string): void => void process.stdout.write(`${text}\n`);

const diskSize = 300_000_000;
/** Left free at most when the disk is filled, bytes: about what a message takes. */
const leftAtMost = 60_000;
/** The same with `--sudden`: the first writes are to meet the end. */
const leftSuddenly = 8_000;
/** Enough that a look at the disk finds room, bytes. */
const leftBefore = 1_500_000;
/** After so many ms the app looks for room before it writes. */
const untilLooked = 6_000;
/** How many messages of a tab may still find room on a disk that is said to be full. */
const mostBeforeFull = 60;
const filler = 'The ferry to Naxos leaves at dawn and costs 27 EUR. '.repeat(40);

const sums = {
	rounds: 0,
	problems: 0,
	/** Rounds in which the browser deleted its databases. */
	deleted: 0,
	messages: 0,
	refused: 0,
	wentOn: 0,
	startsOnFull: 0,
	saidFull: 0,
	uncaught: 0
};

function problem(text: string): void {
	sums.problems++;
	tell(`PROBLEM: ${text}`);
}

/** The same numbers in the same order for the same seed. */
let state = Number(asked.seed);
function random(): number {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
	return state / 4_294_967_296;
}
let numbers = 0;

/** What stands in the place of the app where its database is not as it was. */
const recovery = (page: Page) =>
	page.getByRole('heading', { name: /Some stored data is missing|There is no room/ });

class Deleted extends Error {}

type Outcome = 'stands' | 'refused';

/** What was sent stands in the conversation, or in the composer again: as it still is after some looks. */
async function settled(page: Page, number: number): Promise<Outcome> {
	const stands = questions(page).filter({ hasText: `ask-${String(number)} ` });
	let seen: Outcome | null = null;
	let times = 0;
	return until(async () => {
		await wait(150);
		if (await recovery(page).isVisible()) throw new Deleted(await page.innerText('body'));
		const isBusy = await page.getByRole('button', { name: 'Stop' }).isVisible();
		const isBack = (await composer(page).inputValue()).includes(`ask-${String(number)} `);
		const now = isBack ? 'refused' : (await stands.count()) > 0 ? 'stands' : null;
		times = !isBusy && now !== null && now === seen ? times + 1 : 0;
		seen = now;
		return times >= 3 ? now : null;
	});
}

/** Send a message. `said`: what the page tells of now, perhaps of one before. */
async function send(
	page: Page,
	promises: Promises
): Promise<{ readonly outcome: Outcome; readonly said: string }> {
	return sent(page, await write(page), promises);
}

/** Write a message; which one. */
async function write(page: Page): Promise<number> {
	const number = ++numbers;
	await composer(page).press('A');
	await composer(page).fill(`ask-${String(number)} short ${filler}`);
	return number;
}

async function sent(
	page: Page,
	number: number,
	promises: Promises
): Promise<{ readonly outcome: Outcome; readonly said: string }> {
	await composer(page).press('Enter');
	sums.messages++;
	const outcome = await settled(page, number);
	const alerts = await page.getByRole('alert').filter({ visible: true }).allInnerTexts();
	if (outcome === 'refused') sums.refused++;
	else if (alerts.length === 0) promises.answered.add(number);
	return { outcome, said: alerts.join(' ').replaceAll(/\s+/gu, ' ') };
}

/** The disk becomes full after both tabs have found room, and both send. */
async function meetSuddenly(
	tabs: readonly Page[],
	disk: SmallDisk,
	promises: Promises
): Promise<void> {
	disk.fill(leftBefore);
	await wait(untilLooked);
	const numbers: number[] = [];
	for (const tab of tabs) numbers.push(await write(tab));
	// With a key it is looked for room.
	for (const tab of tabs) await composer(tab).press('End');
	await wait(100);
	disk.fill(Math.floor(random() * leftSuddenly));
	await Promise.all(tabs.map((tab, at) => sent(tab, numbers[at] ?? 0, promises)));
}

/** Both tabs write until each has said that something was not stored. */
async function meetTheEnd(tabs: readonly Page[], promises: Promises): Promise<void> {
	for (const [at, tab] of tabs.entries()) {
		await tab.bringToFront();
		let said = '';
		for (let message = 0; said === '' && message < mostBeforeFull; message++)
			({ said } = await send(tab, promises));
		if (said === '') throw new Error('The disk does not become full');
		tell(`  tab ${String(at + 1)}: ${said}`);
	}
}

/** There is room again: what was refused goes out, and more. */
async function goOn(tabs: readonly Page[], promises: Promises): Promise<void> {
	for (const tab of tabs) {
		await tab.bringToFront();
		const number = Number(/ask-(\d+) /.exec(await composer(tab).inputValue())?.[1] ?? 0);
		if (number > 0) {
			await composer(tab).press('Enter');
			if ((await settled(tab, number)) !== 'stands') problem('what was refused is refused again');
		}
		const { outcome, said } = await send(tab, promises);
		if (outcome === 'stands') sums.wentOn++;
		else problem(`refused though there is room again: ${said}`);
	}
}

async function startOnFull(disk: SmallDisk, url: string): Promise<void> {
	// There may be no room for the browser's own files either.
	const started = await start(disk).catch(() => null);
	if (!started) return;
	const { page, close } = started;
	await page.goto(url);
	sums.startsOnFull++;
	await recovery(page).or(composer(page)).first().waitFor();
	if (await recovery(page).isVisible()) {
		const title = await recovery(page).innerText();
		if (title.includes('missing')) throw new Deleted(await page.innerText('body'));
		sums.saidFull++;
		disk.empty();
		await page.getByRole('button', { name: 'Reload' }).click();
		await composer(page).waitFor();
	}
	await close();
}

/** The browser that was started last. */
const last: { started?: Mortal } = {};

async function start(disk: SmallDisk): Promise<Mortal> {
	return (last.started = await launch(disk.folder));
}

function hearErrors(page: Page): void {
	page.on('pageerror', ({ name }) => {
		sums.uncaught++;
		tell(`  not caught: ${name}`);
	});
}

async function round(disk: SmallDisk, url: string, dies: boolean): Promise<void> {
	const promises = noPromises();
	const first = await start(disk);
	await prepare(first.page, url, server);
	await first.close();

	const mortal = await start(disk);
	const tabs = [mortal.page, await mortal.page.context().newPage()];
	for (const tab of tabs) {
		tab.setDefaultTimeout(120_000);
		await listen(tab, promises);
		await tab.goto(url);
		await composer(tab).waitFor();
		hearErrors(tab);
		await send(tab, promises);
	}
	const writeToTheEnd = async () => {
		if (asked.sudden) await meetSuddenly(tabs, disk, promises);
		else {
			disk.fill(Math.floor(random() * leftAtMost));
			await wait(untilLooked);
		}
		await meetTheEnd(tabs, promises);
	};
	// A full disk may end the browser, too.
	const isGone = await writeToTheEnd().then(
		() => false,
		(error: unknown) => {
			if (!String(error).includes('has been closed')) throw error;
			return true;
		}
	);
	if (dies || isGone) {
		if (!isGone) await mortal.kill();
		await startOnFull(disk, url);
	} else {
		disk.empty();
		await goOn(tabs, promises);
		await mortal.close();
	}
	disk.empty();
	const again = await start(disk);
	await again.page.goto(url);
	await recovery(again.page).or(composer(again.page)).first().waitFor();
	if (await recovery(again.page).isVisible()) throw new Deleted(await again.page.innerText('body'));
	await until(async () => ((await partialsIn(again.page)) === 0 ? true : null));
	const checked = await check(await dumpOf(again.page), promises, null);
	checked.problems.forEach(problem);
	await again.close();
}

const server = await startAnthropic({
	models: [aModel({ id: modelId, window: 200_000, maxOutput: 4_000 })]
});
const served = await serve({ folder: aBuild(asked.build), port: 0 });
answerForKills(server);
try {
	while (sums.rounds < Number(asked.rounds)) {
		const disk = await smallDisk(diskSize);
		const dies = sums.rounds % 2 === 1;
		tell(`round ${String(++sums.rounds)}: ${dies ? 'the browser dies' : 'they go on'}`);
		try {
			await round(disk, served.url, dies);
		} catch (error) {
			if (!(error instanceof Deleted)) throw error;
			sums.deleted++;
			tell(`  DELETED: ${error.message.replaceAll(/\s+/gu, ' ').slice(0, 160)}`);
		} finally {
			// It has ended where the round came to its end.
			await last.started?.kill().catch(() => undefined);
			await disk.remove();
		}
	}
} finally {
	await served.close();
	await server.close();
}
tell(JSON.stringify({ ...sums, load: (loadavg()[2] ?? 0).toFixed(1) }));
process.exitCode = sums.problems + sums.deleted === 0 ? 0 : 1;
