/**
 * Lighthouse over the built app, as a phone and as a desk: `node scripts/run.js tests/bench/lighthouse.ts <lighthouse>
 * [--build folder] [--runs n]`, where `<lighthouse>` is its program, on which the project does not depend. Prints the
 * medians as a table.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs, promisify } from 'node:util';
import { aBuild } from './driven/a-build.ts';
import { serve } from '../../scripts/serve.js';
import { wholeBrowser } from '../support/browser.ts';
import { median } from './driven/numbers.ts';
import { judge, table, type Row } from './driven/report.ts';

const { values: asked, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		build: { type: 'string', default: 'build' },
		runs: { type: 'string', default: '3' }
	}
});
const [program] = positionals;
if (program === undefined) throw new Error('usage: lighthouse.ts <program of lighthouse>');

interface Report {
	readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
	readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

/** With their goals as a phone. */
const categories = { performance: 95, accessibility: 100, 'best-practices': 100 };
/** Largest contentful paint, s. */
const paintWithin = 1.8;

const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-lighthouse-'));
const served = await serve({ folder: aBuild(asked.build), port: 0 });
const { executablePath, args = [] } = wholeBrowser();

async function report(form: 'mobile' | 'desktop'): Promise<Report> {
	const file = path.join(folder, 'report.json');
	const options = [
		`${served.url}/`,
		'--quiet',
		'--output=json',
		`--output-path=${file}`,
		`--only-categories=${Object.keys(categories).join(',')}`,
		`--chrome-flags=--headless=new ${args.join(' ')}`,
		...(form === 'desktop' ? ['--preset=desktop'] : [])
	];
	const env = { ...process.env, CHROME_PATH: executablePath };
	await promisify(execFile)(program ?? '', options, { env });
	return JSON.parse(await readFile(file, 'utf8')) as Report;
}

const rows: Row[] = [];
try {
	for (const form of ['mobile', 'desktop'] as const) {
		const reports: Report[] = [];
		for (let run = 0; run < Number(asked.runs); run++) reports.push(await report(form));
		const plain = { floor: null, quietFloor: null };
		const isGoal = form === 'mobile';
		for (const [name, goal] of Object.entries(categories))
			rows.push({
				...plain,
				name: `${form}: ${name}`,
				unit: 'of 100',
				measured: median(reports.map((one) => (one.categories[name]?.score ?? 0) * 100)),
				goal: isGoal ? goal : null,
				moreIsBetter: true
			});
		const paint = (one: Report) => one.audits['largest-contentful-paint']?.numericValue ?? Infinity;
		rows.push({
			...plain,
			name: `${form}: largest contentful paint`,
			unit: 's',
			measured: median(reports.map(paint)) / 1000,
			goal: isGoal ? paintWithin : null
		});
	}
} finally {
	await served.close();
	await rm(folder, { recursive: true, force: true });
}
console.log(table(rows.map(judge)));
console.log(
	`\n${new Date().toISOString()}, load ${(loadavg()[0] ?? 0).toFixed(1)}, medians of ${asked.runs}`
);
