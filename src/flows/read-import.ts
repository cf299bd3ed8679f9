import { exchangesOf, type ArchiveLine } from '#core/archive.ts';
import { readArchiveLine } from '#core/archive-reading.ts';
import { placeOf, readManifest, type StateLine } from '#core/backup.ts';
import { looksLikeClaudeCode, readClaudeCode } from '#core/claude-code.ts';
import type { Failure } from '#core/failure.ts';
import { isMemoryPath } from '#core/memory.ts';
import { sha256 } from '#core/sha256.ts';
import { memoryFiles } from '#db/memory.ts';
import type { Truth } from '#db/schema.ts';
import { failed } from '#flows/done.ts';
import { sessionFromClaudeCode } from '#flows/import-claude-code.ts';
import type { Packer } from '#flows/archive-covered.ts';
import type { Clock, ImportItem, ImportPreview, ImportReadOutcome } from '#flows/ports.ts';

/** Reading a file that may be imported: everything is looked at, nothing is written. */

export interface ImportPorts {
	readonly db: Truth;
	readonly clock: Clock;
	readonly packer: Packer;
	unzip(
		file: Blob,
		signal: AbortSignal
	): Promise<
		| { readonly status: 'read'; readonly files: ReadonlyMap<string, Uint8Array> }
		| { readonly status: 'too-large' | 'damaged' }
	>;
	/** Decrypt an age file; null when the passphrase is wrong. */
	unseal(file: Blob, passphrase: string): Promise<Blob | null>;
}

/** What was read, kept in the worker until the user decides. Items of the preview have the names of these. */
export interface ReadImport {
	readonly format: ImportPreview['format'];
	readonly sessions: readonly { readonly name: string; readonly lines: readonly ArchiveLine[] }[];
	readonly memory: ReadonlyMap<string, string>;
	readonly archives: ReadonlyMap<string, Uint8Array>;
	readonly blobs: ReadonlyMap<string, Uint8Array>;
	readonly state: readonly StateLine[];
	readonly settings: Readonly<Record<string, unknown>>;
	readonly skippedLines: number;
}

const nothing: ReadImport = {
	format: 'markdown',
	sessions: [],
	memory: new Map(),
	archives: new Map(),
	blobs: new Map(),
	state: [],
	settings: {},
	skippedLines: 0
};

type Reading =
	| {
			readonly status: 'read';
			readonly content: ReadImport;
			readonly refused: readonly ImportItem[];
	  }
	| { readonly status: 'failed'; readonly failure: Failure };

const unreadable = (name: string, what: ImportItem['what'], reason: string): ImportItem => ({
	name,
	what,
	state: 'unreadable',
	reason,
	before: null,
	after: null,
	count: 0
});

/** UTF-8 or nothing: another encoding would be turned into question marks without a word. */
function textOf(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}

function linesIn(text: string): { lines: ArchiveLine[]; bad: number } {
	const rows = text.split('\n').filter((row) => row.trim() !== '');
	const read = rows.map(readArchiveLine);
	const lines = read.filter((line) => line !== null);
	return { lines, bad: rows.length - lines.length };
}

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
async function readBackup(
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

async function readAny(
	ports: ImportPorts,
	file: Blob,
	name: string,
	passphrase: string | null,
	signal: AbortSignal
): Promise<Reading> {
	const head = new Uint8Array(await file.slice(0, 32).arrayBuffer());
	const starts = (mark: string) => [...mark].every((letter, i) => head[i] === letter.charCodeAt(0));
	if (starts('age-encryption.org')) {
		if (passphrase === null || passphrase === '')
			return failed({ kind: 'unreadable', what: 'passphrase-needed' });
		const opened = await ports.unseal(file, passphrase);
		return opened
			? readAny(ports, opened, name, null, signal)
			: failed({ kind: 'unreadable', what: 'wrong-passphrase' });
	}
	if (starts('PK')) {
		const zip = await ports.unzip(file, signal);
		if (zip.status !== 'read')
			return failed(
				zip.status === 'damaged'
					? { kind: 'damaged', what: name }
					: { kind: 'unreadable', what: 'too-large' }
			);
		return readBackup(ports, zip.files);
	}
	const bytes = new Uint8Array(await file.arrayBuffer());
	if (head[0] === 0x1f && head[1] === 0x8b) {
		const read = await ports.packer.unpack(bytes);
		if (!read.whole && read.text === '') return failed({ kind: 'damaged', what: name });
		const { lines, bad } = linesIn(read.text);
		if (lines.length === 0) return failed({ kind: 'unreadable', what: name });
		const content: ReadImport = {
			...nothing,
			format: 'archive',
			sessions: [{ name, lines }],
			skippedLines: bad
		};
		return { status: 'read', content, refused: [] };
	}
	const text = textOf(bytes);
	if (text === null) return failed({ kind: 'unreadable', what: 'encoding' });
	return readText(text, name);
}

function readText(text: string, name: string): Reading {
	const rows = text.split('\n');
	if (looksLikeClaudeCode(rows)) {
		const session = readClaudeCode(rows);
		if (!session) return failed({ kind: 'unreadable', what: name });
		const lines = sessionFromClaudeCode(session);
		const content: ReadImport = {
			...nothing,
			format: 'claude-code',
			sessions: [{ name: session.title || name, lines }],
			skippedLines: session.badLines.length
		};
		return { status: 'read', content, refused: [] };
	}
	if (/\.jsonl$/i.test(name)) {
		const { lines, bad } = linesIn(text);
		if (lines.length === 0) return failed({ kind: 'unreadable', what: name });
		const content: ReadImport = {
			...nothing,
			format: 'archive',
			sessions: [{ name, lines }],
			skippedLines: bad
		};
		return { status: 'read', content, refused: [] };
	}
	if (/\.(md|markdown|txt)$/i.test(name)) {
		const file = name.replace(/^.*[\\/]/, '').replace(/\.(markdown|txt)$/i, '.md');
		const path = file === 'MEMORY.md' ? file : `memory/${file.replace(/[^\w.-]+/g, '-')}`;
		if (!isMemoryPath(path)) return failed({ kind: 'unreadable', what: name });
		return {
			status: 'read',
			content: { ...nothing, memory: new Map([[path, text]]) },
			refused: []
		};
	}
	return failed({ kind: 'unreadable', what: name });
}

/** What an import would do, item by item. */
async function previewOf(db: Truth, content: ReadImport): Promise<ImportItem[]> {
	const items: ImportItem[] = [];
	for (const { name, lines } of content.sessions) {
		const session = lines.find((line) => line.type === 'session');
		const { exchanges } = exchangesOf(lines);
		const there = session && (await db.sessions.get(session.id));
		items.push({
			name,
			what: content.format === 'archive' ? 'archive' : 'session',
			state: session ? (there ? 'there' : 'new') : 'unreadable',
			reason: session ? null : 'no-session',
			before: null,
			after: null,
			count: exchanges.length
		});
	}
	const here = new Map((await memoryFiles(db)).map((file) => [file.path, file.text]));
	for (const [path, text] of content.memory) {
		const before = here.get(path) ?? null;
		items.push({
			name: path,
			what: 'memory-file',
			state: before === null ? 'new' : before === text ? 'there' : 'changed',
			reason: null,
			before,
			after: text,
			count: text.split('\n').length
		});
	}
	if (content.archives.size > 0) {
		const paths = [...content.archives.keys()];
		const known = await db.archives.where('path').anyOf(paths).count();
		items.push(
			group('archives', known === paths.length ? 'there' : 'new', 'archive', paths.length)
		);
	}
	if (content.state.length > 0)
		items.push(group('state.jsonl.gz', 'new', 'records', content.state.length));
	const settings = Object.keys(content.settings).length;
	if (settings > 0) items.push(group('settings.json', 'new', 'settings', settings));
	return items;
}

const group = (
	name: string,
	state: ImportItem['state'],
	what: ImportItem['what'],
	count: number
): ImportItem => ({ name, what, state, reason: null, before: null, after: null, count });

/** Read a file and say what importing it would do. The content stays with the caller under `importId`. */
export async function readImport(
	ports: ImportPorts,
	ask: { readonly file: Blob; readonly name: string; readonly passphrase: string | null },
	signal: AbortSignal
): Promise<{ readonly outcome: ImportReadOutcome; readonly content: ReadImport | null }> {
	const reading = await readAny(ports, ask.file, ask.name, ask.passphrase, signal);
	if (reading.status === 'failed') return { outcome: reading, content: null };
	const { content, refused } = reading;
	const preview: ImportPreview = {
		importId: ports.clock.newId(),
		format: content.format,
		items: [...(await previewOf(ports.db, content)), ...refused],
		skippedLines: content.skippedLines
	};
	return { outcome: { status: 'read', preview }, content };
}
