import type { Failure, FailureKind } from '#core/failure.ts';

/** Where nobody has heard a question, or nobody who could answer: the network, or a server in trouble. */
const away: ReadonlySet<FailureKind> = new Set<FailureKind>([
	'offline',
	'unreachable',
	'silent',
	'interrupted',
	'overloaded',
	'server-error'
]);

/**
 * Whether it is too early to send what waits for the network, by what came of asking the endpoint for its models. Every
 * other refusal is somebody's: a server may have no such list, and what is wrong with the key is told with the message.
 */
export const isNobodyThere = ({ kind }: Failure): boolean => away.has(kind);
