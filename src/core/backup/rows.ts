import type { StateLine, StateTable } from '#core/backup/backup.ts';
import { isFailure } from '#core/failure-shape.ts';
import type { Activity } from '#core/activity.ts';
import type { Compaction } from '#core/compaction/compaction.ts';
import type { Retry } from '#core/reply/retry.ts';
import type { Archive, ColdRange } from '#core/archive/stored.ts';
import type { BlobRow, LedgerEntry } from '#core/ledger/ledger-entry.ts';
import type { Tombstone } from '#core/forgetting/what.ts';
import {
	isMemoryPath,
	type MemoryFile,
	type MemoryOrigin,
	type MemoryRevision,
	type Proposal,
	type Refusal,
	type TidyPlan
} from '#core/memory/memory.ts';
import {
	isAny,
	isCount,
	isFlag,
	isNumber,
	isObject,
	isPrice,
	isText,
	isTime,
	listOf,
	matches,
	maybe,
	oneOf,
	orNull,
	rowOf,
	takeRow,
	type Check,
	type Shape
} from '#core/shape.ts';

/** What a row of each table of the state must look like before it may enter the database. */

const isHash = matches(/^[0-9a-f]{64}$/);
const texts = listOf(isText);
const isPath: Check = (value) => typeof value === 'string' && isMemoryPath(value);
const importance = orNull(isNumber);
const isOrigin = oneOf<Proposal['origin']>({
	own: true,
	assistant: true,
	tool: true,
	web: true,
	import: true
});
const isWriter = oneOf<MemoryRevision['by']>({
	user: true,
	vouch: true,
	compaction: true,
	flush: true,
	tool: true,
	import: true,
	reset: true,
	tidy: true,
	undo: true
});
/** What a line of a clean-up would do: the paths in it are paths of memory files like any other. */
const tidyPlan: Shape<TidyPlan> = {
	act: oneOf<TidyPlan['act']>({ merge: true, move: true, drop: true }),
	takes: listOf(rowOf({ path: isPath, line: isText })),
	why: isText
};

const proposal: Shape<Proposal> = {
	id: isText,
	text: isText,
	path: isPath,
	source: oneOf<Proposal['source']>({
		compaction: true,
		synthesis: true,
		reset: true,
		'save-memory': true,
		flush: true,
		'edit-memory': true,
		import: true,
		tidy: true
	}),
	origin: isOrigin,
	// Of what was forgotten nothing is left to be hashed.
	hash: matches(/^([0-9a-f]{64})?$/),
	status: oneOf<Proposal['status']>({
		waiting: true,
		accepted: true,
		rejected: true,
		superseded: true
	}),
	sessionId: orNull(isText),
	turnIds: texts,
	replaces: orNull(isText),
	importance,
	tags: texts,
	createdAt: isTime,
	time: isText,
	day: maybe(isText),
	home: maybe(isPath),
	offered: maybe(isText),
	withdrawn: maybe(isFlag),
	tidy: maybe(rowOf(tidyPlan))
};

const refusal: Shape<Refusal> = {
	hash: isText,
	line: isText,
	at: isTime,
	proposalId: maybe(isText),
	took: maybe(texts)
};

const compaction: Shape<Compaction> = {
	id: isText,
	sessionId: isText,
	branch: isText,
	status: oneOf<Compaction['status']>({
		planned: true,
		running: true,
		review: true,
		committed: true,
		failed: true,
		cancelled: true
	}),
	trigger: oneOf<Compaction['trigger']>({
		soft: true,
		hard: true,
		manual: true,
		emergency: true,
		overflow: true,
		idle: true,
		again: true
	}),
	focus: orNull(isText),
	plan: isAny,
	chunks: listOf(isObject),
	attempts: isCount,
	failure: orNull(isFailure),
	summaryId: orNull(isText),
	leaseUntil: isTime,
	retry: maybe(orNull(rowOf<Retry>({ failure: isFailure, until: isTime, pause: isCount }))),
	createdAt: isTime,
	updatedAt: isTime
};

const revision: Shape<MemoryRevision> = {
	id: isText,
	path: isPath,
	at: isTime,
	rev: maybe(isCount),
	by: isWriter,
	text: isText,
	deleted: isFlag,
	act: maybe(isText),
	from: maybe(isText)
};

const origin: Shape<MemoryOrigin> = {
	id: isText,
	path: isPath,
	line: isText,
	signs: maybe(isText),
	sessionId: orNull(isText),
	turnIds: texts,
	origin: isOrigin,
	writer: isWriter,
	at: isTime,
	importance,
	tags: texts
};

/** Without what another tab has counted of it: nobody will tell its end there. */
const entry: Shape<Omit<LedgerEntry, 'lost'>> = {
	id: isText,
	at: isTime,
	aheadAt: maybe(isTime),
	kind: oneOf<LedgerEntry['kind']>({
		chat: true,
		summary: true,
		flush: true,
		extraction: true,
		count: true,
		tidy: true,
		opinion: true
	}),
	sessionId: orNull(isText),
	turnId: orNull(isText),
	step: orNull(isNumber),
	model: isText,
	host: isText,
	segments: listOf(
		rowOf<LedgerEntry['segments'][number]>({ source: isText, tokens: isNumber, on: isFlag })
	),
	rest: isText,
	system: texts,
	tools: orNull(isText),
	messages: texts,
	tokens: isNumber,
	cost: orNull(isPrice),
	paid: maybe(orNull(isPrice)),
	outcome: oneOf<LedgerEntry['outcome']>({
		sent: true,
		answered: true,
		failed: true,
		stopped: true
	}),
	failure: orNull(isFailure),
	transformations: maybe(listOf(rowOf({ type: isText, path: isText, reason: isText })))
};

const activity: Shape<Activity> = {
	id: isText,
	at: isTime,
	kind: isText,
	sessionId: orNull(isText),
	details: (value) => isObject(value) && Object.values(value as object).every(isPlain),
	failure: orNull(isFailure)
};
const isPlain: Check = (value) =>
	value === null || isText(value) || isNumber(value) || isFlag(value);

/** Without `pending` and `brought`: what is forgotten here is decided here. */
const tombstone: Shape<Pick<Tombstone, 'id' | 'kind' | 'at'>> = {
	id: isText,
	kind: oneOf<Tombstone['kind']>({
		turn: true,
		session: true,
		line: true,
		'memory-file': true,
		archive: true,
		summary: true
	}),
	at: isTime
};

/** Without `text`, which has a file of its own unless the file was deleted. */
const memoryFile: Shape<Omit<MemoryFile, 'text'> & Partial<Pick<MemoryFile, 'text'>>> = {
	path: isPath,
	text: maybe(isText),
	scope: oneOf<MemoryFile['scope']>({ everywhere: true, local: true, never: true }),
	rev: isCount,
	updatedAt: isTime,
	deletedAt: orNull(isTime)
};

const archive: Shape<Archive> = {
	id: isText,
	path: matches(/^agents\/main\/sessions\/[\w.-]{1,100}\.jsonl\.gz$/),
	sessionId: isText,
	round: orNull(isCount),
	title: isText,
	packedBytes: isCount,
	sha256: isHash,
	rawBytes: isCount,
	turns: isCount,
	firstAt: isTime,
	lastAt: isTime,
	createdAt: isTime,
	deletedAt: orNull(isTime)
};

const cold: Shape<ColdRange> = {
	id: isText,
	sessionId: isText,
	branch: isText,
	fromSeq: isCount,
	throughSeq: isCount,
	archiveId: isText,
	turnIds: texts,
	at: isTime
};

/** Without `bytes`, which are a file of their own. */
const blob: Shape<Omit<BlobRow, 'bytes'>> = { sha256: isHash, mediaType: isText, at: isTime };

/** The type asks for a check of each table of the state. */
const shapes: Readonly<Record<StateTable, Readonly<Record<string, Check>>>> = {
	proposals: proposal,
	refusals: refusal,
	compactions: compaction,
	memoryRevisions: revision,
	memoryOrigins: origin,
	ledger: entry,
	activity,
	tombstones: tombstone,
	memoryFiles: memoryFile,
	archives: archive,
	cold,
	blobs: blob
};

/** The line that a parsed row of the state is, of known fields only, or null when it is none. */
export function readStateLine(value: unknown): StateLine | null {
	const line = takeRow<{ table: string; row: unknown }>(value, { table: isText, row: isObject });
	if (!line || !Object.hasOwn(shapes, line.table)) return null;
	const table = line.table as keyof typeof shapes;
	const row = takeRow(line.row, shapes[table]);
	return row && { table, row };
}
