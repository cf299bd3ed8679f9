import type { ArchiveLine } from '#core/archive.ts';
import { placeOf, readManifest, type StateLine } from '#core/backup.ts';
import type { ImportItem } from '#core/import-preview.ts';
import { sha256 } from '#core/sha256.ts';
import { failed } from '#flows/done.ts';
import { linesIn, textOf, type ImportPorts, type Reading } from '#flows/imported-content.ts';

/** Reading a backup: every file in it is held against the manifest, and nothing is written. */

const unreadable = (name: string, what: ImportItem['what'], reason: string): ImportItem => ({
	name,
	what,
	state: 'unreadable',
	reason,
	before: null,
	after: null,
	count: 0
});

/** Rows of the state; a line that is no JSON object with a table is skipped and counted. */
function stateIn(text: string): { state: StateLine[]; bad: number } {
	const state: StateLine[] = [];
	let bad = 0;
	for (const row of text.split('\n')) {
		if (row === '') continue;
		try {
			const parsed = JSON.parse(row) as Partial<StateLine> | null;
			if (typeof parsed?.table === 'string' && typeof parsed.row === 'object')
				state.push({ table: parsed.table, row: parsed.row });
			else bad++;
		} catch (error) {
			if (!(error instanceof SyntaxError)) throw error;
			bad++;
		}
	}
	return { state, bad };
}

/** A zip of ours. The manifest is authoritative: a file of another size or hash is refused by name. */
export async function readBackup(
	ports: ImportPorts,
	files: ReadonlyMap<string, Uint8Array>
): Promise<Reading> {
	const refused: ImportItem[] = [];
	const manifestBytes = files.get('manifest.json');
	const manifestText = manifestBytes && textOf(manifestBytes);
	let listed: Readonly<Record<string, { bytes: number; sha256: string }>> | null = null;
	if (manifestText) {
		const manifest = readManifest(parse(manifestText));
		if (manifest === 'newer') return failed({ kind: 'unreadable', what: 'newer-version' });
		if (manifest === 'foreign') return failed({ kind: 'unreadable', what: 'manifest.json' });
		listed = manifest.files;
		for (const name of Object.keys(listed))
			if (!files.has(name)) refused.push(unreadable(name, 'records', 'missing'));
	}
	const sessions: { name: string; lines: ArchiveLine[] }[] = [];
	const memory = new Map<string, string>();
	const archives = new Map<string, Uint8Array>();
	const blobs = new Map<string, Uint8Array>();
	let state: StateLine[] = [];
	let settings: Record<string, unknown> = {};
	let skippedLines = 0;
	for (const [name, bytes] of files) {
		const place = placeOf(name);
		if (place === 'manifest') continue;
		if (place === null || (listed && !Object.hasOwn(listed, name))) {
			refused.push(unreadable(name, 'records', 'not-expected'));
			continue;
		}
		const expected = listed?.[name];
		if (expected && (expected.bytes !== bytes.length || expected.sha256 !== sha256(bytes))) {
			refused.push(unreadable(name, 'records', 'damaged'));
			continue;
		}
		if (place === 'archive') archives.set(name.slice('archives/'.length), bytes);
		else if (place === 'blob') blobs.set(name.slice('blobs/'.length), bytes);
		else if (place === 'session' || place === 'state') {
			const read = await ports.packer.unpack(bytes);
			if (!read.whole) {
				refused.push(unreadable(name, 'session', 'damaged'));
				continue;
			}
			if (place === 'session') {
				const { lines, bad } = linesIn(read.text);
				skippedLines += bad;
				sessions.push({ name, lines });
			} else {
				const found = stateIn(read.text);
				state = found.state;
				skippedLines += found.bad;
			}
		} else {
			const text = textOf(bytes);
			if (text === null) refused.push(unreadable(name, 'memory-file', 'encoding'));
			else if (place === 'memory') memory.set(name, text);
			else {
				const parsed = parse(text);
				if (typeof parsed === 'object' && parsed !== null) settings = { ...parsed };
			}
		}
	}
	const format = listed ? 'keepsake-backup' : 'keepsake-memory';
	const content = {
		format,
		sessions,
		memory,
		archives,
		blobs,
		state,
		settings,
		skippedLines
	} as const;
	return { status: 'read', content, refused };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return null;
		throw error;
	}
}
