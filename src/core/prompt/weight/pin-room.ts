/** How much of the room pins take. They are always sent word for word, so the user is told when they take too much. */

/** Above this share of usable, pins leave less room for the conversation. */
const crowded = 0.25;
/** Above this share summaries cannot make room any more. */
const full = 0.6;

type PinRoom = 'fits' | 'crowds' | 'fills';

/** `usable`: tokens a prompt may have, null while that is unknown. */
export function pinRoom(tokens: number, usable: number | null): PinRoom {
	if (usable === null || usable <= 0 || tokens <= usable * crowded) return 'fits';
	return tokens <= usable * full ? 'crowds' : 'fills';
}
