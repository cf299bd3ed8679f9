import type { ArchiveLine } from '#core/archive/archive.ts';
import type { StateLine } from '#core/backup/backup.ts';
import type { Failed } from '#core/failure.ts';
import type { Beside, ImportedChat, ImportedMemory } from '#core/import/chat.ts';
import type { Pictures } from '#core/import/chat-steps.ts';
import type { ImportItem } from '#core/backup/import-preview.ts';
import type { Scratch, Truth } from '#db/schema.ts';
import type { Packer } from '#flows/archives/read-archive.ts';
import type { Clock } from '#flows/ports.ts';

/** What an import needs, and what is found in files that may be imported, whichever format they have. */

/**
 * Why a file does not come whole. `gone`: see `readable`. `locked`: a zip has it behind a password, or packed in a way
 * that browsers do not know.
 */
type NotWhole = 'damaged' | 'too-large' | 'gone' | 'locked';

/** The content of a file piece by piece; at the end whether it was what it should be. */
export type Pieces = AsyncGenerator<Uint8Array, 'whole' | NotWhole, undefined>;

export interface ZipFile {
	/** Bytes after unpacking, as the zip says. */
	readonly size: number;
	pieces(signal: AbortSignal): Pieces;
	/** Held whole, up to `mostHeldWhole`; what is packed as a backup packs it, whatever its size. */
	bytes(signal: AbortSignal): Promise<Uint8Array | NotWhole>;
}

export type ZipOpening =
	| {
			readonly status: 'opened';
			readonly files: ReadonlyMap<string, ZipFile>;
			/** The zip ends before its list: these are the files that were found in it. */
			readonly isCut: boolean;
	  }
	| { readonly status: 'too-large' | 'damaged' };

export interface ImportPorts {
	readonly db: Truth;
	readonly scratch: Scratch;
	readonly clock: Clock;
	readonly packer: Packer;
	openZip(file: Blob): Promise<ZipOpening>;
	/** How much of a backup is held until the user decides, bytes. */
	readonly room: number;
	/** Decrypt an age file; null when the passphrase is wrong. Of one that is damaged, what stands before the damage. */
	unseal(file: Blob, passphrase: string): Promise<Blob | null>;
}

/**
 * What stands in a file of a backup: held where there is room, else read anew each time it is asked for. Where the file
 * cannot be read any more, whatever is being stored fails as "gone".
 */
export type Kept<T> = () => Promise<T>;

export interface BackupSession {
	readonly name: string;
	/** Null where no line says which session it is. */
	readonly id: string | null;
	readonly lines: Kept<readonly ArchiveLine[]>;
}

/** A backup of ours, until the user decides: which files there are, and no more of what stands in them than there is room for. */
export interface BackupContent {
	readonly sessions: readonly BackupSession[];
	readonly memory: ReadonlyMap<string, string>;
	/** By their paths. */
	readonly archives: ReadonlyMap<string, Kept<Uint8Array>>;
	/** By their hashes. */
	readonly blobs: ReadonlyMap<string, Kept<Uint8Array>>;
	readonly state: readonly StateLine[];
	/** Every row of it that may say where a line of memory came from could be read. */
	readonly isSourced: boolean;
	readonly settings: Readonly<Record<string, unknown>>;
	readonly skippedLines: number;
	/** Tells the file again (`fileHash`); null where it has no manifest. */
	readonly hash: string | null;
	/** Files that could be read of a backup that has lost its manifest; null where the manifest vouches for them. */
	readonly salvaged: number | null;
}

/** Pictures that lie elsewhere in what was chosen, by the names that chats give them. */
export interface PictureShelf {
	/** Those that one chat may bring: they are here, and not too large together. */
	fitting(names: readonly string[]): ReadonlySet<string>;
	read(names: readonly string[]): Promise<Pictures>;
}

/** One thing met on the way through foreign files. */
export type FoundInFile =
	| {
			readonly what: 'chat';
			readonly chat: ImportedChat;
			readonly pictures: PictureShelf;
	  }
	| { readonly what: 'archive'; readonly name: string; readonly lines: readonly ArchiveLine[] }
	| {
			readonly what: 'memory-file';
			readonly path: string;
			readonly text: string;
			/** Written for an assistant to remember; other notes are offered but not chosen. */
			readonly isMemory: boolean;
			/** A file of a folder, or a note of some product. */
			readonly format: 'markdown' | 'claude-ai';
			/** Signs that nobody sees, left out of the text. */
			readonly hiddenSigns: number;
	  }
	| {
			readonly what: 'memories';
			/** The file they stand in. */
			readonly name: string;
			readonly memories: readonly ImportedMemory[];
	  }
	| {
			readonly what: 'unreadable';
			readonly name: string;
			readonly reason: string;
			readonly count: number;
	  }
	| { readonly what: 'skipped'; readonly lines: number }
	| { readonly what: 'beside'; readonly name: string; readonly of: Beside; readonly count: number };

export interface Scanning {
	readonly signal: AbortSignal;
	/** Bytes read so far. */
	readonly onBytes: (bytes: number) => void;
}

interface ReadBackup {
	readonly way: 'backup';
	readonly content: BackupContent;
}

/** A backup as the preview told it: so it comes, or not at all. */
export interface ShownBackup extends ReadBackup {
	readonly isBelieved: boolean;
}

/**
 * What was read, kept in the worker until the user decides. Foreign files are gone through again when they are
 * imported, so that nothing of them has to be held meanwhile.
 */
export type ReadImport =
	| ReadBackup
	| {
			readonly way: 'scan';
			/** Bytes of all files. */
			readonly size: number;
			readonly scan: (scanning: Scanning) => AsyncGenerator<FoundInFile, void, undefined>;
	  };

/** What was here at the path of each memory file when the preview was made; null: no file. */
export type ShownFiles = ReadonlyMap<string, string | null>;

/** What was read and shown: what the user decides about. */
export type Previewed = (Exclude<ReadImport, ReadBackup> | ShownBackup) & {
	readonly shown: ShownFiles;
	/** The same for the same files, by their names and sizes. */
	readonly of: string;
};

/** A file as it was read, or why it could not be. */
export type FileReading =
	| { readonly status: 'read'; readonly read: ReadImport; readonly refused: readonly ImportItem[] }
	| { readonly status: 'stopped' }
	| Failed;
