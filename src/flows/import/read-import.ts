import type { Failure } from '#core/failure.ts';
import {
	leftAloneItem,
	unreadableItem,
	type ImportItem,
	type ImportPreview
} from '#core/backup/import-preview.ts';
import { failed } from '#flows/done.ts';
import { findBackup, type FoundBackup } from '#flows/import/find-backup.ts';
import type { ChosenFile, ImportPorts, Reading, ReadImport } from '#flows/import/ports.ts';
import { previewBackup } from '#flows/import/preview-backup.ts';
import { previewer, type ScanPreview } from '#flows/import/preview-scan.ts';
import { readBackup } from '#flows/import/read-backup.ts';
import { readable } from '#flows/import/readable.ts';
import { scanFiles } from '#flows/import/scan.ts';
import { looseFile, type SourceFile } from '#flows/import/source.ts';
import type { ImportReadOutcome } from '#flows/import/jobs.ts';
import type { WorkshopJobs } from '#flows/ports.ts';

/** Reading files that may be imported: everything is looked at, nothing is written. */

type Import = WorkshopJobs['read-import'];

/** Read what was chosen and say what importing it would do. What is needed for that stays with the caller. */
export async function readImport(
	ports: ImportPorts,
	ask: Import['ask'],
	signal: AbortSignal,
	onProgress: (progress: Import['progress']) => void
): Promise<{ readonly outcome: ImportReadOutcome; readonly read: ReadImport | null }> {
	const opened = await openChosen(ports, ask, signal);
	if (opened.status === 'failed') return { outcome: opened, read: null };
	const { read, refused } = opened;
	const importId = ports.clock.newId();
	if (read.way === 'backup') {
		const { skippedLines, salvaged } = read.content;
		const items = [...(await previewBackup(ports, read.content)), ...refused];
		const format = 'keepsake-backup';
		const preview: ImportPreview = { importId, format, items, skippedLines, salvaged };
		return { outcome: { status: 'read', preview }, read };
	}
	const preview: ScanPreview = { items: [...refused], skippedLines: 0, format: null };
	const take = await previewer(ports.db, preview);
	let bytes = 0;
	let told = 0;
	const onBytes = (more: number) => {
		bytes += more;
		const now = ports.clock.now();
		if (now - told < 100) return;
		told = now;
		onProgress({ done: Math.min(bytes, read.size), of: read.size });
	};
	for await (const found of read.scan({ signal, onBytes })) {
		if (signal.aborted) return { outcome: { status: 'stopped' }, read: null };
		await take(found);
	}
	const failure = nothingIn(preview.items, ask.files[0]?.name ?? '');
	if (failure) return { outcome: failed(failure), read: null };
	const { items, skippedLines, format } = preview;
	return {
		outcome: {
			status: 'read',
			preview: { importId, format: format ?? 'several', items, skippedLines, salvaged: null }
		},
		read
	};
}

/** Nothing of what was chosen can be read: that is said at once, with the first reason. */
function nothingIn(items: readonly ImportItem[], name: string): Failure | null {
	if (items.some(({ state }) => state !== 'unreadable' && state !== 'left-alone')) return null;
	const bad = items.find((item) => item.state === 'unreadable');
	if (!bad) return { kind: 'unreadable', what: 'nothing-inside' };
	const reason = bad.reason ?? 'unknown';
	return ['damaged', 'unusable', 'cut-off'].includes(reason)
		? { kind: 'damaged', what: name }
		: { kind: 'unreadable', what: reason === 'other-kind' ? 'nothing-inside' : reason };
}

async function openChosen(
	ports: ImportPorts,
	{ files, passphrase }: Import['ask'],
	signal: AbortSignal
): Promise<Reading> {
	const sources: SourceFile[] = [];
	const backups: (FoundBackup & { readonly name: string })[] = [];
	const loose = new Map<string, SourceFile>();
	const refused: ImportItem[] = [];
	// One that cannot be opened never keeps another from being read.
	const refuse = (name: string, reason: string) => refused.push(unreadableItem(name, reason));
	for (const chosen of files) {
		let { file, name } = chosen;
		let kind = await readable(kindOf(file));
		if (kind === 'sealed') {
			if (passphrase === null || passphrase === '')
				return failed({ kind: 'unreadable', what: 'passphrase-needed' });
			const open = await ports.unseal(file, passphrase);
			if (!open) return failed({ kind: 'unreadable', what: 'wrong-passphrase' });
			if (open.size === 0) return failed({ kind: 'damaged', what: name });
			file = open;
			name = name.replace(/\.age$/i, '');
			kind = await readable(kindOf(file));
		}
		if (kind === 'gone') {
			refuse(name, 'gone');
			continue;
		}
		if (kind !== 'zip') {
			sources.push(looseFile({ file, name: withEnding(name, kind) }));
			loose.set(name, looseFile({ file, name }));
			continue;
		}
		const zip = await readable(ports.openZip(file));
		if (zip === 'gone' || zip.status !== 'opened') {
			refuse(name, zip === 'gone' ? 'gone' : zip.status === 'damaged' ? 'unusable' : zip.status);
			continue;
		}
		const backup = await findBackup(zip.files, { cut: true, signal });
		if (backup === 'newer') return failed({ kind: 'unreadable', what: 'newer-version' });
		if (backup) {
			backups.push({ ...backup, name });
			continue;
		}
		if (zip.isCut) refuse(name, 'cut-off');
		for (const [inside, one] of zip.files) sources.push({ ...one, name: inside });
	}
	const unpacked = await findBackup(loose, { cut: false, signal });
	if (unpacked === 'newer') return failed({ kind: 'unreadable', what: 'newer-version' });
	if (unpacked) backups.push({ ...unpacked, name: unpacked.folder });
	const [newest, ...older] = backups.toSorted((left, right) => madeAt(right) - madeAt(left));
	// Our own backup is restored, whatever else was chosen with it.
	if (newest) {
		const read = await readBackup(ports, newest.manifest, newest.files, signal);
		if (read.status === 'failed') return read;
		const left = older.map(({ name }) => leftAloneItem(name, 'older-backup', 1));
		return { ...read, refused: [...read.refused, ...left] };
	}
	const size = sources.reduce((sum, file) => sum + file.size, 0);
	const scan: (ReadImport & { way: 'scan' })['scan'] = (scanning) =>
		scanFiles(ports, sources, scanning);
	return { status: 'read', read: { way: 'scan', size, scan }, refused };
}

/** Unix ms; one that does not say comes last. */
const madeAt = ({ manifest }: FoundBackup): number => Date.parse(manifest?.createdAt ?? '') || 0;

type Kind = 'sealed' | 'zip' | 'gzip' | 'json' | 'other';

/** By the first bytes: the name of a file says nothing about what is in it. */
async function kindOf(file: Blob): Promise<Kind> {
	const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
	const text = String.fromCharCode(...head);
	if (text.startsWith('age-encryption.org')) return 'sealed';
	if (text.startsWith('PK\u0003\u0004') || text.startsWith('PK\u0005\u0006')) return 'zip';
	if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
	return /^(?:\u00ef\u00bb\u00bf)?\s*[[{]/.test(text) ? 'json' : 'other';
}

/** Files without a telling name are read as what they look like. */
function withEnding(name: ChosenFile['name'], kind: Kind): string {
	if (kind === 'gzip')
		return /\.gz$/i.test(name) && /\.jsonl\.gz$/i.test(name) ? name : `${name}.jsonl.gz`;
	const isKnown = /\.(jsonl?|md|markdown|txt)$/i.test(name);
	return kind === 'json' && !isKnown ? `${name}.json` : name;
}
