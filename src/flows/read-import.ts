import { looksLikeClaudeCode, readClaudeCode } from '#core/claude-code.ts';
import type { ImportPreview } from '#core/import-preview.ts';
import { isMemoryPath } from '#core/memory.ts';
import { failed } from '#flows/done.ts';
import { sessionFromClaudeCode } from '#flows/import-claude-code.ts';
import {
	linesIn,
	textOf,
	type ImportPorts,
	type Reading,
	type ReadImport
} from '#flows/imported-content.ts';
import type { ImportReadOutcome } from '#flows/ports.ts';
import { previewOf } from '#flows/preview-import.ts';
import { readBackup } from '#flows/read-backup.ts';

/** Reading a file that may be imported: everything is looked at, nothing is written. */

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

async function readAny(
	ports: ImportPorts,
	file: Blob,
	name: string,
	passphrase: string | null,
	signal: AbortSignal
): Promise<Reading> {
	const head = new Uint8Array(await file.slice(0, 32).arrayBuffer());
	const starts = (mark: string) => String.fromCharCode(...head).startsWith(mark);
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
