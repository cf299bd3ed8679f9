/** Words of what waits at the review desk, where it came from. */
import * as format from '../../format.ts';

export const waiting = {
	lines: (count: number) =>
		`${format.count(count, { one: 'line', other: 'lines' })} from here ${count === 1 ? 'waits' : 'wait'} for your review.`,
	look: 'See what waits'
} as const;
