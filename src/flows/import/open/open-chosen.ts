import { isLeftover } from '#core/backup/folders.ts';
import { leftAloneItem, unreadableItem, type ImportItem } from '#core/backup/import-preview.ts';
import type { Failed } from '#core/failure.ts';
import { failed } from '#flows/done.ts';
import { findBackup, type FoundBackup } from '#flows/import/open/find-backup.ts';
import type { ChosenFile } from '#flows/import/jobs.ts';
import type {
	ImportPorts,
	FileReading,
	ReadImport,
	ZipFile,
	ZipOpening
} from '#flows/import/ports.ts';
import { readBackup } from '#flows/import/backup/read-backup.ts';
import { readable } from '#flows/import/open/readable.ts';
import { scanFiles } from '#flows/import/scan/scan.ts';
import { looseFile, type SourceFile } from '#flows/import/open/source.ts';

/** What was chosen, opened: seals and zips taken off, and a backup of ours found in whatever it was packed. */

type NamedBackup = FoundBackup & { readonly name: string };
type OpenedZip = ZipOpening & { status: 'opened' };

type Opened =
	| { readonly status: 'backup'; readonly found: NamedBackup }
	| { readonly status: 'zip'; readonly zip: OpenedZip; readonly name: string }
	| { readonly status: 'file'; readonly file: ChosenFile; readonly kind: Kind }
	/** It keeps no other from being read. */
	| { readonly status: 'refused'; readonly item: ImportItem }
	| Failed;

interface Opening {
	readonly passphrase: string | null;
	readonly signal: AbortSignal;
}

/** What was found so far. */
interface Finds {
	readonly backups: ReturnType<typeof keepNewest>;
	/** Files that were chosen as they are: together they may be a backup that was unpacked. */
	readonly loose: Map<string, SourceFile>;
	/** What can be gone through, where no backup is found. */
	readonly sources: SourceFile[];
	readonly refused: ImportItem[];
}

/** The newest backup of ours where there is one, else all that can be gone through. */
export async function openChosen(
	ports: ImportPorts,
	files: readonly ChosenFile[],
	opening: Opening
): Promise<FileReading> {
	const finds: Finds = { backups: keepNewest(), loose: new Map(), sources: [], refused: [] };
	for (const chosen of files) {
		const end = await takeChosen(ports, chosen, { finds, opening });
		if (end) return end;
	}
	const unpacked = await findBackup(finds.loose, { cut: false, signal: opening.signal });
	if (opening.signal.aborted) return stopped;
	if (unpacked === 'newer') return unread('newer-version');
	if (unpacked) finds.backups.take({ ...unpacked, name: unpacked.folder });
	const { newest, older } = finds.backups.kept();
	// Our own backup is restored, whatever else was chosen with it.
	if (newest) {
		const read = await readBackup(ports, newest.manifest, newest.files, opening.signal);
		if (read.status !== 'read') return read;
		const left = older.map((name) => leftAloneItem(name, 'older-backup', 1));
		return { ...read, refused: [...read.refused, ...left] };
	}
	const { sources, refused } = finds;
	const size = sources.reduce((sum, file) => sum + file.size, 0);
	const scan: (ReadImport & { way: 'scan' })['scan'] = (scanning) =>
		scanFiles(ports, sources, scanning);
	return { status: 'read', read: { way: 'scan', size, scan }, refused };
}

/** One chosen file, and what lies in it; not null: how the whole ends with it. */
async function takeChosen(
	ports: ImportPorts,
	chosen: ChosenFile,
	{ finds, opening }: { readonly finds: Finds; readonly opening: Opening }
): Promise<FileReading | null> {
	const isStopped = () => opening.signal.aborted;
	const opened = await open(ports, chosen, opening);
	if (isStopped()) return stopped;
	if (opened.status === 'file') {
		const { file, name } = opened.file;
		const asIs = looseFile({ ...chosen, file, name });
		const called = chosen.isPasted ? name : plainName(withEnding(name, opened.kind));
		finds.sources.push({ ...asIs, name: called });
		finds.loose.set(name, asIs);
		return null;
	}
	if (opened.status === 'failed') return opened;
	const zip = settle(finds, opened);
	if (!zip) return null;
	for (const [name, file] of zip.files) {
		const inside = await openInside(ports, { name, file }, opening);
		if (isStopped()) return stopped;
		if (inside?.status === 'failed') return inside;
		const inner = inside && settle(finds, inside);
		if (inner) finds.sources.push(...filesIn(inner, `${name}/`));
		else if (!inside || inside.status === 'file')
			finds.sources.push({ ...file, name: plainName(name) });
	}
	return null;
}

/** What needs no further look goes to where it belongs; a zip comes back, for what lies in it. */
function settle({ refused, backups }: Finds, opened: Opened): OpenedZip | null {
	if (opened.status === 'refused') refused.push(opened.item);
	if (opened.status === 'backup') backups.take(opened.found);
	if (opened.status !== 'zip') return null;
	if (opened.zip.isCut) refused.push(unreadableItem(opened.name, 'cut-off'));
	return opened.zip;
}

const stopped: FileReading = { status: 'stopped' };

const unread = (what: string) => failed({ kind: 'unreadable', what });

/** What a zip that lies in a zip holds, under its name. */
const filesIn = ({ files }: OpenedZip, folder: string): SourceFile[] =>
	[...files].map(([name, file]) => ({ ...file, name: `${folder}${plainName(name)}` }));

/** Some programs begin each name with the folder they packed. */
const plainName = (name: string): string => name.replace(/^(?:\.[\\/])+/, '');

/** One file without its seal, and whether it is a backup or another zip. */
async function open(
	ports: ImportPorts,
	chosen: ChosenFile,
	{ passphrase, signal }: Opening
): Promise<Opened> {
	let { file, name } = chosen;
	const refuse = (reason: string) =>
		({ status: 'refused', item: unreadableItem(name, reason) }) as const;
	let kind = await readable(kindOf(file));
	if (kind === 'sealed') {
		if (passphrase === null || passphrase === '') return unread('passphrase-needed');
		const unsealed = await readable(ports.unseal(file, passphrase));
		if (unsealed === 'gone') return refuse('gone');
		if (!unsealed) return unread('wrong-passphrase');
		if (unsealed.size === 0) return failed({ kind: 'damaged', what: name });
		file = unsealed;
		name = name.replace(/\.age$/i, '');
		kind = await readable(kindOf(file));
	}
	if (kind === 'gone') return refuse('gone');
	if (kind === 'sealed-for-key') return refuse(kind);
	if (kind === 'cut-seal') return refuse('unusable');
	if (kind !== 'zip') return { status: 'file', file: { file, name }, kind };
	const zip = await readable(ports.openZip(file));
	if (zip === 'gone') return refuse('gone');
	if (zip.status !== 'opened') return refuse(zip.status === 'damaged' ? 'unusable' : zip.status);
	const backup = await findBackup(zip.files, { cut: true, signal });
	if (backup === 'newer') return unread('newer-version');
	return backup ? { status: 'backup', found: { ...backup, name } } : { status: 'zip', zip, name };
}

/**
 * Packed again as it is, a backup lies in a zip as a zip, and some products hand out zips of zips. Null for everything
 * else: what lies deeper is not looked for.
 */
async function openInside(
	ports: ImportPorts,
	{ name, file }: { readonly name: string; readonly file: ZipFile },
	opening: Opening
): Promise<Opened | null> {
	if (!/\.zip(?:\.age)?$/i.test(name) || isLeftover(name)) return null;
	const bytes = await file.bytes(opening.signal);
	if (typeof bytes === 'string')
		return { status: 'refused', item: unreadableItem(name, whyNotInside[bytes]) };
	return open(ports, { name, file: new Blob([bytes as Uint8Array<ArrayBuffer>]) }, opening);
}

/** What is said of a zip in a zip that could not be read; taken out of there it may be. */
const whyNotInside = {
	damaged: 'unusable',
	'too-large': 'too-large-inside',
	gone: 'gone',
	locked: 'locked'
} as const;

/** Of several backups the newest, and the names of the others: their bytes are not held. */
function keepNewest() {
	let newest: NamedBackup | null = null;
	const older: { readonly name: string; readonly at: number }[] = [];
	const putBack = (backup: NamedBackup) => older.push({ name: backup.name, at: madeAt(backup) });
	return {
		take(backup: NamedBackup): void {
			if (newest && madeAt(backup) <= madeAt(newest)) putBack(backup);
			else {
				if (newest) putBack(newest);
				newest = backup;
			}
		},
		kept: (): { readonly newest: NamedBackup | null; readonly older: readonly string[] } => ({
			newest,
			older: older.toSorted((left, right) => right.at - left.at).map(({ name }) => name)
		})
	};
}

/** Unix ms; one that does not say comes last. */
const madeAt = ({ manifest }: FoundBackup): number => Date.parse(manifest?.createdAt ?? '') || 0;

type Kind = 'sealed' | 'sealed-for-key' | 'cut-seal' | 'zip' | 'gzip' | 'json' | 'other';

/** By the first bytes: the name of a file says nothing about what is in it. */
async function kindOf(file: Blob): Promise<Kind> {
	const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
	const text = String.fromCharCode(...head);
	if (text.startsWith('age-encryption.org')) {
		const [, recipient] = /\n-> (\S+) /.exec(text) ?? [];
		// A passphrase is the only way in where there is one.
		return recipient === 'scrypt' ? 'sealed' : recipient ? 'sealed-for-key' : 'cut-seal';
	}
	if (text.startsWith('PK\u0003\u0004') || text.startsWith('PK\u0005\u0006')) return 'zip';
	if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
	return /^(?:\u00ef\u00bb\u00bf)?\s*[[{]/.test(text) ? 'json' : 'other';
}

/** Files without a telling name are read as what they look like. */
function withEnding(name: ChosenFile['name'], kind: Kind): string {
	if (kind === 'gzip') return /\.jsonl\.gz$/i.test(name) ? name : `${name}.jsonl.gz`;
	const isKnown = /\.(jsonl?|md|markdown|txt)$/i.test(name);
	return kind === 'json' && !isKnown ? `${name}.json` : name;
}
