import type { Session } from '#core/session/session.ts';
import { sha256 } from '#core/sha256.ts';

/** Epochs: stretches in which system, tools, model and key stayed the same and history was not rewritten. */

/** What an epoch holds still. */
interface Held {
	readonly model: string;
	readonly key: string;
	/** `headHash` of system and tools. */
	readonly head: string;
	/** Pins, summary and the rest before the first message, as sent. */
	readonly reference: readonly string[];
	/** Turns that stay out although no summary covers them. */
	readonly without: readonly string[];
	/** Memory files of which no quotation is sent. */
	readonly cleared: readonly string[];
	/** Pictures and files that stay out, by their places among those that are said. */
	readonly notes: readonly string[];
	/** Recent messages are switched off as a whole. */
	readonly recentOff: boolean;
}

export const epochKeyOf = (held: Held): string =>
	sha256(
		JSON.stringify([
			held.model,
			held.key,
			held.head,
			held.reference,
			held.without,
			held.recentOff,
			// Not there for most: what a session held before this was looked at goes on.
			...(held.cleared.length > 0 ? [held.cleared] : []),
			...(held.notes.length > 0 ? [{ notes: held.notes }] : [])
		])
	);

/** The epoch that a request with this key belongs to. */
export const epochFor = (session: Pick<Session, 'epoch' | 'epochKey'>, epochKey: string): number =>
	session.epochKey === null || session.epochKey === epochKey ? session.epoch : session.epoch + 1;
