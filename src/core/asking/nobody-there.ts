import type { Failure, FailureKind } from '#core/failure.ts';

/** Where nobody has heard a question, or nobody who could answer: the network, or a server in trouble. */
const away: ReadonlySet<FailureKind> = new Set<FailureKind>([
	'offline',
	'unreachable',
	'silent',
	'interrupted',
	'overloaded',
	'server-error',
	// Another endpoint was chosen while this one was asked.
	'changed-meanwhile'
]);

/** The endpoint was not even asked. */
const unasked: ReadonlySet<FailureKind> = new Set<FailureKind>(['no-key', 'key-locked']);

/**
 * Whether it is too early to send what waits for the network, by what came of asking the endpoint for its models. Every
 * other refusal is somebody's: a server may have no such list. What is wrong with the key is told with the message, once
 * the browser says that there is a network.
 */
export const isNobodyThere = (
	{ kind }: Failure,
	{ online }: { readonly online: boolean }
): boolean => away.has(kind) || (!online && unasked.has(kind));
