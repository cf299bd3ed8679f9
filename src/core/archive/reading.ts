import type { ArchiveLine } from '#core/archive/archive.ts';
import { isRow, parseJson, type Row } from '#core/import/fields.ts';
import { noCounters } from '#core/wire/usage.ts';

/**
 * Reading archive lines that may come from anywhere: new objects from known fields only, so that nothing a file
 * holds besides can reach the database. A line that lacks what its kind needs is refused as a whole.
 */

/** How deep JSON may nest; deeper text would fail later, when it is stored. */
const deepest = 64;

function depthOf(value: unknown, limit: number): number {
	if (typeof value !== 'object' || value === null) return 0;
	if (limit === 0) return Infinity;
	let depth = 0;
	for (const inner of Object.values(value)) depth = Math.max(depth, depthOf(inner, limit - 1));
	return depth + 1;
}

type Kind = 'text' | 'number' | 'flag' | 'list' | 'row' | 'text?' | 'number?' | 'row?' | 'list?';

const fits: Readonly<Record<Kind, (value: unknown) => boolean>> = {
	text: (value) => typeof value === 'string',
	number: (value) => typeof value === 'number' && Number.isFinite(value),
	flag: (value) => typeof value === 'boolean',
	list: (value) => Array.isArray(value),
	row: isRow,
	'text?': (value) => value === null || typeof value === 'string',
	'number?': (value) => value === null || typeof value === 'number',
	'row?': (value) => value === null || isRow(value),
	'list?': (value) => value === null || Array.isArray(value)
};

interface Shape {
	readonly needs: Readonly<Record<string, Kind>>;
	/** Fields that may be missing, with what then stands there; undefined leaves them out. */
	readonly may: Readonly<Record<string, readonly [Kind, unknown]>>;
}

const place = { sessionId: 'text', branch: 'text', seq: 'number' } as const;

const shapes: Readonly<Record<ArchiveLine['type'], Shape>> = {
	session: {
		needs: { id: 'text', kind: 'text', createdAt: 'number' },
		may: {
			title: ['text', ''],
			titleFrom: ['text', 'none'],
			model: ['text?', null],
			policy: ['row', { preset: null, automatic: null, review: null, overrides: {} }],
			resetPolicy: ['row?', null],
			branch: ['text', 'trunk'],
			epoch: ['number', 0],
			epochKey: ['text?', null],
			rev: ['number', 0],
			counters: ['row', noCounters],
			lastUsage: ['row?', null],
			calibration: ['row', {}],
			pinned: ['flag', false],
			folder: ['text?', null],
			offRecord: ['flag', false],
			switchedOff: ['list', []],
			noPlanKey: ['text?', null],
			wearTold: ['text', undefined],
			learntThrough: ['text', undefined],
			activeAt: ['number', 0],
			endedAt: ['number?', null],
			continuedFrom: ['text?', null],
			deletedAt: ['number?', null]
		}
	},
	branch: {
		needs: { sessionId: 'text', branch: 'text', forkSeq: 'number', headSeq: 'number' },
		may: { parent: ['text?', null], createdAt: ['number', 0] }
	},
	turn: {
		needs: { ...place, turnId: 'text', hash: 'text', asked: 'list', askedAt: 'number' },
		may: {
			stamp: ['text', ''],
			source: ['text', 'import'],
			pasted: ['list', undefined],
			forgottenAt: ['number', undefined]
		}
	},
	step: {
		needs: { ...place, index: 'number', turnId: 'text', hash: 'text', content: 'list' },
		may: {
			model: ['text', 'unknown'],
			state: ['text', 'complete'],
			stopReason: ['text?', null],
			usage: ['row?', null],
			cost: ['number?', null],
			epoch: ['number', 0],
			basis: ['row?', null],
			startedAt: ['number', 0],
			endedAt: ['number', 0],
			failure: ['row?', null],
			continues: ['flag', false],
			results: ['list?', null],
			resultsHash: ['text?', null],
			forgottenAt: ['number', undefined],
			resultsForgottenAt: ['number', undefined]
		}
	},
	summary: {
		needs: {
			id: 'text',
			sessionId: 'text',
			branch: 'text',
			round: 'number',
			from: 'row',
			through: 'row',
			status: 'text',
			text: 'text'
		},
		may: {
			standsFor: ['text', 'text'],
			originalText: ['text', ''],
			anchors: ['text', ''],
			editedAt: ['number?', null],
			taint: ['text', 'import'],
			preset: ['text', 'recommended'],
			promptId: ['text', 'unknown'],
			model: ['text', 'unknown'],
			tier: ['text', 'full'],
			tokensBefore: ['number', 0],
			tokensAfter: ['number', 0],
			turnCount: ['number', 0],
			messageCount: ['number', 0],
			imageCount: ['number', 0],
			cost: ['number?', null],
			loss: ['list', []],
			lossy: ['list', []],
			throughHash: ['text', ''],
			archiveId: ['text?', null],
			createdAt: ['number', 0],
			committedAt: ['number?', null],
			compactionId: ['text?', null]
		}
	},
	mark: {
		needs: { sessionId: 'text', turnId: 'text', kind: 'text', at: 'number' },
		may: {
			text: ['text', undefined],
			side: ['text', undefined],
			byItself: ['flag', undefined]
		}
	},
	pin: {
		needs: { id: 'text', sessionId: 'text', text: 'text', at: 'number' },
		may: { turnId: ['text?', null] }
	}
};

/** Take the known fields of a row, or null when one that is needed is missing or of another kind. */
function take(row: Row, shape: Shape): Row | null {
	const taken: Record<string, unknown> = {};
	for (const [field, kind] of Object.entries(shape.needs)) {
		if (!Object.hasOwn(row, field) || !fits[kind](row[field])) return null;
		taken[field] = row[field];
	}
	for (const [field, [kind, otherwise]] of Object.entries(shape.may)) {
		if (Object.hasOwn(row, field) && fits[kind](row[field])) taken[field] = row[field];
		else if (otherwise !== undefined) taken[field] = otherwise;
	}
	return taken;
}

const isSpan = (value: unknown): boolean =>
	isRow(value) && Number.isInteger(value['from']) && Number.isInteger(value['to']);

const isBlock = (value: unknown): boolean => isRow(value) && typeof value['type'] === 'string';

/** Parse one line; null when it cannot be read. Never throws. */
export const readArchiveLine = (text: string): ArchiveLine | null =>
	readArchiveRow(parseJson(text));

/** The line that a parsed row is, or null when it is none. */
export function readArchiveRow(row: unknown): ArchiveLine | null {
	if (!isRow(row) || depthOf(row, deepest) > deepest) return null;
	const type = row['type'];
	if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) return null;
	const taken = take(row, shapes[type as ArchiveLine['type']]);
	if (!taken) return null;
	for (const list of [taken['asked'], taken['content'], taken['results']])
		if (Array.isArray(list) && !list.every(isBlock)) return null;
	const pasted = taken['pasted'];
	if (Array.isArray(pasted) && !pasted.every(isSpan)) return null;
	return { type, ...taken } as unknown as ArchiveLine;
}
