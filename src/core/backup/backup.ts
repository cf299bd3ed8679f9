import { countIn, isRow, rowIn, textIn } from '#core/json.ts';
import { isMemoryPath } from '#core/memory/memory.ts';

/** What a backup holds: its manifest, its names, and where each table of the truth goes. */

export const backupFormat = 'keepsake';
export const backupVersion = 1;

export interface Manifest {
	readonly format: typeof backupFormat;
	readonly formatVersion: number;
	/** ISO 8601. */
	readonly createdAt: string;
	readonly app: string;
	readonly counts: Readonly<Record<string, number>>;
	readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}

/**
 * Where the rows of each table are written. `session`: in the file of their session. `state`: as lines of
 * state.jsonl.gz. `file`: text or bytes as a file of their own, the rest of the row in the state. `bytes`: a file, and
 * nothing in the state. `settings`: settings.json.
 */
export const tablePlaces = {
	sessions: 'session',
	branches: 'session',
	turns: 'session',
	steps: 'session',
	marks: 'session',
	summaries: 'session',
	pins: 'session',
	memoryFiles: 'file',
	archives: 'state',
	archiveBytes: 'bytes',
	cold: 'state',
	blobs: 'file',
	settings: 'settings',
	proposals: 'state',
	refusals: 'state',
	compactions: 'state',
	memoryRevisions: 'state',
	memoryOrigins: 'state',
	ledger: 'state',
	activity: 'state',
	tombstones: 'state'
} as const;

export type TableName = keyof typeof tablePlaces;

export type StateTable = {
	[Name in TableName]: (typeof tablePlaces)[Name] extends 'state' | 'file' ? Name : never;
}[TableName];

/** Tables whose rows are lines of the state, in the order they are written. */
export const stateTables = (Object.keys(tablePlaces) as TableName[]).filter(
	(name): name is StateTable => tablePlaces[name] === 'state' || tablePlaces[name] === 'file'
);

/** One line of state.jsonl.gz. Rows of `file` tables come without their bytes or text. */
export interface StateLine {
	readonly table: StateTable;
	readonly row: Readonly<Record<string, unknown>>;
}

const safePart = /^[\w.-]{1,100}$/;

/** Where a file of a zip belongs, or null: names are data, and what is not expected is refused and listed. */
export function placeOf(
	name: string
): 'manifest' | 'settings' | 'state' | 'memory' | 'session' | 'archive' | 'blob' | null {
	if (name === 'manifest.json') return 'manifest';
	if (name === 'settings.json') return 'settings';
	if (name === 'state.jsonl.gz') return 'state';
	if (isMemoryPath(name)) return 'memory';
	const slash = name.lastIndexOf('/');
	const folder = name.slice(0, slash + 1);
	const file = name.slice(slash + 1);
	if (!safePart.test(file) || file === '.' || file === '..' || file === '__proto__') return null;
	switch (folder) {
		case 'sessions/':
			return file.endsWith('.jsonl.gz') ? 'session' : null;
		case 'archives/agents/main/sessions/':
			return file.endsWith('.jsonl.gz') ? 'archive' : null;
		case 'blobs/':
			return /^[0-9a-f]{64}$/.test(file) ? 'blob' : null;
		default:
			return null;
	}
}

/** Whether files that came without a manifest lie as those of a backup do. */
export const looksLikeBackup = (names: Iterable<string>): boolean =>
	[...names].some((name) => {
		const place = placeOf(name);
		return place === 'session' || place === 'archive' || place === 'state';
	});

/** Read a manifest, or say why not: not one of ours, or made by a newer version. */
export function readManifest(value: unknown): Manifest | 'foreign' | 'newer' {
	if (!isRow(value) || value['format'] !== backupFormat) return 'foreign';
	const version = value['formatVersion'];
	if (typeof version !== 'number' || !isRow(value['files'])) return 'foreign';
	if (version > backupVersion) return 'newer';
	const files = Object.entries(value['files']).flatMap(([name, file]) =>
		isRow(file) ? [[name, { bytes: countIn(file, 'bytes'), sha256: textIn(file, 'sha256') }]] : []
	);
	return {
		format: backupFormat,
		formatVersion: version,
		createdAt: textIn(value, 'createdAt'),
		app: textIn(value, 'app'),
		counts: rowIn(value, 'counts') as Manifest['counts'],
		files: Object.fromEntries(files) as Manifest['files']
	};
}
