import type { ChangedWhy, Failure, FailureKind, RefusedPart } from '#core/failure.ts';
import {
	isCount,
	isFlag,
	isNumber,
	isText,
	isTime,
	listOf,
	maybe,
	oneOf,
	orNull,
	rowOf,
	takeRow,
	type Check,
	type Shape
} from '#core/shape.ts';
import type { PartWeight } from '#core/prompt/weight/part-weight.ts';

/** Whether a stored failure is one that can be told: its words are made of the fields of its kind. */

type Fields<Kind extends FailureKind> = Shape<Omit<Extract<Failure, { kind: Kind }>, 'kind'>>;

const largest: Shape<PartWeight> = {
	source: isText,
	tokens: isNumber
};

const refusedPart: Shape<RefusedPart> = {
	turnId: isText,
	askedAt: isTime,
	file: orNull(isCount)
};

const fields: { readonly [Kind in FailureKind]: Fields<Kind> } = {
	'no-key': {},
	'key-locked': {},
	'key-refused': {},
	forbidden: { detail: isText },
	offline: {},
	unreachable: { host: isText },
	'rate-limited': { retryAfterMs: orNull(isNumber) },
	'spend-limit': {},
	'day-limit': { spent: isNumber, limit: isNumber },
	overloaded: { retryAfterMs: maybe(isNumber) },
	'server-error': { status: isNumber, retryAfterMs: maybe(isNumber) },
	'not-an-api': { host: isText },
	interrupted: {},
	silent: { afterMs: isNumber },
	overflow: { tokens: orNull(isNumber), window: orNull(isNumber) },
	'too-large': { about: maybe(listOf(rowOf(refusedPart))), by: maybe(isText) },
	'model-not-found': { model: isText },
	refused: { category: orNull(isText) },
	'empty-answer': {},
	rejected: {
		status: isNumber,
		detail: isText,
		about: maybe(listOf(rowOf(refusedPart))),
		by: maybe(isText)
	},
	'does-not-fit': {
		tokens: isNumber,
		usable: isNumber,
		isThreshold: maybe(isFlag),
		largest: listOf(rowOf(largest))
	},
	'tool-limit': { limit: isNumber },
	'storage-full': {},
	'storage-closed': {},
	'storage-failed': {},
	'busy-elsewhere': {},
	'changed-meanwhile': {
		why: maybe(
			oneOf<ChangedWhy>({
				endpoint: true,
				'session-deleted': true,
				'session-ended': true,
				'left-out': true,
				'switched-off': true,
				'summary-before': true,
				replaced: true
			})
		)
	},
	forgotten: {},
	'summary-rejected': { reason: isText },
	'only-copy': {},
	damaged: { what: isText },
	unreadable: { what: isText },
	'line-too-long': { most: isNumber },
	'not-loaded': {},
	crashed: { detail: isText }
};

export const isFailure: Check = (value) => {
	const kind = (value as Partial<Failure> | null)?.kind;
	if (typeof kind !== 'string' || !Object.hasOwn(fields, kind)) return false;
	return takeRow<object>(value, fields[kind]) !== null;
};
