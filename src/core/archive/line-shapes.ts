import { isFailure } from '#core/failure-shape.ts';
import {
	isCount,
	isFlag,
	isNumber,
	isObject,
	isText,
	isTime,
	listOf,
	matches,
	oneOf,
	orNull,
	rowOf,
	type Check
} from '#core/shape.ts';
import type { ArchiveLine } from '#core/archive/archive.ts';
import type { ResetPolicy, RoomLimit, Session, SessionPolicy } from '#core/session/session.ts';
import type { PathPart } from '#core/log/path.ts';
import type { Basis, Mark, Position, Step, Turn } from '#core/log/turn.ts';
import type { Finding, Opinion, OpinionGaps } from '#core/opinion/opinion.ts';
import type { LossItem, Summary } from '#core/summary/summary.ts';
import { noCounters, type Counters, type MeasuredUsage, type Usage } from '#core/wire/usage.ts';

/** What a line of an archive must look like, field by field: one that is added to a row has to be spoken of here. */

/** No conversation has so many turns; a place beyond would be counted up to, turn by turn, wherever it is shown. */
const mostTurns = 200_000;

const isId: Check = (value) => typeof value === 'string' && value !== '';
const isSeq: Check = (value) => isCount(value) && (value as number) < mostTurns;
/** A place, or -1 for before the first. */
const isBefore: Check = (value) => value === -1 || isSeq(value);
const isList: Check = (value) => Array.isArray(value);
/** As `stampOf` writes it: it ends a message that is sent. */
const isStamp = matches(/^([A-Za-z]{0,12} \d{4}-\d\d-\d\d \d\d:\d\d [\w/+:-]{1,60})?$/);

const numbers = { input: isNumber, output: isNumber, cacheRead: isNumber, cacheWrite: isNumber };
const isUsage = rowOf<Usage>(numbers);
const isCounters = rowOf<Counters>({
	...numbers,
	cost: isNumber,
	unpriced: isNumber,
	compactions: isNumber,
	emergencyCompactions: isNumber
});
const isMeasured = rowOf<MeasuredUsage>({
	usage: isUsage,
	model: isText,
	epoch: isNumber,
	summaryId: orNull(isText),
	branch: isText,
	seq: isNumber,
	step: isNumber,
	estimated: isNumber,
	at: isTime,
	sentAt: isTime
});
const isPolicy = rowOf<SessionPolicy>({
	preset: orNull(isText),
	automatic: orNull(isFlag),
	review: orNull(oneOf({ ask: true, notify: true, auto: true })),
	overrides: isObject
});
const isReset: Check = (value) =>
	rowOf<Extract<ResetPolicy, { kind: 'manual' }>>({ kind: (kind) => kind === 'manual' })(value) ||
	rowOf<Extract<ResetPolicy, { kind: 'daily' }>>({
		kind: (kind) => kind === 'daily',
		hour: isCount
	})(value) ||
	rowOf<Extract<ResetPolicy, { kind: 'idle' }>>({
		kind: (kind) => kind === 'idle',
		minutes: isNumber
	})(value);
const isBasis = rowOf<Basis>({ prefix: isText, model: isText, key: isText });
const isPosition = rowOf<Position>({ seq: isSeq, step: isBefore });
const isPath = listOf(rowOf<PathPart>({ branch: isId, fromSeq: isSeq, throughSeq: isSeq }));
const isLoss = rowOf<LossItem>({
	kind: isText,
	text: isText,
	turnId: orNull(isText),
	seq: isNumber
});
const isOpinion = rowOf<Opinion>({
	model: isText,
	promptId: isText,
	at: isTime,
	usage: orNull(isUsage),
	cost: orNull(isNumber),
	about: isText,
	findings: listOf(
		rowOf<Finding>({
			kind: oneOf<Finding['kind']>({ missing: true, wrong: true }),
			text: isText,
			turnId: orNull(isText)
		})
	),
	cutOff: isFlag,
	gaps: rowOf<OpinionGaps>({
		turns: orNull(rowOf({ from: isCount, through: isCount })),
		pieces: isCount,
		images: isCount,
		kept: isCount
	})
});
const isSpan = rowOf({ from: isCount, to: isCount });

/** What a field must be, or that and what stands there where it is not; undefined leaves the field out. */
export type Field = Check | readonly [Check, unknown];
type LineShape<Line> = { readonly [Name in Exclude<keyof Line, 'type'>]-?: Field };

const place = { sessionId: isId, branch: isId, seq: isSeq };

/** In this order the fields of a row are written. */
export const lineShapes: {
	readonly [Type in ArchiveLine['type']]: LineShape<Extract<ArchiveLine, { type: Type }>>;
} = {
	session: {
		id: isId,
		kind: oneOf<Session['kind']>({ main: true, guest: true }),
		createdAt: isTime,
		title: [isText, ''],
		titleFrom: [
			oneOf<Session['titleFrom']>({
				none: true,
				'first-message': true,
				user: true,
				import: true
			}),
			'none'
		],
		model: [orNull(isText), null],
		policy: [isPolicy, { preset: null, automatic: null, review: null, overrides: {} }],
		resetPolicy: [orNull(isReset), null],
		branch: [isId, 'trunk'],
		epoch: [isCount, 0],
		epochKey: [orNull(isText), null],
		rev: [isCount, 0],
		counters: [isCounters, noCounters],
		lastUsage: [orNull(isMeasured), null],
		calibration: [isObject, {}],
		pinned: [isFlag, false],
		folder: [orNull(isText), null],
		offRecord: [isFlag, false],
		switchedOff: [listOf(isText), []],
		noPlanKey: [orNull(isText), null],
		saidBefore: [isPath, undefined],
		wearTold: [isText, undefined],
		resetDay: [isText, undefined],
		reminded: [orNull(oneOf<RoomLimit>({ threshold: true, emergency: true })), undefined],
		learntThrough: [isText, undefined],
		activeAt: [isTime, 0],
		endedAt: [orNull(isTime), null],
		continuedFrom: [orNull(isText), null],
		deletedAt: [orNull(isTime), null]
	},
	branch: {
		sessionId: isId,
		branch: isId,
		forkSeq: isSeq,
		headSeq: isBefore,
		parent: [orNull(isId), null],
		createdAt: [isTime, 0]
	},
	turn: {
		...place,
		turnId: isId,
		hash: isText,
		asked: isList,
		askedAt: isTime,
		stamp: [isStamp, ''],
		source: [oneOf<Turn['source']>({ typed: true, import: true }), 'import'],
		pasted: [listOf(isSpan), undefined],
		forgottenAt: [isTime, undefined]
	},
	step: {
		...place,
		index: isSeq,
		turnId: isId,
		hash: isText,
		content: isList,
		model: [isText, 'unknown'],
		state: [
			oneOf<Step['state']>({
				complete: true,
				interrupted: true,
				stopped: true,
				'cut-off': true,
				failed: true
			}),
			'complete'
		],
		stopReason: [orNull(isText), null],
		usage: [orNull(isUsage), null],
		cost: [orNull(isNumber), null],
		epoch: [isCount, 0],
		basis: [orNull(isBasis), null],
		startedAt: [isTime, 0],
		endedAt: [isTime, 0],
		failure: [orNull(isFailure), null],
		continues: [isFlag, false],
		results: [orNull(isList), null],
		resultsHash: [orNull(isText), null],
		forgottenAt: [isTime, undefined],
		resultsForgottenAt: [isTime, undefined],
		quotesForgottenAt: [isTime, undefined]
	},
	summary: {
		id: isId,
		sessionId: isId,
		branch: isId,
		round: isCount,
		from: isPosition,
		through: isPosition,
		status: oneOf<Summary['status']>({
			draft: true,
			active: true,
			superseded: true,
			reverted: true,
			discarded: true
		}),
		revertedWith: [isText, undefined],
		waitedBeside: [listOf(isText), undefined],
		text: isText,
		standsFor: [oneOf<Summary['standsFor']>({ text: true, nothing: true }), 'text'],
		integrates: [orNull(isText), undefined],
		originalText: [isText, ''],
		anchors: [isText, ''],
		editedAt: [orNull(isTime), null],
		taint: [oneOf<Summary['taint']>({ none: true, tool: true, web: true, import: true }), 'import'],
		preset: [isText, 'recommended'],
		promptId: [isText, 'unknown'],
		model: [isText, 'unknown'],
		tier: [
			oneOf<Summary['tier']>({
				full: true,
				'smaller-chunks': true,
				'cheaper-model': true,
				partial: true,
				extractive: true,
				placeholder: true
			}),
			'full'
		],
		failure: [orNull(isFailure), undefined],
		tokensBefore: [isNumber, 0],
		tokensAfter: [isNumber, 0],
		turnCount: [isNumber, 0],
		messageCount: [isNumber, 0],
		imageCount: [isNumber, 0],
		cost: [orNull(isNumber), null],
		loss: [listOf(isLoss), []],
		opinion: [orNull(isOpinion), undefined],
		lossy: [listOf(isText), []],
		throughHash: [isText, ''],
		archiveId: [orNull(isText), null],
		saidBefore: [rowOf({ path: isPath, step: isBefore }), undefined],
		createdAt: [isTime, 0],
		committedAt: [orNull(isTime), null],
		compactionId: [orNull(isText), null]
	},
	mark: {
		sessionId: isId,
		turnId: isId,
		kind: oneOf<Mark['kind']>({
			'left-out': true,
			'off-record': true,
			pinned: true,
			waiting: true,
			'not-now': true,
			deleted: true
		}),
		at: isTime,
		text: [isText, undefined],
		side: [oneOf<NonNullable<Mark['side']>>({ user: true, assistant: true }), undefined],
		byItself: [(value) => value === true, undefined],
		goes: [(value) => value === 'on', undefined],
		saidBefore: [isBefore, undefined]
	},
	pin: { id: isId, sessionId: isId, text: isText, at: isTime, turnId: [orNull(isText), null] }
};
