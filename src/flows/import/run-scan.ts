import { lineKey } from '#core/forgetting/what.ts';
import { asForeignLines } from '#core/backup/foreign-rows.ts';
import { chatLines, headOf, imagesElsewhere, sessionIdOf } from '#core/import/chat-lines.ts';
import { shapeOf } from '#core/import/chat-shape.ts';
import { dailyPath } from '#core/memory/memory.ts';
import { cleanLine, normaliseLine } from '#core/memory/line.ts';
import { localDayOf } from '#core/log/stamp.ts';
import { storing } from '#db/storing.ts';
import { blankAll } from '#flows/forgetting/forget-imported.ts';
import { withoutLines } from '#flows/forgetting/forget-memory.ts';
import { knownLines } from '#flows/import/known-lines.ts';
import type { Found, ImportPorts, ReadImport } from '#flows/import/ports.ts';
import { storeMemoryFile } from '#flows/import/store-memory-file.ts';
import { storeSession } from '#flows/import/store-session.ts';
import { countStored, noSums, type ImportRun, type Ran, type Sums } from '#flows/import/sums.ts';
import { proposeLine } from '#flows/memory/propose-line.ts';

/** Writing what was previewed of foreign files: they are gone through once more, one transaction a conversation. */

/** Proposals of one file beyond these are left out: nobody reviews more. */
const mostProposals = 1000;

/** Import everything but the items named in `leftOut`. Stopping keeps what has been imported so far. */
export async function runScan(
	ports: ImportPorts,
	read: ReadImport & { way: 'scan' },
	{ leftOut, onProgress }: ImportRun,
	signal: AbortSignal
): Promise<Ran> {
	const { db, clock } = ports;
	const sums = noSums();
	const seen = new Set<string>();
	const gone: ReadonlySet<string> = new Set(await db.tombstones.toCollection().primaryKeys());
	let bytes = 0;
	let told = 0;
	const tell = (more: number) => {
		bytes += more;
		const now = clock.now();
		if (now - told < 100) return;
		told = now;
		onProgress({ done: Math.min(bytes, read.size), of: read.size });
	};
	for await (const found of read.scan({ signal, onBytes: tell })) {
		if (signal.aborted) return { status: 'stopped', sums };
		const id = idOf(found);
		if (id === null || seen.has(id) || leftOut.has(id)) {
			if (found.what === 'skipped') sums.skippedLines += found.lines;
			if (found.what === 'unreadable' && found.reason === 'gone') sums.gone++;
			continue;
		}
		seen.add(id);
		const stored = await storing(() => store(ports, found, gone, sums));
		if (stored.status === 'failed') return stored;
	}
	return { status: signal.aborted ? 'stopped' : 'done', sums };
}

/** As the items of the preview are named; null for what is only reported. */
function idOf(found: Found): string | null {
	switch (found.what) {
		case 'chat':
			return sessionIdOf(found.chat);
		case 'archive':
			return found.lines.find((line) => line.type === 'session')?.id ?? null;
		case 'memory-file':
			return found.path;
		case 'memories':
			return `memories ${found.name}`;
		default:
			return null;
	}
}

async function store(
	ports: ImportPorts,
	found: Found,
	gone: ReadonlySet<string>,
	sums: Sums
): Promise<void> {
	const kept = (text: string) => withoutLines(text, (line) => gone.has(lineKey(line)));
	switch (found.what) {
		case 'chat': {
			const id = sessionIdOf(found.chat);
			const { branches, leftOut } = shapeOf(found.chat);
			const names = [...imagesElsewhere(branches)].filter((name) => found.pictures.has(name));
			const pictures = await found.pictures.read(names);
			const lines = gone.has(id) ? [] : chatLines(found.chat, pictures);
			if (lines.length === 0) break;
			const blanked = blankAll(lines, gone, ports.clock.now());
			const stored = await storeSession(ports.db, blanked);
			countStored(sums, id, stored);
			if (leftOut > 0 && 'turns' in stored)
				sums.leftOut.push({ title: headOf(found.chat, branches).title, branches: leftOut });
			break;
		}
		case 'archive': {
			const head = found.lines.find((line) => line.type === 'session');
			const lines = blankAll(asForeignLines(found.lines), gone, ports.clock.now());
			if (head) countStored(sums, head.id, await storeSession(ports.db, lines));
			break;
		}
		case 'memory-file':
			if (await storeMemoryFile(ports, { path: found.path, text: kept(found.text) }))
				sums.memoryFiles++;
			break;
		case 'memories':
			sums.proposals += await propose(ports, found, gone);
			break;
		default:
	}
}

/** What another product remembers is a proposal, never a line by itself. */
async function propose(
	ports: ImportPorts,
	{ memories }: Found & { what: 'memories' },
	gone: ReadonlySet<string>
): Promise<number> {
	const known = new Set(await knownLines(ports.db));
	const today = dailyPath(localDayOf(ports.clock.now(), ports.clock.zone()));
	let proposed = 0;
	for (const memory of memories.slice(0, mostProposals)) {
		const text = cleanLine(memory.text);
		const normal = normaliseLine(text);
		if (normal === '' || known.has(normal) || gone.has(lineKey(text))) continue;
		known.add(normal);
		const { status } = await proposeLine(ports, {
			text,
			path: today,
			source: 'import',
			origin: 'import',
			sessionId: null,
			turnIds: []
		});
		if (status === 'waiting' || status === 'written') proposed++;
	}
	return proposed;
}
