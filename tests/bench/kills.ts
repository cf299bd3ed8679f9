/**
 * Whether anything is lost when the browser dies: `node scripts/run.js tests/bench/kills.ts [--kills 200]
 * [--act send] [--seed 1] [--power]`; needs a build. Each time the app does something of its work, all processes of the
 * browser get SIGKILL at a random moment, it is started again, and what is stored is compared with what the page had
 * said. `--power` cuts the power instead: the profile lies on an ext4 image whose last writes, as far as nothing had
 * flushed them, are thrown away (Linux, as root).
 */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { aBuild } from './driven/a-build.ts';
import { serve } from '../../scripts/serve.js';
import { aModel } from '../support/anthropic/models.ts';
import { startAnthropic } from '../support/anthropic/server.ts';
import { composer, modelId } from '../e2e/steps.ts';
import { quantile } from './driven/numbers.ts';
import { actAt, acts, answerForKills, prepare, type Act } from './kills/acts.ts';
import { launch, until, type Mortal } from './kills/browser.ts';
import { check, type Checked } from './kills/check.ts';
import { dumpOf, partialsIn } from './kills/dump.ts';
import { powerSupply, type Disk } from './kills/power.ts';
import { listen, noPromises, type Promises } from './kills/promises.ts';

const { values: asked } = parseArgs({
	options: {
		kills: { type: 'string', default: '200' },
		seed: { type: 'string', default: '1' },
		act: { type: 'string' },
		build: { type: 'string', default: 'build' },
		/** Kills a profile lives through before a new one is begun. */
		lives: { type: 'string', default: '20' },
		power: { type: 'boolean', default: false },
		/** Where to keep, of each life that ended in a problem, the database as the next start found it, and what the browser said. */
		keep: { type: 'string' }
	}
});

process.once('SIGTERM', () => process.exit(1));

const tell = (text: string): void => void process.stdout.write(`${text}\n`);

/** The same numbers in the same order for the same seed (mulberry32). */
let state = Number(asked.seed);
function random(): number {
	state = (state + 0x6d2b79f5) | 0;
	let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
	mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
let numbers = 0;
const next = (): number => ++numbers;

const sums = {
	kills: 0,
	problems: 0,
	halfRestored: 0,
	unfinished: 0,
	asked: 0,
	answered: 0,
	turns: 0,
	archives: 0,
	cold: 0,
	summaries: 0,
	chats: 0
};
/** Of the profile that lives. */
let now: Partial<Checked['counts']> = {};
const byAct = new Map<string, number>();
const ages: number[] = [];

/** Plain folders that outlive a kill. */
async function folderSupply(): Promise<Disk> {
	const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-kills-'));
	return {
		folder,
		settle: () => Promise.resolve(),
		cut: (kill) => kill(),
		remove: () => rm(folder, { recursive: true, force: true })
	};
}

/** Of the life that is lived: where its start is kept, for as long as there is no problem with it. */
const evidence = (): string | null =>
	asked.keep === undefined ? null : path.join(asked.keep, String(sums.kills));

async function keepEvidence(profile: string): Promise<void> {
	const folder = evidence();
	if (folder === null) return;
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	for (const part of ['IndexedDB', 'File System'])
		await cp(path.join(profile, 'Default', part), path.join(folder, part), {
			recursive: true
		}).catch(() => undefined);
}

/** Start the app, finish what a restore has left, compare with what was promised. */
async function comeBack(
	{ page }: Mortal,
	url: string,
	promises: Promises,
	diedAt: number | null,
	after: string
): Promise<void> {
	await page.goto(url);
	const missing = page.getByRole('heading', { name: 'Some stored data is missing' });
	await composer(page).or(missing).first().waitFor();
	if (await missing.isVisible()) {
		const text = (await page.getByRole('alert').first().textContent()) ?? '';
		if (!text.includes('was not fully restored')) {
			sums.problems++;
			tell(`PROBLEM after ${after}: ${text.trim()}`);
			const restore = page.getByRole('button', { name: 'Restore this copy' }).first();
			const none = page.getByText('There is no copy on this device');
			await restore.or(none).waitFor();
			const way = (await none.isVisible()) ? 'Start afresh' : 'Restore this copy';
			await page.getByRole('button', { name: way }).first().click();
			const dialog = page.getByRole('dialog').getByRole('button', { name: way });
			await dialog.or(composer(page)).first().waitFor();
			if (await dialog.isVisible()) await dialog.click();
		}
		sums.halfRestored++;
		// It is finished by itself.
		await composer(page).waitFor();
	}
	await until(async () => ((await partialsIn(page)) === 0 ? true : null));
	const checked = await check(await dumpOf(page), promises, diedAt);
	for (const problem of checked.problems) tell(`PROBLEM after ${after}: ${problem}`);
	sums.problems += checked.problems.length;
	for (const { age, story } of checked.partials) {
		ages.push(age);
		if (age > 1_000) tell(`${String(age)} ms after ${after}: ${story}`);
	}
	Object.assign(now, checked.counts);
}

/** One act, and the end of the browser in the middle of it. */
async function actAndDie(
	mortal: Mortal,
	disk: Disk,
	stage: { readonly act: Act; readonly url: string; readonly promises: Promises }
): Promise<number> {
	let dieWithin: (ms: number) => void = () => undefined;
	const fate = new Promise<number>((resolve) => (dieWithin = resolve)).then((ms) =>
		wait(random() ** 1.5 * ms)
	);
	const going = acts[stage.act]({ ...stage, page: mortal.page, random, next, dieWithin });
	// An act ends when the page is gone; what fails before that is a fault of the app or of this file.
	const failed = going.then(
		() => undefined,
		(error: unknown) => ({ error })
	);
	const first = await Promise.race([fate, failed]);
	// On a machine that is out of breath a step may take too long; it is killed there as well.
	if (first) {
		sums.unfinished++;
		tell(`${stage.act} came to nothing: ${String(first.error).split('\n')[0] ?? ''}`);
	}
	const at = await disk.cut(mortal.kill);
	await failed;
	return at;
}

const server = await startAnthropic({
	models: [aModel({ id: modelId, window: 30_000, maxOutput: 4_000 })]
});
const served = await serve({ folder: aBuild(asked.build), port: 0 });
answerForKills(server);
let refused = 0;
const began = Date.now();
try {
	while (sums.kills < Number(asked.kills)) {
		const disk = asked.power ? await powerSupply() : await folderSupply();
		const promises = noPromises();
		now = {};
		const first = await launch(disk.folder);
		await prepare(first.page, served.url, server);
		await first.close();
		await disk.settle();
		let diedAt: number | null = null;
		let after = 'the first start';
		for (let life = 0; life <= Number(asked.lives); life++) {
			await keepEvidence(disk.folder);
			const kept = evidence();
			const problems = sums.problems;
			const mortal = await launch(disk.folder, kept && path.join(kept, 'browser.log'));
			await listen(mortal.page, promises);
			await comeBack(mortal, served.url, promises, diedAt, after);
			if (kept && sums.problems === problems) await rm(kept, { recursive: true, force: true });
			const isLast = life === Number(asked.lives) || sums.kills >= Number(asked.kills);
			if (isLast) {
				await mortal.kill();
				break;
			}
			const act = (asked.act as Act | undefined) ?? actAt(sums.kills);
			diedAt = await actAndDie(mortal, disk, { act, url: served.url, promises });
			after = `kill ${String(++sums.kills)} (${act})`;
			byAct.set(act, (byAct.get(act) ?? 0) + 1);
			for (const { reason } of server.refusals.slice(refused)) tell(`refused: ${reason}`);
			refused = server.refusals.length;
			if (sums.kills % 10 === 0) tell(`${after}: ${JSON.stringify({ ...sums, now })}`);
		}
		sums.asked += promises.asked.size;
		sums.answered += promises.answered.size;
		for (const [what, count] of Object.entries(now)) sums[what as keyof Checked['counts']] += count;
		await disk.remove();
	}
} finally {
	await served.close();
	await server.close();
}
tell(
	[
		`${String(sums.kills)} ${asked.power ? 'power cuts' : 'kills'} in ${((Date.now() - began) / 1000).toFixed(0)} s: ${[...byAct].map(([act, count]) => `${act} ${String(count)}`).join(', ')}`,
		`messages that stood there ${String(sums.asked)}, replies that had ended ${String(sums.answered)}; acts that came to nothing ${String(sums.unfinished)}; problems ${String(sums.problems)}`,
		`in the end ${String(sums.turns)} turns, ${String(sums.cold)} of them in archives alone; ${String(sums.archives)} archives, ${String(sums.summaries)} summaries in use, ${String(sums.chats)} imported chats`,
		`restores that were cut off and finished at the next start ${String(sums.halfRestored)}`,
		`load of the machine over the last 15 minutes ${(loadavg()[2] ?? 0).toFixed(1)} on ${String(availableParallelism())} cores`,
		`interrupted replies ${String(ages.length)}: what was stored of them was ${quantile(ages, 0.5).toFixed(0)} ms old in the median, ${quantile(ages, 0.95).toFixed(0)} at the 95th percentile, ${Math.max(0, ...ages).toFixed(0)} at most`
	].join('\n')
);
process.exitCode = sums.problems === 0 ? 0 : 1;
