import type { ArchiveLine } from '#core/archive.ts';
import { readArchiveLine } from '#core/archive-reading.ts';
import type { StateLine } from '#core/backup.ts';
import type { Failure } from '#core/failure.ts';
import type { ImportItem, ImportPreview } from '#core/import-preview.ts';
import type { Truth } from '#db/schema.ts';
import type { Packer } from '#flows/read-archive.ts';
import type { Clock } from '#flows/ports.ts';

/** What is found in a file that may be imported, whichever format it has. */

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

/** A file as it was read, or why it could not be. */
export type Reading =
	| {
			readonly status: 'read';
			readonly content: ReadImport;
			readonly refused: readonly ImportItem[];
	  }
	| { readonly status: 'failed'; readonly failure: Failure };

/** UTF-8 or nothing: another encoding would be turned into question marks without a word. */
export function textOf(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}

/** Lines of an archive; what is none is counted. */
export function linesIn(text: string): { lines: ArchiveLine[]; bad: number } {
	const rows = text.split('\n').filter((row) => row.trim() !== '');
	const read = rows.map(readArchiveLine);
	const lines = read.filter((line) => line !== null);
	return { lines, bad: rows.length - lines.length };
}
