import type { Session } from '#core/session/session.ts';
import type { MeasuredUsage } from '#core/wire/usage.ts';

/** What the provider's prompt cache still holds of a session: pruning, prices and the summariser ask here. */

/** How long a prefix is kept, counted from the start of the request that wrote or read it. */
export type CacheLifetime = '5m' | '1h';

const milliseconds: Readonly<Record<CacheLifetime, number>> = { '5m': 300_000, '1h': 3_600_000 };

/** By which a prompt is told from one whose prefix is written anew. */
export type PromptStand = Pick<MeasuredUsage, 'epoch' | 'summaryId'>;

interface CacheLook {
	/** Who answers next. */
	readonly model: string;
	/** Null: nobody is asked to keep anything (this device, or where the user wants none). */
	readonly lifetime: CacheLifetime | null;
	/** Unix ms. */
	readonly now: number;
	/** Who answers runs on this device or in its network. */
	readonly local?: boolean;
	/** What is to be read from it; left out: what was posted last. */
	readonly prompt?: PromptStand | undefined;
}

/**
 * Tokens of the prefix that a warm cache answers for; 0: it is cold, or nothing was ever kept. What the last request
 * read and wrote is the truth about it; another model has a cache of its own. Where a prompt holds another summary or
 * is of another epoch, its beginning at most is the same: that is not counted.
 */
export function cachedTokens(session: Pick<Session, 'lastUsage'>, look: CacheLook): number {
	const { lastUsage } = session;
	return lastUsage?.model !== look.model || isOver(session, look) || isRewritten(lastUsage, look)
		? 0
		: heldOf(lastUsage);
}

const isRewritten = (last: MeasuredUsage, { prompt }: Pick<CacheLook, 'prompt'>): boolean =>
	prompt !== undefined && (last.epoch !== prompt.epoch || last.summaryId !== prompt.summaryId);

const heldOf = ({ usage }: MeasuredUsage): number => usage.cacheRead + usage.cacheWrite;

/** Whether a model was asked to keep a prefix and reported that it kept none: not every server can. */
export const keptNone = ({ lastUsage }: Pick<Session, 'lastUsage'>, model: string): boolean =>
	lastUsage?.model === model && heldOf(lastUsage) === 0;

/**
 * Whether rewriting the prefix costs nothing that a cache would have saved. Where no cache is asked for there is none
 * to spare, but neither is there anything to win: such a line is never called cold. A server nearby keeps what it has
 * read last and says nothing of it: rewritten, all of it is read anew.
 */
export const isCold = (session: Pick<Session, 'lastUsage'>, look: CacheLook): boolean =>
	look.lifetime !== null && cachedTokens(session, look) === 0 && !mayKeepUntold(session, look);

const mayKeepUntold = (session: Pick<Session, 'lastUsage'>, look: CacheLook): boolean =>
	look.local === true && keptNone(session, look.model) && !isOver(session, look);

/** Whether the lifetime has passed since the last request, or the clock was set back since. */
const isOver = (
	{ lastUsage }: Pick<Session, 'lastUsage'>,
	{ lifetime, now }: Pick<CacheLook, 'lifetime' | 'now'>
): boolean =>
	lifetime === null ||
	lastUsage === null ||
	Math.abs(now - lastUsage.sentAt) >= milliseconds[lifetime];

/** When the cache of the last request goes cold, Unix ms; null: it is cold. */
export const coldAt = (session: Pick<Session, 'lastUsage'>, look: CacheLook): number | null =>
	look.lifetime === null || session.lastUsage === null || cachedTokens(session, look) === 0
		? null
		: session.lastUsage.sentAt + milliseconds[look.lifetime];
