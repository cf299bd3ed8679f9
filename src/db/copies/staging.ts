import { Dexie, type Table } from 'dexie';
import type { SnapshotCard } from '#core/copies/snapshot.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Where a copy waits to take the place of the truth. A file that was just written may be gone after a power cut, because
 * the browser notes its name later; a strict transaction is not. So a copy is taken in here whole before the first row
 * of the truth is touched, and from then on a restore can always be finished.
 */

interface StagedLines {
	readonly id?: number;
	readonly lines: readonly string[];
}

interface StagedBytes {
	readonly sha256: string;
	readonly bytes: Uint8Array;
}

/** There when everything is: written last. */
interface StagedCopy {
	readonly key: 'copy';
	readonly card: SnapshotCard;
}

class Staging extends Dexie {
	declare lines: Table<StagedLines, number>;
	declare bytes: Table<StagedBytes, string>;
	declare copy: Table<StagedCopy, string>;

	constructor(name: string) {
		super(name, { cache: 'disabled', chromeTransactionDurability: 'strict' });
		this.version(1).stores({ lines: '++id', bytes: 'sha256', copy: 'key' });
	}
}

export const stagingName = (truth: Pick<Truth, 'name'>): string => `${truth.name}-restore`;

/** Where a generation is put to be exported from. */
export const exportingName = (truth: Pick<Truth, 'name'>): string => `${truth.name}-copy`;

/** Whether a database of this name is there at all; opening one would make it. */
const isThere = async (name: string): Promise<boolean> =>
	(await Dexie.getDatabaseNames()).includes(name);

async function within<T>(
	truth: Pick<Truth, 'name'>,
	work: (staging: Staging) => Promise<T>
): Promise<T> {
	const staging = new Staging(stagingName(truth));
	try {
		await staging.open();
		return await work(staging);
	} finally {
		staging.close();
	}
}

/** What waits whole, or null. Costs one look at the names where nothing does. */
export async function stagedCopy(truth: Pick<Truth, 'name'>): Promise<SnapshotCard | null> {
	if (!(await isThere(stagingName(truth)))) return null;
	return within(truth, async ({ copy }) => (await copy.get('copy'))?.card ?? null);
}

/**
 * Take a copy in: `give` is handed two functions that store its lines and the bytes of its archives. Whatever waited
 * here before is gone.
 */
export async function stageCopy(
	truth: Pick<Truth, 'name'>,
	card: SnapshotCard,
	give: (into: {
		readonly lines: (lines: readonly string[]) => Promise<void>;
		readonly bytes: (sha256: string, bytes: Uint8Array) => Promise<void>;
	}) => Promise<void>
): Promise<void> {
	await dropStaged(truth);
	await within(truth, async (staging) => {
		await give({
			lines: async (lines) => {
				await staging.lines.add({ lines });
			},
			bytes: async (sha256, bytes) => {
				await staging.bytes.put({ sha256, bytes });
			}
		});
		await staging.copy.put({ key: 'copy', card });
	});
}

/** Read what waits: its lines in their order, and then bytes by their hash. */
export const readStaged = <T>(
	truth: Pick<Truth, 'name'>,
	read: (from: {
		readonly eachLines: (take: (lines: readonly string[]) => Promise<void>) => Promise<void>;
		readonly bytes: (sha256: string) => Promise<Uint8Array | undefined>;
	}) => Promise<T>
): Promise<T> =>
	within(truth, (staging) =>
		read({
			eachLines: async (take) => {
				for (const id of await staging.lines.orderBy(':id').primaryKeys()) {
					const row = await staging.lines.get(id);
					if (row) await take(row.lines);
				}
			},
			bytes: async (sha256) => (await staging.bytes.get(sha256))?.bytes
		})
	);

/** Nothing waits any more. */
export async function dropStaged(truth: Pick<Truth, 'name'>): Promise<void> {
	const name = stagingName(truth);
	if (await isThere(name)) await Dexie.delete(name);
}

/** Remove what a tab that was closed while it took a copy in, or exported one, has left. Whoever calls holds the copies. */
export async function dropHalfStaged(truth: Pick<Truth, 'name'>): Promise<void> {
	const names = await Dexie.getDatabaseNames();
	if (names.includes(exportingName(truth))) await Dexie.delete(exportingName(truth));
	if (names.includes(stagingName(truth)) && !(await stagedCopy(truth))) await dropStaged(truth);
}
