import type { Progress } from '#core/progress.ts';
import type { SessionForm } from '#core/export/session-forms.ts';
import type { HtmlPart } from '#core/export/session-html.ts';
import type { Failed } from '#core/failure.ts';
import type { ImportPreview } from '#core/backup/import-preview.ts';
import type { LearningQuote, PartLearnt } from '#core/learning/import-learning.ts';

/** Jobs of the workshop that let files out and in, and learn from what came in. */

/** A file the user has chosen. */
export interface ChosenFile {
	readonly file: Blob;
	/** With its folders, where a folder was chosen. */
	readonly name: string;
	/** It is no file, but a list of memories that was typed or pasted. */
	readonly isPasted?: true;
}

interface FileOutcome {
	readonly status: 'made';
	readonly name: string;
	readonly file: Blob;
}

export type ImportReadOutcome =
	| { readonly status: 'read'; readonly preview: ImportPreview }
	| { readonly status: 'stopped' }
	| Failed;

/** What an import came to, also one that was stopped on the way. */
export interface ImportedSums {
	readonly status: 'imported' | 'stopped';
	/** Sessions that are new, and that have gone on since they were imported. */
	readonly sessions: number;
	readonly grown: number;
	/** Of those that have gone on: they were archived here, and are open again. */
	readonly reopened: number;
	readonly turns: number;
	readonly there: number;
	readonly memoryFiles: number;
	/** Memory files that were written to after the preview, and stay as they are. */
	readonly writtenSince: number;
	/** Lines waiting at the review desk. */
	readonly proposals: number;
	readonly skippedLines: number;
	/** Pictures that conversations speak of and that did not come. */
	readonly missingImages: number;
	/** Turns that sessions speak of and that their files have lost. */
	readonly missingTurns: number;
	/** Answers that were being written when their backup was made: they stand as interrupted. */
	readonly unfinished: number;
	/** Sessions that somebody went on with here, and their files in another way. */
	readonly heldBack: number;
	/** Sessions that have something in a branch that is not on screen. */
	readonly beside: number;
	/** Files that were changed, moved or taken away after the preview. */
	readonly gone: number;
	/** What was imported is what was left of a damaged backup. */
	readonly isSalvaged: boolean;
	/** Sessions with more branches than are kept, and how many of each are left out. */
	readonly leftOut: readonly { readonly title: string; readonly branches: number }[];
	/** Of the sessions that are new or have grown. */
	readonly sessionIds: readonly string[];
}

/** A page whose answers are still Markdown: see `HtmlPart`. */
interface PageOutcome {
	readonly status: 'in-pieces';
	readonly name: string;
	readonly pieces: readonly HtmlPart[];
}

export interface FileJobs {
	'export-memory': {
		ask: { readonly day: string };
		outcome: FileOutcome | Failed;
	};
	/** One conversation as a file to read; a page comes in pieces, because the renderer of answers needs a document. */
	'export-session': {
		ask: {
			readonly sessionId: string;
			readonly as: SessionForm;
			readonly day: string;
		};
		outcome: FileOutcome | PageOutcome | Failed;
	};
	/**
	 * An archive to take along: its bytes as they lie, or packed anew where something in its session is deleted. `lost`:
	 * lines of a damaged one that are not in what was packed anew.
	 */
	'export-archive': {
		ask: { readonly archiveId: string };
		outcome: (FileOutcome & { readonly lost: number }) | Failed;
	};
	/** One summary, or a draft of one, as a file to read. */
	'export-summary': {
		ask: { readonly summaryId: string; readonly day: string };
		outcome: FileOutcome | Failed;
	};
	/** The lines of memory in a form that other assistants take. */
	'export-memory-lines': {
		/** `version`: that of the app, as its screen tells it. */
		ask: {
			readonly as: 'pam' | 'list';
			readonly day: string;
			readonly now: number;
			readonly version: string;
		};
		/** `lines`: how many are in it. */
		outcome: (FileOutcome & { readonly lines: number }) | Failed;
	};
	/** Every conversation as Markdown, and the memory files. */
	'export-vault': {
		ask: { readonly day: string; readonly now: number };
		/** Conversations. */
		progress: Progress;
		outcome: FileOutcome | { readonly status: 'stopped' } | Failed;
	};
	'export-everything': {
		ask: { readonly day: string; readonly now: number; readonly passphrase: string | null };
		progress: Progress;
		/** `damaged`: titles of archives of which no sound copy is left. */
		outcome:
			| (FileOutcome & { readonly damaged: readonly string[] })
			| { readonly status: 'stopped' }
			| Failed;
	};
	'read-import': {
		ask: { readonly files: readonly ChosenFile[]; readonly passphrase: string | null };
		/** Bytes. */
		progress: Progress;
		outcome: ImportReadOutcome;
	};
	/** What learning from imported sessions would take. */
	'quote-learning': {
		ask: { readonly sessionIds: readonly string[]; readonly answerer: string };
		progress: Progress;
		outcome:
			| { readonly status: 'quoted'; readonly quote: LearningQuote }
			| { readonly status: 'stopped' }
			| Failed;
	};
	/** Read one imported session for memories, at most so many parts of it. Says after each what it came to. */
	learn: {
		ask: {
			readonly sessionId: string;
			readonly answerer: string;
			readonly mostParts: number;
		};
		progress: PartLearnt;
		/** Whatever it ends with: what was read stays read. */
		outcome: { readonly status: 'learnt' | 'more-calls' | 'stopped' } | Failed;
	};
	'run-import': {
		ask: {
			readonly importId: string;
			/** Ids of items the user left out. */
			readonly without: readonly string[];
		};
		/** Bytes of foreign files, sessions of a backup. */
		progress: Progress;
		/** `stopped`, and failed when it was begun: what had been imported by then stays. */
		outcome: ImportedSums | (Failed & { readonly isBegun?: true });
	};
}
