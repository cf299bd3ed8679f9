import { expect, it } from 'vitest';
import { pathOf } from '#core/log/path.ts';
import { trunk } from '#core/session/session.ts';
import { isRoomMade } from '#core/summary/room-made.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aBranch } from '../../support/builders/stored-session.ts';

/** Whether what did not fit behind one summary may fit behind the one that is in use now. */

const path = pathOf([aBranch({ headSeq: 9 })], trunk);
const first = aSummary(3, { id: 'm1', round: 1, status: 'superseded' });
const second = aSummary(6, { id: 'm2', round: 2 });

it('room is made by a summary that goes beyond the one that was in use, or beyond none', () => {
	expect(isRoomMade([first, second], path, 'm1')).toBe(true);
	expect(isRoomMade([second], path, null)).toBe(true);
	const again = aSummary(6, { id: 'm3', round: 3 });
	expect(isRoomMade([second, again], path, 'm2')).toBe(true);
});

it('none is made by the same one, by an undo or by a draft', () => {
	expect(isRoomMade([first, second], path, 'm2')).toBe(false);
	expect(isRoomMade([], path, null)).toBe(false);
	const undone = { ...second, status: 'reverted' } as const;
	expect(isRoomMade([{ ...first, status: 'active' }, undone], path, 'm2')).toBe(false);
	expect(isRoomMade([{ ...second, status: 'draft' }], path, null)).toBe(false);
});
