/**
 * Whether the main paths work in WebKit: `node scripts/run.js tests/bench/webkit.ts`, on a Linux with
 * `webkit2gtk-driver` and `xvfb`. One profile is followed from the first visit on; the exit code says whether all of it
 * went well. What is on screen where a step fails is kept in `test-results/webkit`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { serve } from '../../scripts/serve.js';
import { startAnthropic } from '../support/anthropic/server.ts';
import { startStranger } from '../support/anthropic/stranger.ts';
import { oneModel } from '../e2e/with-server.ts';
import { aBuild } from './driven/a-build.ts';
import { startWebKit } from './webkit/driver.ts';
import { paths, type Visit } from './webkit/paths.ts';

const tell = (text: string): void => void process.stdout.write(`${text}\n`);
const kept = path.resolve('test-results/webkit');

const home = await mkdtemp(path.join(tmpdir(), 'keepsake-webkit-'));
const app = await serve({ folder: aBuild(), port: 0 });
const server = await startAnthropic(oneModel(100_000));
const stranger = await startStranger();
let failed = 0;
try {
	const webkit = await startWebKit(home);
	tell(`WebKitGTK ${webkit.version}`);
	try {
		const visit: Visit = {
			webkit,
			server,
			home,
			app: app.url,
			elsewhere: stranger.url
		};
		for (const [name, walk] of Object.entries(paths)) {
			const began = performance.now();
			const said = webkit.printed.length;
			const wrong = await walk(visit).then(
				() => null,
				(error: unknown) => error
			);
			const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
			// What nobody caught is in the console alone.
			const uncaught = webkit.printed.slice(said).filter((line) => /ERROR|Unhandled/.test(line));
			if (wrong === null && uncaught.length === 0) {
				tell(`well    ${name} (${took})`);
				continue;
			}
			failed++;
			tell(`FAILED  ${name} (${took})`);
			if (wrong !== null)
				tell(
					wrong instanceof Error ? (wrong.stack ?? wrong.message) : 'It threw what is no error.'
				);
			for (const line of uncaught) tell(line);
			await mkdir(kept, { recursive: true });
			await writeFile(path.join(kept, `${String(failed)}.png`), await webkit.picture());
		}
	} finally {
		await webkit.close();
	}
	for (const { reason } of server.refusals) tell(`refused by the server: ${reason}`);
	if (server.refusals.length > 0) failed++;
} finally {
	await Promise.all([app.close(), server.close(), stranger.close()]);
	await rm(home, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
