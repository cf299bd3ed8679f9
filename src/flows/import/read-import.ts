import type { Failure } from '#core/failure.ts';
import { withOnlyOne, type ImportItem, type ImportPreview } from '#core/backup/import-preview.ts';
import { sha256 } from '#core/sha256.ts';
import { storing } from '#db/storing.ts';
import { failed } from '#flows/done.ts';
import { openChosen } from '#flows/import/open/open-chosen.ts';
import { toldBytes } from '#flows/import/told-bytes.ts';
import type { ImportPorts, Previewed, ShownFiles } from '#flows/import/ports.ts';
import { isBackupBelieved } from '#flows/import/backup/is-believed.ts';
import { previewBackup } from '#flows/import/backup/preview-backup.ts';
import { previewer, type ScanPreview } from '#flows/import/foreign/preview-scan.ts';
import type { ImportReadOutcome } from '#flows/import/jobs.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** Reading files that may be imported: everything is looked at, nothing is written. */

type Import = WorkshopJobs['read-import'];

interface Looked {
	readonly outcome: ImportReadOutcome;
	readonly read: Previewed | null;
}

/** Read what was chosen and say what importing it would do. What is needed for that stays with the caller. */
export async function readImport(
	ports: ImportPorts,
	ask: Import['ask'],
	signal: AbortSignal,
	onProgress: (progress: Import['progress']) => void
): Promise<Looked> {
	// It is held against what is here; and a backup is gone through more than once, and may be taken away meanwhile.
	const looked = await storing(() => lookInto(ports, ask, signal, onProgress));
	return looked.status === 'failed' ? { outcome: looked, read: null } : looked.value;
}

async function lookInto(
	ports: ImportPorts,
	ask: Import['ask'],
	signal: AbortSignal,
	onProgress: (progress: Import['progress']) => void
): Promise<Looked> {
	const opened = await openChosen(ports, ask.files, { passphrase: ask.passphrase, signal });
	if (opened.status !== 'read') return { outcome: opened, read: null };
	const { read, refused } = opened;
	const importId = ports.clock.newId();
	const of = sha256(JSON.stringify(ask.files.map(({ name, file }) => [name, file.size])));
	if (read.way === 'backup') {
		const { skippedLines, salvaged } = read.content;
		const isBelieved = await isBackupBelieved(ports, read.content);
		const items = [...(await previewBackup(ports, read.content, isBelieved, signal)), ...refused];
		if (signal.aborted) return stopped;
		const format = 'keepsake-backup';
		const preview: ImportPreview = { importId, format, items, skippedLines, salvaged };
		return {
			outcome: { status: 'read', preview },
			read: { ...read, of, isBelieved, shown: shownIn(items) }
		};
	}
	const preview: ScanPreview = { items: [...refused], skippedLines: 0, format: null };
	const take = await previewer(ports, preview);
	const onBytes = toldBytes(ports.clock, read.size, onProgress);
	for await (const found of read.scan({ signal, onBytes })) {
		if (signal.aborted) return stopped;
		await take(found);
	}
	if (signal.aborted) return stopped;
	const failure = nothingIn(preview.items);
	if (failure) return { outcome: failed(failure), read: null };
	const { skippedLines, format } = preview;
	const items = withOnlyOne(preview.items);
	return {
		outcome: {
			status: 'read',
			preview: { importId, format: format ?? 'several', items, skippedLines, salvaged: null }
		},
		read: { ...read, of, shown: shownIn(items) }
	};
}

const shownIn = (items: readonly ImportItem[]): ShownFiles =>
	new Map(items.filter(({ what }) => what === 'memory-file').map(({ id, before }) => [id, before]));

const stopped = { outcome: { status: 'stopped' }, read: null } as const;

/** Nothing of what was chosen can be read: that is said at once, with the first reason. */
function nothingIn(items: readonly ImportItem[]): Failure | null {
	const isNothing = ({ state, reason }: ImportItem) =>
		state === 'unreadable' || (state === 'left-alone' && reason !== 'went-on');
	if (!items.every(isNothing)) return null;
	const bad = items.find((item) => item.state === 'unreadable');
	if (!bad) return { kind: 'unreadable', what: 'nothing-inside' };
	const reason = bad.reason ?? 'unknown';
	return ['damaged', 'unusable', 'cut-off'].includes(reason)
		? { kind: 'damaged', what: bad.name }
		: { kind: 'unreadable', what: reason };
}
