/** Archives as they are stored, and which turns lie in them alone. */

/** Gzipped JSONL of turns, immutable. Its bytes lie in a row of their own, so that a list of archives stays light. */
export interface Archive {
	readonly id: string;
	/** `agents/main/sessions/<sessionId>[.<round>].jsonl.gz` */
	readonly path: string;
	readonly sessionId: string;
	readonly round: number | null;
	readonly title: string;
	/** Bytes as they lie there, gzipped. */
	readonly packedBytes: number;
	/** SHA-256 of the gzipped bytes, hex. */
	readonly sha256: string;
	/** Bytes before gzip. */
	readonly rawBytes: number;
	readonly turns: number;
	readonly firstAt: number;
	readonly lastAt: number;
	readonly createdAt: number;
	readonly deletedAt: number | null;
}

/** The bytes of an archive. */
export interface ArchiveBytes {
	/** Id of the archive. */
	readonly id: string;
	readonly bytes: Uint8Array;
}

/** Turns whose rows are gone because an archive holds them: `fromSeq..throughSeq` of one branch. */
export interface ColdRange {
	/** Archive id, branch and `fromSeq`. */
	readonly id: string;
	readonly sessionId: string;
	readonly branch: string;
	readonly fromSeq: number;
	readonly throughSeq: number;
	readonly archiveId: string;
	/** Of the turns, in order of seq: links to them go on leading there. */
	readonly turnIds: readonly string[];
	readonly at: number;
}
