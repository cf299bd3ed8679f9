/** Words of what is done with several sessions at once. */
import * as format from '../../format.ts';

export const choosing = {
	chosen: (count: number) => `${format.number(count)} chosen`,
	actions: 'With the chosen sessions',
	all: 'All',
	none: 'None',
	pin: 'Pin',
	move: 'Move',
	delete: 'Delete'
} as const;
