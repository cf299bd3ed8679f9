import { lineKey } from '#core/forgetting/what.ts';
import { asForeignLines } from '#core/backup/foreign-rows.ts';
import { chatLines, headOf, imagesElsewhere, sessionIdOf } from '#core/import/chat-lines.ts';
import { shapeOf } from '#core/import/chat-shape.ts';
import { linesOf } from '#core/lines/taint.ts';
import { dailyPath, type MemoryOrigin } from '#core/memory/memory.ts';
import { cleanLine, normaliseLine } from '#core/memory/line.ts';
import { localDayOf } from '#core/log/stamp.ts';
import { memoryFile, writeMemory } from '#db/memory.ts';
import { storing, type Stored } from '#db/storing.ts';
import { blankAll } from '#flows/forgetting/forget-imported.ts';
import { withoutLines } from '#flows/forgetting/forget-memory.ts';
import { knownLines } from '#flows/import/known-lines.ts';
import type { Found, ImportPorts, ReadImport } from '#flows/import/ports.ts';
import { storeSession, type SessionStored } from '#flows/import/store-session.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { proposeLine } from '#flows/memory/propose-line.ts';

/** Writing what was previewed of foreign files: they are gone through once more, one transaction a conversation. */

type Import = WorkshopJobs['run-import'];

/** Proposals of one file beyond these are left out: nobody reviews more. */
const mostProposals = 1000;

export interface Sums {
	sessions: number;
	grown: number;
	turns: number;
	there: number;
	memoryFiles: number;
	proposals: number;
	skippedLines: number;
	/** Files that could be read for the preview and not any more. */
	gone: number;
	/** What was imported is what was left of a damaged backup. */
	isSalvaged: boolean;
	/** Sessions with more branches than are kept, and how many of each are left out. */
	readonly leftOut: { readonly title: string; readonly branches: number }[];
	/** Ids of the sessions that are new or have grown, in the order of the file. */
	readonly sessionIds: string[];
}

export const noSums = (): Sums => ({
	sessions: 0,
	grown: 0,
	turns: 0,
	there: 0,
	memoryFiles: 0,
	proposals: 0,
	skippedLines: 0,
	gone: 0,
	isSalvaged: false,
	leftOut: [],
	sessionIds: []
});

/** Import everything but the items named in `leftOut`. Stopping keeps what has been imported so far. */
export async function runScan(
	ports: ImportPorts,
	read: ReadImport & { way: 'scan' },
	leftOut: ReadonlySet<string>,
	signal: AbortSignal,
	onProgress: (progress: Import['progress']) => void
): Promise<
	| { readonly status: 'done' | 'stopped'; readonly sums: Sums }
	| (Stored<never> & { status: 'failed' })
> {
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

/** Add what became of one session. */
export function countStored(sums: Sums, id: string, stored: SessionStored): void {
	if (!('turns' in stored)) {
		sums.there++;
		return;
	}
	if (stored.status === 'new') sums.sessions++;
	else sums.grown++;
	sums.turns += stored.turns;
	sums.sessionIds.push(id);
}

/** Written as it is, as a revision of the import; its new lines say where they come from. */
export async function storeMemoryFile(
	ports: Pick<ImportPorts, 'db' | 'clock'>,
	{ path, text }: { readonly path: string; readonly text: string }
): Promise<boolean> {
	const { db, clock } = ports;
	const file = await memoryFile(db, path);
	if (file?.text === text) return false;
	const stored = await writeMemory(db, {
		revision: { id: clock.newId(), path, at: clock.now(), by: 'import', text, deleted: false },
		expectedRev: file?.rev ?? null,
		origins: originsOfImport(ports, { path, before: file?.text ?? '', text })
	});
	return stored.status === 'stored';
}

/** Where the lines of a file came from that this import brings: whoever reads them reads a stranger's words. */
export function originsOfImport(
	{ clock }: Pick<ImportPorts, 'clock'>,
	{ path, before, text }: { readonly path: string; readonly before: string; readonly text: string }
): readonly MemoryOrigin[] {
	const known = new Set(linesOf(before));
	return [...new Set(linesOf(text))]
		.filter((line) => !known.has(line))
		.map((line) => ({
			id: clock.newId(),
			path,
			line,
			sessionId: null,
			turnIds: [],
			origin: 'import',
			writer: 'import',
			at: clock.now(),
			importance: null,
			tags: []
		}));
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
