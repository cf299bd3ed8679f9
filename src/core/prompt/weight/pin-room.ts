/** How much of the room pins take: they always go word for word, so an honest limit is said and never hidden. */

/** A share of usable beyond which less of the conversation goes along. */
const crowded = 0.25;
/** Beyond this, summaries cannot make room any more. */
const full = 0.6;

export type PinRoom = 'fits' | 'crowds' | 'fills';

/** `usable`: tokens a prompt may have, null while that is unknown. */
export function pinRoom(tokens: number, usable: number | null): PinRoom {
	if (usable === null || usable <= 0 || tokens <= usable * crowded) return 'fits';
	return tokens <= usable * full ? 'crowds' : 'fills';
}
