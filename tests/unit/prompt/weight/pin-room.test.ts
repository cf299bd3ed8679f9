import { expect, test } from 'vitest';
import { pinRoom } from '#core/prompt/weight/pin-room.ts';

/** How much of a window pins take, as the inspector says it: both in tokens. */

test('pins say honestly when they crowd the conversation out, and never when the room is unknown', () => {
	expect(pinRoom(100, 1000)).toBe('fits');
	expect(pinRoom(300, 1000)).toBe('crowds');
	expect(pinRoom(700, 1000)).toBe('fills');
	expect(pinRoom(1e6, null)).toBe('fits');
});
