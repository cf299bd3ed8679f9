/** Memory files, the lines in them, and what waits to become one. */

/** Where a file may be sent: every endpoint; endpoints on this device or network only; nowhere. */
export type MemoryScope = 'everywhere' | 'local' | 'never';

/** Markdown, `MEMORY.md` or `memory/YYYY-MM-DD.md`. The text is byte for byte what the editor holds, BOM and line ends included. */
export interface MemoryFile {
	readonly path: string;
	readonly text: string;
	readonly scope: MemoryScope;
	/** Raised by every write; an editor that read an older one is told. */
	readonly rev: number;
	readonly updatedAt: number;
	/** Deleted and still undoable. */
	readonly deletedAt: number | null;
}

export type MemoryWriter =
	'user' | 'vouch' | 'compaction' | 'flush' | 'tool' | 'import' | 'reset' | 'tidy' | 'undo';

/** The whole text after one write, so that every change can be undone. */
export interface MemoryRevision {
	readonly id: string;
	readonly path: string;
	readonly at: number;
	/** `rev` of the file after it; missing: from before this was kept, or from another device that had gone on. */
	readonly rev?: number;
	readonly by: MemoryWriter;
	readonly text: string;
	/** True for the revision that records a deletion. */
	readonly deleted: boolean;
	/** Writes that were one act (a move, a rename, a decision of the desk) share it, so that they are undone together. */
	readonly act?: string;
	/** For the first revision of a renamed file: the path it had, where its earlier history stays. */
	readonly from?: string;
}

/** Order of the revisions of a file, the newest first: as they were written, for clocks are set back. */
export const newestFirst = (
	a: Pick<MemoryRevision, 'id' | 'at' | 'rev'>,
	b: Pick<MemoryRevision, 'id' | 'at' | 'rev'>
): number => (b.rev ?? 0) - (a.rev ?? 0) || b.at - a.at || (a.id < b.id ? 1 : -1);

/**
 * What stood before a revision, among all of its file, the newest first. Behind the first version here lies at most what
 * another device has made of the file.
 */
export const revisionBefore = (
	revisions: readonly MemoryRevision[],
	made: MemoryRevision
): MemoryRevision | undefined =>
	made.rev === 1 ? undefined : revisions[revisions.indexOf(made) + 1];

/** Whose words a line holds, as the review desk names it: Your words, Assistant, Tool, Web, Import. */
export type LineOrigin = 'own' | 'assistant' | 'tool' | 'web' | 'import';

/** What whoever learnt a line said of it. */
export interface Judged {
	/** 1–10, or null where nobody said. */
	readonly importance: number | null;
	readonly tags: readonly string[];
}

export const unjudged: Judged = { importance: null, tags: [] };

export const judgementOf = ({ importance, tags }: Judged): Judged => ({ importance, tags });

/** Links a memory line to where it was learnt. The line is found by its normalised text, so it survives edits around it. */
export interface MemoryOrigin extends Judged {
	/** Of what an act has written: begins with the id of the act, see `originIdOf`. */
	readonly id: string;
	readonly path: string;
	/** `normaliseLine` of the line. */
	readonly line: string;
	/** The signs that part it from others of this form, see `knownBy`; left out: not known. */
	readonly signs?: string | undefined;
	readonly sessionId: string | null;
	readonly turnIds: readonly string[];
	readonly origin: LineOrigin;
	readonly writer: MemoryWriter;
	readonly at: number;
}

type ProposalStatus = 'waiting' | 'accepted' | 'rejected' | 'superseded';

/** Which job proposed a line; decides the heading it is filed under. */
export type ProposalSource =
	| 'compaction'
	| 'synthesis'
	| 'reset'
	| 'save-memory'
	| 'flush'
	| 'edit-memory'
	| 'import'
	| 'tidy';

/** What a line of a clean-up would do to lines that are there. */
export interface TidyPlan {
	/** Several lines (or a longer one) become one; lines go to the curated file; a line goes. */
	readonly act: 'merge' | 'move' | 'drop';
	/** The lines that go, as they read. */
	readonly takes: readonly { readonly path: string; readonly line: string }[];
	/** Why a line is to go, as the model says; may be empty. */
	readonly why: string;
}

/** A memory line waiting at the review desk. */
export interface Proposal extends Judged {
	readonly id: string;
	/** One line, at most 500 characters, no leading list mark but the box of a task that is edited. */
	readonly text: string;
	/** Target file, e.g. `memory/2026-11-20.md`. */
	readonly path: string;
	readonly source: ProposalSource;
	readonly origin: LineOrigin;
	/** SHA-256 (hex) of the text shown: what is written is what was shown. */
	readonly hash: string;
	readonly status: ProposalStatus;
	readonly sessionId: string | null;
	readonly turnIds: readonly string[];
	/** For an edit: the line it replaces in the file. */
	readonly replaces: string | null;
	/** Where it goes once it stands beside the line it would replace; left out: not known. */
	readonly home?: string;
	readonly createdAt: number;
	/** Local time of the extraction, `HH:MM`: for the heading. */
	readonly time: string;
	/** Local day of it, for the heading in a file that is no day's note; left out before 2026-11-28: not known. */
	readonly day?: string;
	/** The words in which it was first offered, where they were changed at the desk. */
	readonly offered?: string;
	/** Superseded because its message went off the record: with it it comes back. */
	readonly withdrawn?: boolean;
	/** Of a clean-up: what else happens. */
	readonly tidy?: TidyPlan;
}

/** A rejected line: the extractor must not propose it again. */
export interface Refusal {
	/** See `core/lines/same-line.ts`. */
	readonly hash: string;
	/** The rejected words; empty where they are forgotten. Until 2026-11-27 `normaliseLine` of them. */
	readonly line: string;
	readonly at: number;
	/** Id of the proposal whose rejection put it there; left out: somebody put it there by hand. */
	readonly proposalId?: string;
	/** Ids of the lines it took from the desk; with it they come back. */
	readonly took?: readonly string[];
}

export const curatedPath = 'MEMORY.md';

/** `memory/YYYY-MM-DD.md` for a local day. */
export const dailyPath = (day: string): string => `memory/${day}.md`;

/** The local day of a daily note, or null when the path is not one. */
export const dayOf = (path: string): string | null =>
	/^memory\/(\d{4}-\d{2}-\d{2})\.md$/.exec(path)?.[1] ?? null;

/** Longest path, UTF-16 units: a name of 80 and its folder. File systems take 255 bytes, and a letter has three at most. */
const longestPath = 90;

/**
 * A path that may name a memory file: `MEMORY.md` or a `.md` file under `memory/`, in the letters of any script, each in
 * one spelling and none unseen.
 */
export const isMemoryPath = (path: string): boolean =>
	path === curatedPath ||
	(path.length <= longestPath &&
		/^memory\/(?!\p{M})(?:(?!\p{DI})[\p{L}\p{M}\p{N}_.-])+\.md$/u.test(path) &&
		path.normalize('NFKC') === path);
