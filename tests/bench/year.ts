/**
 * A year of daily use: how large archives and search index become, and whether start and opening
 * stay as fast as in an almost empty profile. `node scripts/run.js tests/bench/year.ts <folder of real sessions>
 * [--turns 100000] [--megabytes 500] [--days 365] [--index-turns 10000] [--browser]`; the browser part needs a build.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { archiveLines, archivePath } from '#core/archive/archive.ts';
import type { Archive } from '#core/archive/stored.ts';
import { addDocument, createIndex } from '#core/search/search-index.ts';
import { serialise } from '#core/search/stored-index.ts';
import { documentsOf } from '#core/search/searchable.ts';
import { sha256 } from '#core/sha256.ts';
import { textOf, textOfResult } from '#core/log/blocks.ts';
import { sizeOf, archiveTexts } from '#flows/archives/archive-covered.ts';
import { packer } from '#worker/workshop/packer.ts';
import { aBuild } from './driven/a-build.ts';
import { serve } from '../../scripts/serve.js';
import { appAt } from './driven/drive.ts';
import { endMark } from './driven/corpus.ts';
import { compareProfiles, type SeedDay } from './year/browser.ts';
import { sources, yearOf, type Day } from './year/generate.ts';

const { values: asked, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		turns: { type: 'string', default: '100000' },
		megabytes: { type: 'string', default: '500' },
		days: { type: 'string', default: '365' },
		'index-turns': { type: 'string', default: '10000' },
		browser: { type: 'boolean', default: false }
	}
});
const [folder] = positionals;
if (folder === undefined) throw new Error('usage: year.ts <folder of real sessions>');
const year = {
	turns: Number(asked.turns),
	days: Number(asked.days),
	toolOutput: Number(asked.megabytes) * 1e6,
	now: Date.now()
};
const tell = (text: string): void => void process.stdout.write(`${text}\n`);
const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Turns that are at hand: the last week. */
const hotDays = 7;

const pool = sources(folder);
tell(`${String(pool.length)} real turns to choose from`);
const sums = { turns: 0, tool: 0, raw: 0, packed: 0, searched: 0, indexTurns: 0 };
const index = createIndex();
const seeds: SeedDay[] = [];
let last: Day | null = null;
let number = 0;
const began = performance.now();
let packing = 0;
let indexing = 0;
for (const day of yearOf(pool, year)) {
	const isHot = number >= year.days - hotDays;
	number++;
	sums.turns += day.exchanges.length;
	sums.tool += day.toolOutput;
	const texts = archiveTexts(
		archiveLines({ session: day.session, exchanges: day.exchanges, summaries: [] })
	);
	const before = performance.now();
	const bytes = packer.pack(texts);
	packing += performance.now() - before;
	const rawBytes = sizeOf(texts);
	sums.raw += rawBytes;
	sums.packed += bytes.length;
	if (sums.indexTurns < Number(asked['index-turns'])) {
		const start = performance.now();
		for (const { turn, steps } of day.exchanges) {
			sums.searched += textOf(turn.asked).length;
			for (const step of steps) {
				sums.searched += textOf(step.content).length;
				for (const result of step.results ?? []) sums.searched += textOfResult(result).length;
			}
		}
		for (const exchange of day.exchanges)
			for (const document of documentsOf(exchange)) addDocument(index, document);
		indexing += performance.now() - start;
		sums.indexTurns += day.exchanges.length;
	}
	const archive: Archive = {
		id: `archive-${day.session.id}`,
		path: archivePath(day.session.id, null),
		sessionId: day.session.id,
		round: null,
		title: day.session.title,
		packedBytes: bytes.length,
		sha256: sha256(bytes),
		rawBytes,
		turns: day.exchanges.length,
		firstAt: day.session.createdAt,
		lastAt: day.session.activeAt,
		createdAt: day.session.activeAt,
		deletedAt: null
	};
	const turnIds = day.exchanges.map(({ turn }) => turn.turnId);
	if (isHot) seeds.push({ ...day, archive: null, bytes: null });
	else if (asked.browser) seeds.push({ ...day, exchanges: [], turnIds, archive, bytes });
	last = day;
}
const indexBytes = serialise(index).length;
tell(
	[
		`turns ${String(sums.turns)}, tool output ${mega(sums.tool)}, made and packed in ${((performance.now() - began) / 1000).toFixed(0)} s`,
		`archives ${mega(sums.packed)} of ${mega(sums.raw)}: ratio ${(sums.packed / sums.raw).toFixed(3)} (goal 0.45), ${(sums.raw / 1e3 / packing).toFixed(0)} MB/s`,
		`index of ${String(sums.indexTurns)} turns: ${mega(indexBytes)} of ${mega(sums.searched)} searched: ratio ${(indexBytes / sums.searched).toFixed(3)} (goal 0.4), ${(sums.searched / 1e3 / indexing).toFixed(1)} MB/s`
	].join('\n')
);

if (asked.browser && last) {
	const served = await serve({ folder: aBuild(), port: 0 });
	try {
		const place = appAt(served.url);
		// The newest session is the same in both, with the words the measurement waits for at its end.
		const newest = withMark(last);
		const { small, large, restAfter } = await compareProfiles(
			place,
			{ small: [newest], large: [...seeds.slice(0, -1), newest] },
			newest.session.title
		);
		tell(`at rest ${restAfter.toFixed(0)} s after the first start`);
		tell(`\t\t\talmost empty\ta year\tratio`);
		for (const key of Object.keys(small) as (keyof typeof small)[])
			tell(
				`${key}\t${small[key].toFixed(0)}\t${large[key].toFixed(0)}\t${(large[key] / small[key]).toFixed(2)}`
			);
	} finally {
		await served.close();
	}
}

function withMark(day: Day): SeedDay {
	const exchanges = [...day.exchanges];
	const end = exchanges.at(-1);
	const step = end?.steps.at(-1);
	if (!end || !step) throw new Error('The last day is empty');
	const title = day.session.title;
	const content = [{ type: 'text' as const, text: `It is done. ${endMark(title)}` }];
	exchanges[exchanges.length - 1] = {
		...end,
		steps: [...end.steps.slice(0, -1), { ...step, content }]
	};
	return { ...day, exchanges, archive: null, bytes: null };
}
