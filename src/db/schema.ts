import { Dexie, type PromiseExtended, type Table } from 'dexie';
import { ownVersions } from '#db/own-versions.ts';
import type { Activity } from '#core/activity.ts';
import type { Compaction } from '#core/compaction/compaction.ts';
import type { Archive, ArchiveBytes, ColdRange } from '#core/archive/stored.ts';
import type { BlobRow, LedgerEntry } from '#core/ledger/ledger-entry.ts';
import type { Pin } from '#core/log/pin.ts';
import type { Tombstone } from '#core/forgetting/what.ts';
import type { Attached } from '#core/asking/attached.ts';
import type { Span } from '#core/asking/pasted.ts';
import type {
	MemoryFile,
	MemoryOrigin,
	MemoryRevision,
	Proposal,
	Refusal
} from '#core/memory/memory.ts';
import type { Retry } from '#core/reply/retry.ts';
import type { Branch, Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Usage } from '#core/wire/usage.ts';
import type { Exchange, Mark, Step, Turn } from '#core/log/turn.ts';

/** Gives the turns of one branch in `fromSeq..throughSeq` as they stand in an archive; those that are damaged are missing. Rejects with an expected failure (`storageFailure`) where nobody can read just now. */
export type OpenArchive = (wanted: {
	readonly archiveId: string;
	readonly branch: string;
	readonly fromSeq: number;
	readonly throughSeq: number;
}) => Promise<readonly Exchange[]>;

/** One setting a row. */
interface SettingRow {
	readonly key: string;
	readonly value: unknown;
}

/** Of all of them. */
const plain = { cache: 'disabled', indexedDB: ownVersions } as const;

/**
 * The truth: strict durability, so that what was acknowledged survives a power cut. No cache: with one, the page went
 * on seeing no draft after the workshop had written its second (docs/decisions). The message tables have no secondary index: reading and deleting by key range is what makes
 * long sessions cheap.
 */
export class Truth extends Dexie {
	declare sessions: Table<Session, string>;
	declare branches: Table<Branch, [string, string]>;
	declare turns: Table<Turn, [string, string, number]>;
	declare steps: Table<Step, [string, string, number, number]>;
	declare marks: Table<Mark, [string, string, string]>;
	declare summaries: Table<Summary, string>;
	declare proposals: Table<Proposal, string>;
	declare refusals: Table<Refusal, string>;
	declare compactions: Table<Compaction, string>;
	declare memoryFiles: Table<MemoryFile, string>;
	declare memoryRevisions: Table<MemoryRevision, string>;
	declare memoryOrigins: Table<MemoryOrigin, string>;
	declare pins: Table<Pin, string>;
	declare ledger: Table<LedgerEntry, string>;
	declare archives: Table<Archive, string>;
	declare archiveBytes: Table<ArchiveBytes, string>;
	declare cold: Table<ColdRange, string>;
	declare blobs: Table<BlobRow, string>;
	declare settings: Table<SettingRow, string>;
	declare activity: Table<Activity, string>;
	declare tombstones: Table<Tombstone, string>;

	/** Opens archives for turns that lie there alone. Set by whoever can unpack; until then nothing is found in them. */
	openArchive: OpenArchive = () => Promise.resolve([]);

	/** The bytes of the archive of this hash as they are kept outside; null: they are gone, or are others. Set by whoever reaches them; else there are none. */
	keptArchive: (sha256: string) => Promise<Uint8Array | null> = () => Promise.resolve(null);

	/** @param asItIs of whatever version it is on disk, with the tables it has there: for reading what this version could not take over */
	constructor(name = 'keepsake', { asItIs = false }: { readonly asItIs?: boolean } = {}) {
		super(name, { ...plain, chromeTransactionDurability: 'strict' });
		if (asItIs) return;
		this.version(1).stores({
			sessions: 'id, activeAt',
			branches: '[sessionId+branch]',
			turns: '[sessionId+branch+seq]',
			steps: '[sessionId+branch+seq+index]',
			marks: '[sessionId+turnId+kind]',
			summaries: 'id, sessionId',
			proposals: 'id, status, sessionId',
			refusals: 'hash',
			compactions: 'id, sessionId, status',
			memoryFiles: 'path',
			memoryRevisions: 'id, path',
			memoryOrigins: 'id, path, sessionId',
			pins: 'id, sessionId',
			ledger: 'id, sessionId, at',
			archives: 'id, &path, sessionId',
			archiveBytes: 'id',
			cold: 'id, sessionId',
			blobs: 'sha256',
			settings: 'key',
			activity: 'id, at',
			tombstones: 'id'
		});
	}
}

/** A reply as far as it has come, written every 500 ms. Turned into an interrupted step at the next start. */
export interface PartialReply {
	readonly sessionId: string;
	readonly turnId: string;
	readonly branch: string;
	readonly seq: number;
	readonly index: number;
	readonly content: Step['content'];
	readonly model: string;
	readonly epoch: number;
	readonly continues: boolean;
	readonly startedAt: number;
	/** What the endpoint had reported of its call by then; left out: nothing. */
	readonly usage?: Usage | null;
	/** While its call waits to be made again, as the tab that makes it tells; left out: it does not. */
	readonly retry?: Retry | null;
	readonly at: number;
}

/** What stands unsent in the composer of a session, or in the editor of one of its messages. */
export interface UnsentRow {
	/** Of a message: see `editKey` in scratch/unsent-edits.ts. */
	readonly sessionId: string;
	readonly text: string;
	/** Which of it was pasted. */
	readonly pasted?: readonly Span[];
	readonly at: number;
}

/** Files that stand unsent in the composer of a session: a row of its own, for text is written at every pause. */
export interface UnsentFiles {
	readonly sessionId: string;
	readonly items: readonly { readonly name: string; readonly block: Attached }[];
}

/** What stands unsaved in the editor of a memory file, in one tab. */
export interface UnsavedFile {
	readonly path: string;
	readonly text: string;
	/** The rev it was begun from; null: the file was not there. */
	readonly base: number | null;
	/** The tab it stands in; empty: not known. */
	readonly by: string;
	readonly at: number;
}

/** An opening that takes longer is not waited for, ms. */
const patience = 10_000;

/** Partial replies, unsent text and files, words under the pen: relaxed durability, because it is written often. Everything but what it keeps goes on without it. */
export class Scratch extends Dexie {
	declare partials: Table<PartialReply, string>;
	declare unsent: Table<UnsentRow, string>;
	/** Single values by name, of scratch/kept-values.ts; the name of the table is older. */
	declare views: Table<SettingRow, string>;
	declare attached: Table<UnsentFiles, string>;
	declare unsavedFiles: Table<UnsavedFile, [string, string]>;
	/** Something had to do without it (see `spared`): set by the page, which is told the first time. */
	declare whenSpared?: () => void;
	declare isSpared?: true;

	/** What is never answered comes to the same as what cannot be opened, until the page is read anew. */
	override open(): PromiseExtended<Dexie> {
		const late = setTimeout(() => {
			this.close();
			this.tellSpared();
		}, patience);
		return super.open().finally(() => clearTimeout(late));
	}

	/** Once. */
	tellSpared(): void {
		if (!this.isSpared) this.whenSpared?.();
		this.isSpared = true;
	}

	constructor(name = 'keepsake-scratch') {
		super(name, { ...plain, chromeTransactionDurability: 'relaxed' });
		this.version(1).stores({ partials: 'sessionId', unsent: 'sessionId', views: 'key' });
		this.version(2).stores({ attached: 'sessionId' });
		this.version(3).stores({ unsaved: 'path' });
		this.version(4)
			.stores({ unsaved: null, unsavedFiles: '[path+by]' })
			.upgrade(async (old) => {
				const rows = await old.table<Omit<UnsavedFile, 'by'>>('unsaved').toArray();
				await old.table('unsavedFiles').bulkAdd(rows.map((row) => ({ by: '', ...row })));
			});
	}
}

/** The search index, packed; rebuilt from the truth when it is lost. */
export interface IndexPart {
	readonly key: string;
	readonly bytes: Uint8Array;
	readonly at: number;
}

export class IndexStore extends Dexie {
	declare parts: Table<IndexPart, string>;

	constructor(name = 'keepsake-index') {
		super(name, { ...plain, chromeTransactionDurability: 'relaxed' });
		this.version(1).stores({ parts: 'key' });
	}
}
