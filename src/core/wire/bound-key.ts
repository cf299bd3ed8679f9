import type { KeyStatus } from '#core/key.ts';
import type { Settings } from '#core/settings.ts';
import { sha256 } from '#core/sha256.ts';

/** Thinking is bound to endpoint and key: what tells two of them apart, and whether a reply may go on as it is. */

/** Where a call goes, and the key it is made with. */
export interface KeyInUse extends Pick<Settings, 'endpoint'> {
	readonly key: KeyStatus;
}

/** What thinking is bound to beside the prefix; never the key itself. */
export const fingerprintOf = ({ endpoint, key }: KeyInUse): string =>
	sha256(`${endpoint}\n${key.fingerprint ?? ''}`).slice(0, 16);

/**
 * Whether a reply that was begun with one key (`bound`: its fingerprint) would go on with another one of the same
 * endpoint. Of no key, and of another endpoint, the next call tells.
 */
export const isOtherKey = (
	begun: Pick<Settings, 'endpoint'> & { readonly bound: string },
	now: KeyInUse
): boolean =>
	now.key.state === 'set' && now.endpoint === begun.endpoint && fingerprintOf(now) !== begun.bound;
