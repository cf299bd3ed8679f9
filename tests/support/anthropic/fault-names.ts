/** The names of everything that goes wrong between a browser and a model, sorted by where it strikes. */

/** Strike in the middle of an answer that began well. */
export const streamFaults = [
	'socket-dies',
	'clean-eof',
	'eof-in-event',
	'malformed-event',
	'unknown-event',
	'error-event-overloaded',
	'silence',
	'split-utf8',
	'duplicate-stop'
] as const;

/** Change what the model says, not how it travels. */
export const answerFaults = [
	'max-tokens-in-tool',
	'broken-arguments',
	'refusal',
	'pause-turn',
	'window-exceeded',
	'unknown-stop-reason'
] as const;

/** Replace the answer by an error of the API. */
export const refusalFaults = [
	'rate-limit-1',
	'rate-limit-120',
	'spend-limit',
	'overloaded',
	'server-error',
	'unauthorized',
	'cors-forbidden-organisation',
	'prompt-too-long',
	'too-large'
] as const;

/** Replace the answer by something that is no answer of this API. */
export const foreignFaults = [
	'html-502',
	'captive-portal',
	'empty-200',
	'redirect',
	'connection-refused'
] as const;

/** Strike before the request is sent: in the preflight of the browser. */
export const corsFaults = ['no-cors', 'cors-without-authorization'] as const;

/** All names; `slow-headers` only waits. */
export const faultNames = [
	...streamFaults,
	...answerFaults,
	...refusalFaults,
	...foreignFaults,
	...corsFaults,
	'slow-headers'
] as const;

export type FaultName = (typeof faultNames)[number];

export function isOneOf<Name extends FaultName>(
	names: readonly Name[],
	fault: FaultName | null
): fault is Name {
	return names.some((name) => name === fault);
}
