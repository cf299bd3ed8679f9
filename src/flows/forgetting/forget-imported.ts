import type { ArchiveLine } from '#core/archive/archive.ts';
import { readArchiveLine, readArchiveLines } from '#core/archive/reading.ts';
import type { StateLine } from '#core/backup/backup.ts';
import { turnIdsOf } from '#core/backup/in-place.ts';
import { blankLine, forgottenResult } from '#core/forgetting/blank.ts';
import { tellsThrough } from '#core/forgetting/covered.ts';
import {
	cutQuotations,
	isQuotedFrom,
	withoutQuotations,
	type IsGone
} from '#core/forgetting/device-quotes.ts';
import { showsTurn, type ToForget } from '#core/forgetting/quotes.ts';
import { stringsIn } from '#core/forgetting/traces.ts';
import { parseJson, type Row, textIn } from '#core/json.ts';
import { hashesOf } from '#core/ledger/filed-body.ts';
import type { LedgerEntry } from '#core/ledger/ledger-entry.ts';
import { textOfResult, type ToolResultBlock } from '#core/log/blocks.ts';
import { sha256 } from '#core/sha256.ts';
import type { Truth } from '#db/schema.ts';
import { comparedLines } from '#core/memory/compared-lines.ts';
import { withoutLines } from '#core/memory/file.ts';
import { isNoted } from '#core/lines/same-line.ts';
import {
	isNamedAfter,
	soughtIn,
	tellingIn,
	tellingOf,
	type Gone,
	type Telling
} from '#flows/forgetting/told-in-files.ts';
import { archiveTexts } from '#flows/archives/archive-covered.ts';
import { utf8Text } from '#flows/bytes.ts';
import type { BackupContent } from '#flows/import/ports.ts';
import type { Packer } from '#flows/archives/read-archive.ts';

/** An import brings nothing back that was forgotten: what it holds of it is taken out before anything is written. */

/** The session that a reset has ended, of which its row tells. */
const endedIn = (row: Row): unknown => (row['details'] as Row | undefined)?.['ended'];

/**
 * Whether a row of the state comes from a session that is forgotten, or from forgotten turns alone. Where a line was
 * learnt that stands in memory afterwards (`standing`, by form) is told by ids, which say nothing: that stays.
 */
function comesFrom({ table, row }: StateLine, gone: Gone, standing: Gone): boolean {
	if (table === 'tombstones') return false;
	if (table === 'memoryOrigins' && standing.has(row['line'])) return false;
	if (gone.has(row['id']) || gone.has(row['sessionId']) || gone.has(endedIn(row))) return true;
	const isProposal = table === 'proposals';
	if (!isProposal && table !== 'memoryOrigins') return false;
	const turnIds = turnIdsOf(row);
	if (isProposal && turnIds.length > 0 && turnIds.every((id) => gone.has(id))) return true;
	if (isProposal && isNoted(gone, textIn(row, 'offered'))) return true;
	return isNoted(gone, textIn(row, isProposal ? 'text' : 'line'));
}

/** Parts of requests that only requests point at which are left out. */
export function orphaned(
	all: readonly StateLine[],
	kept: readonly StateLine[]
): ReadonlySet<string> {
	const hashes = (lines: readonly StateLine[]) =>
		lines
			.filter(({ table }) => table === 'ledger')
			.flatMap(({ row }) => hashesOf(row as unknown as LedgerEntry));
	const used = new Set(hashes(kept));
	return new Set(hashes(all).filter((hash) => !used.has(hash)));
}

/** A row whose text is that of a memory file, without the forgotten lines. */
function cleaned(line: StateLine, gone: Gone): StateLine {
	const isText = line.table === 'memoryRevisions' || line.table === 'memoryFiles';
	const { text } = line.row;
	if (!isText || typeof text !== 'string') return line;
	return {
		table: line.table,
		row: { ...line.row, text: withoutLines(text, (one) => isNoted(gone, one)) }
	};
}

/** How a tool of ours names a session and a turn that it hands on, also inside of JSON. */
const linked = /link=\\*"\/chat\/([^#"\\]*)#([\w-]+)/gu;

const handsOn = (text: string, gone: Gone): boolean =>
	[...text.matchAll(linked)].some(([, session, turn]) => gone.has(session) || gone.has(turn));

/** Whether the result of a tool does, or shows a title, a summary or a turn beside another that tell of one. */
const shows = (result: ToolResultBlock, gone: Gone, sought: readonly ToForget[]): boolean =>
	handsOn(JSON.stringify(result), gone) ||
	sought.some((one) => showsTurn(one, textOfResult(result)));

/** The same of a quotation in an answer on this device; one without an address stood before it in its own session. */
function isQuoteOf(
	gone: Gone,
	sought: readonly ToForget[],
	{ isBehind }: { readonly isBehind: boolean }
): IsGone {
	const areSuch = sought.map((one) => isQuotedFrom(one, { isHere: false }));
	return (one) => {
		const { quote, link } = one;
		const [, session, turn] = /^\/chat\/(.*)#(.*)$/u.exec(link) ?? [];
		if (link === '') return isBehind;
		if (gone.has(session) || gone.has(turn)) return true;
		return (turn === undefined && isNoted(gone, quote)) || areSuch.some((isSuch) => isSuch(one));
	};
}

/**
 * Lines of a session without the content of forgotten turns, and without what was made of it: a summary that covers
 * one, a title taken from it, results that hand it on.
 */
export function blankAll(
	lines: readonly ArchiveLine[],
	gone: Gone,
	at: number,
	telling = tellingOf(lines, gone)
): ArchiveLine[] {
	const sought = soughtIn(telling);
	return lines.flatMap((line): ArchiveLine | [] => {
		if (line.type === 'session')
			return isNamedAfter(line, telling) ? { ...line, title: '', titleFrom: 'none' } : line;
		const { seq = Infinity, summaries = [] } = telling.get(line.sessionId) ?? {};
		if (line.type === 'summary' && tellsThrough(line, summaries) >= seq) return [];
		const blank = blankLine(line, (id) => gone.has(id), at);
		if (blank?.type !== 'step') return blank ?? [];
		const isQuote = isQuoteOf(gone, sought, { isBehind: blank.seq > seq });
		const left = { ...withoutQuotations(blank, isQuote, at), type: 'step' } as const;
		const isShown = (one: ToolResultBlock): boolean => shows(one, gone, sought);
		if (!left.results?.some(isShown)) return left;
		const results = left.results.map((one) =>
			isShown(one) ? { ...one, content: forgottenResult } : one
		);
		return { ...left, results, resultsForgottenAt: at };
	});
}

/** An archive, written anew where it holds forgotten turns; null where it cannot be read. */
async function repacked(
	bytes: Uint8Array,
	gone: Gone,
	{
		packer,
		at,
		telling
	}: { readonly packer: Packer; readonly at: number; readonly telling: Telling }
): Promise<{ readonly bytes: Uint8Array; readonly title?: string } | null> {
	const read = await packer.unpack(bytes);
	const rows = read.lines.filter((row) => readArchiveLine(row) !== null);
	const lines = rows.map((row) => JSON.parse(row) as ArchiveLine);
	const left = blankAll(lines, gone, at, telling);
	if (JSON.stringify(left) === JSON.stringify(lines)) return { bytes };
	return read.whole
		? { bytes: packer.pack(archiveTexts(left)), title: textIn({ ...left[0] }, 'title') }
		: null;
}

/** Null where it was stopped: every session and every archive is looked into. */
export async function withoutForgotten(
	{ db, packer }: { readonly db: Truth; readonly packer: Packer },
	content: BackupContent,
	at: number,
	signal: AbortSignal
): Promise<BackupContent | null> {
	const ids = new Set<unknown>(await db.tombstones.toCollection().primaryKeys());
	if (ids.size === 0) return content;
	const sessions = content.sessions.filter(({ id }) => !ids.has(id));
	// An answer in one of them may quote what lies in another.
	const inArchives = [...content.archives.values()].map((read) => async () => {
		const { lines } = await packer.unpack(await read());
		return readArchiveLines(lines).filter((line) => line !== null);
	});
	const all = [...sessions.map(({ lines }) => lines), ...inArchives];
	const telling = await tellingIn(all, ids, signal);
	if (!telling) return null;
	const isGone = (line: string): boolean => isNoted(ids, line);
	const memory = new Map(
		[...content.memory].map(([path, text]) => [path, withoutLines(text, isGone)])
	);
	const standing = new Set<unknown>([...memory.values()].flatMap(comparedLines));
	const archives = new Map(content.archives);
	const kept: StateLine[] = [];
	for (const line of content.state) {
		if (comesFrom(line, ids, standing)) continue;
		const path = String(line.row['path']);
		const read = line.table === 'archives' ? content.archives.get(path) : undefined;
		if (!read) {
			kept.push(cleaned(line, ids));
			continue;
		}
		if (signal.aborted) return null;
		const bytes = await read();
		const left = await repacked(bytes, ids, { packer, at, telling });
		if (!left) continue;
		const { bytes: now, ...titled } = left;
		archives.set(path, now === bytes ? read : () => Promise.resolve(now));
		kept.push({ ...line, row: { ...line.row, ...titled, sha256: sha256(now) } });
	}
	const isTelling = ({ row }: StateLine): boolean =>
		[row['sessionId'], endedIn(row)].some(
			(id) => Number(row['updatedAt'] ?? row['at']) >= (telling.get(id)?.askedAt ?? Infinity)
		);
	const orphans = orphaned(content.state, kept);
	const emptied = orphaned(
		kept,
		kept.filter((line) => !isTelling(line))
	);
	const sought = soughtIn(telling);
	const isQuote = isQuoteOf(ids, sought, { isBehind: false });
	const holds = (text: string): boolean =>
		handsOn(text, ids) ||
		stringsIn(parseJson(text)).some(
			(one) =>
				withoutLines(one, isGone) !== one ||
				cutQuotations(one, isQuote) !== one ||
				sought.some((such) => showsTurn(such, one))
		);
	return {
		...content,
		sessions: sessions.map((session) => ({
			...session,
			lines: async () => blankAll(await session.lines(), ids, at, telling)
		})),
		archives,
		blobs: new Map(
			[...content.blobs].map(([hash, read]) => [
				hash,
				async () => {
					const bytes = await read();
					return emptied.has(hash) || holds(utf8Text(bytes) ?? '') ? new Uint8Array() : bytes;
				}
			])
		),
		state: kept.flatMap((line): StateLine | [] => {
			const { table, row } = line;
			if (table === 'blobs') return orphans.has(textIn(row, 'sha256')) ? [] : line;
			// Work and what was noted since may quote it.
			return (table === 'compactions' || table === 'activity') && isTelling(line) ? [] : line;
		}),
		memory
	};
}
