import { readArchiveRows } from '#core/archive/reading.ts';
import { chatsInRows } from '#core/import/recognise.ts';
import { withSafeIds } from '#core/import/safe-ids.ts';
import { splitLines } from '#core/import/split-json.ts';
import { isRow, parseJson, type Row } from '#core/json.ts';
import { endOf, unreadable, type Finding, type Surroundings } from '#flows/import/scan/finding.ts';
import type { FoundInFile } from '#flows/import/ports.ts';
import { partsOf, type SourceFile } from '#flows/import/open/source.ts';

/** Files of one JSON value a line. */

/** UTF-16 units. */
const longestLine = 64_000_000;

const mostRows = 400_000;

/** Sessions as lines of JSON: of Claude Code, of pi, of llama.cpp, or an archive of ours. */
export async function* scanLines(file: SourceFile, around: Surroundings): Finding {
	const rows: Row[] = [];
	let skipped = 0;
	const parts = partsOf(file, splitLines(longestLine), around);
	let next = await parts.next();
	for (; !next.done; next = await parts.next()) {
		const row = next.value.kind === 'item' ? parseJson(next.value.text) : null;
		if (isRow(row) && rows.length < mostRows) rows.push(row);
		else skipped++;
	}
	yield* rowsAsFound(file, { rows, skipped }, around);
	yield* endOf(file, next.value, around);
}

export function* rowsAsFound(
	file: SourceFile,
	{ rows, skipped }: { readonly rows: readonly Row[]; readonly skipped: number },
	around: Surroundings
): Generator<FoundInFile> {
	const chats = chatsInRows(rows, skipped);
	if (chats) {
		for (const chat of chats) yield { what: 'chat', chat, pictures: around.pictures };
		if (skipped > 0) yield { what: 'skipped', lines: skipped };
		return;
	}
	const read = readArchiveRows(rows);
	const lines = read.filter((line) => line !== null).map(withSafeIds);
	if (lines.length === 0) {
		yield unreadable(file.name, 'unknown');
		return;
	}
	yield { what: 'archive', name: file.name, lines };
	const bad = skipped + read.length - lines.length;
	if (bad > 0) yield { what: 'skipped', lines: bad };
}
