import { isNotStored } from '#core/failure.ts';
import { mostProposals } from '#core/backup/import-preview.ts';
import { asForeignLines } from '#core/backup/foreign-rows.ts';
import { chatLines, chatHeadOf, imagesElsewhere, sessionIdOf } from '#core/import/chat-lines.ts';
import { shapeOf } from '#core/import/chat-shape.ts';
import { noteOf } from '#core/import/readers/memories.ts';
import { isTooLong } from '#core/lines/line.ts';
import { refuseUnnoted } from '#db/ledger/activity.ts';
import { correctionsOnce } from '#db/memory/proposals.ts';
import { storing, valueOf, type Stored } from '#db/storing.ts';
import { blankAll } from '#flows/forgetting/forget-imported.ts';
import { readGone, withoutGoneLines, type Gone } from '#flows/import/foreign/forgotten-lines.ts';
import { freshMemories } from '#flows/import/foreign/fresh-memories.ts';
import { knownLines } from '#flows/import/known-lines.ts';
import { originalOf } from '#flows/import/foreign/own-export.ts';
import type { FoundInFile, ImportPorts, ReadImport, ShownFiles } from '#flows/import/ports.ts';
import { memoriesId } from '#flows/import/scan/finding.ts';
import { storeMemoryFile } from '#flows/import/store-memory-file.ts';
import { storeSession } from '#flows/import/store-session.ts';
import { toldBytes } from '#flows/import/told-bytes.ts';
import { countFile, countStored, type ImportRun, type Ran, type Sums } from '#flows/import/sums.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';

/** Writing what was previewed of foreign files: they are gone through once more, one transaction a conversation. */

/** Import everything but the items named in `leftOut`. Stopping keeps what has been imported so far. */
export async function runScan(
	ports: ImportPorts,
	read: ReadImport & { way: 'scan' },
	{ importId, leftOut, shown, onProgress, sums }: ImportRun,
	signal: AbortSignal
): Promise<Ran> {
	const { db, clock } = ports;
	const seen = new Set<string>();
	let writing: Promise<Stored<void>> = Promise.resolve({ status: 'stored', value: undefined });
	const isStopped = () => signal.aborted;
	const onBytes = toldBytes(clock, read.size, onProgress);
	// While one conversation is written, the next is read and hashed already.
	for await (const found of read.scan({ signal, onBytes })) {
		if (isStopped()) break;
		const id = idOf(found);
		// A conversation may have gone on between two exports: the second adds what the first has not.
		const isAgain = seen.has(id ?? '') && found.what !== 'chat' && found.what !== 'archive';
		if (id === null || isAgain || leftOut.has(id)) {
			if (found.what === 'skipped') sums.skippedLines += found.lines;
			if (found.what === 'unreadable' && found.reason === 'gone') sums.gone++;
			continue;
		}
		seen.add(id);
		const write = await prepare(ports, found, shown);
		valueOf(await writing);
		if (isStopped()) break;
		writing = storing(async () => {
			await refuseUnnoted(db, importId);
			// Somebody may forget something while files are gone through.
			await write(sums, await readGone(db));
		});
	}
	valueOf(await writing);
	return signal.aborted ? 'stopped' : 'done';
}

/** As the items of the preview are named; null for what is only reported. */
function idOf(found: FoundInFile): string | null {
	switch (found.what) {
		case 'chat':
			return sessionIdOf(found.chat);
		case 'archive':
			return found.lines.find((line) => line.type === 'session')?.id ?? null;
		case 'memory-file':
			return found.path;
		case 'memories':
			return memoriesId(found);
		default:
			return null;
	}
}

/** Writes a finding without what is gone by then, and counts it. */
type Write = (sums: Sums, gone: Gone) => Promise<void>;

/** Everything about one finding that needs no write; what is handed back writes it and counts it. */
async function prepare(ports: ImportPorts, found: FoundInFile, shown: ShownFiles): Promise<Write> {
	switch (found.what) {
		case 'chat':
			return prepareChat(ports, found);
		case 'archive': {
			const head = found.lines.find((line) => line.type === 'session');
			const foreign = asForeignLines(found.lines);
			return async (sums, gone) => {
				const lines = blankAll(foreign, gone, ports.clock.now());
				if (head) countStored(sums, head.id, await storeSession(ports.db, lines));
			};
		}
		case 'memory-file':
			return async (sums, gone) => {
				const file = { path: found.path, text: withoutGoneLines(found.text, gone).text };
				countFile(sums, await storeMemoryFile(ports, file, shown));
			};
		case 'memories':
			return async (sums, gone) => {
				await propose(ports, found, { gone, sums });
			};
		default:
			return () => Promise.resolve();
	}
}

async function prepareChat(
	ports: ImportPorts,
	{ chat, pictures }: FoundInFile & { what: 'chat' }
): Promise<Write> {
	const id = sessionIdOf(chat);
	const now = ports.clock.now();
	const { branches, leftOut } = shapeOf(chat);
	const names = [...imagesElsewhere(branches)];
	const original = await originalOf(ports.db, chat);
	const lines = chatLines(chat, await pictures.read(names), now);
	return async (sums, gone) => {
		if (original) {
			countStored(sums, id, { status: original.state, isHeldBack: false });
			return;
		}
		if (lines.length === 0 || gone.has(id)) return;
		const stored = await storeSession(ports.db, blankAll(lines, gone, now));
		countStored(sums, id, stored);
		if (!('turns' in stored)) return;
		sums.missingImages += stored.missingImages;
		const beyond = leftOut + stored.branchesLeftOut;
		if (beyond > 0)
			sums.leftOut.set(id, { title: chatHeadOf(chat, branches, now).title, branches: beyond });
	};
}

/** What another product remembers is a proposal, never a line by itself. */
async function propose(
	ports: ImportPorts,
	{ memories }: FoundInFile & { what: 'memories' },
	{ gone, sums }: { readonly gone: Gone; readonly sums: Sums }
): Promise<void> {
	const known = await knownLines(ports.db);
	const corrections = correctionsOnce(ports.db);
	const [now, zone] = [ports.clock.now(), ports.clock.zone()];
	for (const { memory, text } of freshMemories(memories, known, gone)) {
		if (sums.proposals >= mostProposals) {
			sums.skippedLines++;
			continue;
		}
		if (isTooLong(memory.text)) sums.skippedLines++;
		const path = noteOf(memory, now, zone);
		const from = { source: 'import', origin: 'import', sessionId: null, turnIds: [] } as const;
		const outcome = await proposeLine(ports, { text, path, ...from }, corrections);
		if (outcome.status === 'failed' && isNotStored(outcome.failure)) valueOf(outcome);
		if (outcome.status === 'waiting' || outcome.status === 'written') sums.proposals++;
	}
}
