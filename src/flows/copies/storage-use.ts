import { dayMs } from '#core/time/day-ms.ts';
import { planCooling } from '#core/archive/cooling.ts';
import { kindOfFile } from '#core/copies/snapshot.ts';
import type { IndexStore, Truth } from '#db/schema.ts';
import { clearIndex } from '#db/search-index.ts';
import { storing } from '#db/storing.ts';
import { dropOldRequests } from '#db/ledger/ledger.ts';
import {
	coolCandidates,
	coolEverything,
	keptIn,
	readCoolable,
	type CoolPorts
} from '#flows/archives/cool-turns.ts';
import type { Freeing, RoomTaken } from '#core/copies/room-taken.ts';
import type { StorageJobs } from '#flows/copies/jobs.ts';
import { readFolder, tidyFolder } from '#flows/copies/snapshots.ts';
import { reading } from '#flows/done.ts';

/** What takes the room, by kind, and what could be let go of, with what that would do. */

export interface StoragePorts extends CoolPorts {
	readonly index: IndexStore;
}

/** Requests younger than this stay when room is made. */
const youngRequests = 7 * dayMs;

export async function measureUse(
	ports: StoragePorts
): Promise<StorageJobs['measure-use']['outcome']> {
	return reading(async () => {
		const { db } = ports;
		const { aside, names } = await readFolder(ports.vault);
		const asideNumbers = new Set(aside.map((card) => card.generation));
		let copies = 0;
		let setAside = 0;
		for (const name of names) {
			const size = (await ports.vault.open(name))?.size ?? 0;
			const file = kindOfFile(name);
			copies += size;
			if (file && file.kind !== 'archive' && asideNumbers.has(file.generation)) setAside += size;
		}
		const taken: RoomTaken = {
			conversations: (await sizeOf(db, 'turns')) + (await sizeOf(db, 'steps')),
			archives: (await db.archives.toArray()).reduce((sum, row) => sum + row.packedBytes, 0),
			requests: (await sizeOf(db, 'ledger')) + (await sizeOf(db, 'blobs')),
			memory: (await sizeOf(db, 'memoryFiles')) + (await sizeOf(db, 'memoryRevisions')),
			index: await sizeOfIndex(ports.index),
			copies
		};
		const freeing: Freeing = {
			coolTurns: await coolableTurns(ports),
			oldRequests: await db.ledger.where('at').below(oldest(ports)).count(),
			asideCopies: aside.length,
			asideBytes: setAside,
			indexBytes: taken.index
		};
		return { status: 'measured', taken, freeing } as const;
	});
}

const oldest = ({ clock }: StoragePorts): number => clock.now() - youngRequests;

/** About as many bytes as the rows have characters; the browser packs them in its own way. */
async function sizeOf(
	db: Truth,
	table: 'turns' | 'steps' | 'ledger' | 'blobs' | 'memoryFiles' | 'memoryRevisions'
): Promise<number> {
	let size = 0;
	await db.table<unknown>(table).each((row) => {
		const { bytes, ...rest } = row as { readonly bytes?: Uint8Array };
		size += (bytes?.length ?? 0) + JSON.stringify(rest).length;
	});
	return size;
}

async function sizeOfIndex(index: IndexStore): Promise<number> {
	let size = 0;
	await index.parts.each((part) => {
		size += part.bytes.length;
	});
	return size;
}

/** What `coolEverything` would let go of, if the archives are undamaged. */
async function coolableTurns({ db, clock, vault }: StoragePorts): Promise<number> {
	const isKept = await keptIn(vault);
	let turns = 0;
	for (const session of await coolCandidates(db)) {
		const found = await readCoolable(db, session);
		const kept = new Set(found.archives.filter(isKept).map(({ id }) => id));
		for (const { archiveId, part } of planCooling(found, { afterDays: 0, now: clock.now() }))
			if (kept.has(archiveId)) turns += part.throughSeq - part.fromSeq + 1;
	}
	return turns;
}

/** Let go of what was chosen, and nothing else. */
export async function freeUp(
	ports: StoragePorts,
	{ what }: StorageJobs['free-up']['ask'],
	signal: AbortSignal
): Promise<StorageJobs['free-up']['outcome']> {
	const freed = await storing(async () => {
		if (what.includes('cool'))
			await coolEverything(ports, { afterDays: 0 }, signal, () => undefined);
		if (what.includes('requests'))
			await dropOldRequests(ports.db, oldest(ports), ports.clock.now());
		if (what.includes('aside')) {
			const { aside } = await readFolder(ports.vault);
			await tidyFolder(
				ports.vault,
				aside.map((card) => card.generation)
			);
		}
		if (what.includes('index')) await clearIndex(ports.index);
	});
	return freed.status === 'failed' ? freed : { status: 'freed' };
}
