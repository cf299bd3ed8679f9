/** Enter → request: a message is typed at the pace of a quick typist, with Enter right behind its last letter. */
import { settle, type Bench } from '../driven/browser.ts';
import { endMark, longReply } from '../driven/corpus.ts';
import { composer, keysPerSecond } from '../driven/drive.ts';
import type { Endpoint } from '../driven/endpoint.ts';
import { median } from '../driven/numbers.ts';

/** Tokens of an answer nobody measures. */
const short = 20;

/** ms. */
export async function askOnce(bench: Bench, endpoint: Endpoint): Promise<number> {
	const { page } = bench;
	const title = `answer ${performance.now().toFixed(0)}`;
	endpoint.say(longReply(short, title));
	await composer(page).click();
	await page.keyboard.type('Write it down', { delay: 1000 / keysPerSecond });
	await page.keyboard.press('Enter');
	await page.evaluate((mark) => window.bench.shown(mark), endMark(title));
	await settle(bench);
	return endpoint.last.askedAt - (await page.evaluate(() => window.bench.enterAt));
}

/** The median of so many messages, one behind the other, ms. */
export async function askTimes(bench: Bench, endpoint: Endpoint, times: number): Promise<number> {
	const all: number[] = [];
	for (let asked = 0; asked < times; asked++) all.push(await askOnce(bench, endpoint));
	return median(all);
}
