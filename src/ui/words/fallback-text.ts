/** Why a summary was not made as planned, or not at all. Fetched with the summaries: a conversation begins without it. */
import type { Failure } from '#core/failure.ts';
import type { Rejection } from '#core/summary/text.ts';
import { failureText } from './failure-text.ts';

/**
 * Where none came of it: why, and what to do. What is said of a reply (that it is kept, that one may continue, that the
 * message waits) is not so of a summary. A reason that is not ours (from another version) is not shown.
 */
export function noSummaryText(failure: Failure): string {
	switch (failure.kind) {
		case 'summary-rejected':
			if (!isRejection(failure.reason)) break;
		// falls through
		case 'offline':
		case 'interrupted':
		case 'silent':
		case 'refused':
		case 'empty-answer':
		case 'overflow':
		case 'too-large':
			return `No summary was made: ${becauseOf(failure)}. Nothing was changed; try again, or choose another model or preset.`;
		default:
	}
	return failureText(failure);
}

/** For the card of one that was made: what kept the model from it, not what to do now. */
export const fallbackText = (failure: Failure): string => `Not as planned: ${becauseOf(failure)}.`;

/** Beside a message that waits for one: what came of the last try. */
export const triedText = (failure: Failure): string =>
	`The last attempt at one failed: ${becauseOf(failure)}.`;

function becauseOf(failure: Failure): string {
	switch (failure.kind) {
		case 'no-key':
			return 'there was no key for the model';
		case 'key-locked':
			return 'the key was locked';
		case 'key-refused':
			return 'the endpoint did not accept the key';
		case 'forbidden':
			return 'the endpoint refused the call';
		case 'offline':
			return 'you were offline';
		case 'unreachable':
			return `${failure.host} could not be reached`;
		case 'not-an-api':
			return `${failure.host} did not answer as a model does`;
		case 'rate-limited':
			return 'the provider took no more requests for the moment';
		case 'spend-limit':
			return 'the spending limit of the key was reached';
		case 'day-limit':
			return 'your daily spending limit was reached';
		case 'overloaded':
			return 'the provider had too much to do';
		case 'server-error':
			return `the endpoint reported an error of its own (${String(failure.status)})`;
		case 'interrupted':
			return 'the answer of the model broke off';
		case 'silent':
			return 'the model fell silent';
		case 'overflow':
		case 'too-large':
		case 'does-not-fit':
			return 'the messages were too long for the model';
		case 'model-not-found':
			return `the endpoint does not know the model ${failure.model}`;
		case 'refused':
			return 'the model declined';
		case 'empty-answer':
			return rejections.empty;
		case 'rejected':
			return `the endpoint rejected the request (${String(failure.status)})`;
		case 'summary-rejected':
			return isRejection(failure.reason) ? rejections[failure.reason] : unknown;
		default:
			return unknown;
	}
}

const unknown = 'the model was asked, and nothing came of it';

/** `no model`: the preset asks none that there is, and code found nothing to pick. */
const rejections: Readonly<Record<Rejection | 'no model', string>> = {
	'no model': 'there was no model to ask for it',
	unfinished: 'the answer of the model was cut off',
	'tool-call': 'the model called a tool instead of writing',
	empty: 'the model answered with next to nothing',
	placeholder: 'the answer of the model said nothing about the session',
	'tool-syntax': 'the model wrote out its thinking or a tool call instead of a summary',
	'section-missing': 'the answer of the model left out a part that was asked for',
	'too-long': 'the answer of the model was longer than asked',
	'longer-than-source': 'the answer of the model was longer than the messages',
	'wrong-language': 'the model answered in a language other than yours'
};

const isRejection = (reason: string): reason is keyof typeof rejections =>
	Object.hasOwn(rejections, reason);
