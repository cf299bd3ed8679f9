/** What an import would do, as it is shown before anything is written. */

/** One thing in the file. */
export interface ImportItem {
	readonly name: string;
	readonly what: 'session' | 'memory-file' | 'archive' | 'settings' | 'records';
	readonly state: 'new' | 'there' | 'changed' | 'unreadable';
	readonly reason: string | null;
	/** For memory files: what is here and what the file holds. */
	readonly before: string | null;
	readonly after: string | null;
	/** Turns, lines or rows. */
	readonly count: number;
}

export interface ImportPreview {
	readonly importId: string;
	readonly format: 'keepsake-backup' | 'keepsake-memory' | 'archive' | 'claude-code' | 'markdown';
	readonly items: readonly ImportItem[];
	readonly skippedLines: number;
}
