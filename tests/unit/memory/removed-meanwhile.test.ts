import { expect, it } from 'vitest';
import { takeAway } from '#core/memory/removed-meanwhile.ts';

const before = '# Me\n- Likes tea\n- Has a cat\n';
const theirs = '# Me\n- Likes tea\n';

it('a line that went from the file goes from what is being written, wherever it stands there', () => {
	const mine = '- Has a cat\n- Lives in Rome\n# Me\n- Likes tea\n';
	expect(takeAway({ before, mine, theirs })).toEqual({
		text: '- Lives in Rome\n# Me\n- Likes tea\n',
		isAll: true
	});
});

it('a line that was rewritten stays, and it is told that it was not found', () => {
	const mine = '# Me\n- Likes tea\n- Has two cats\n';
	expect(takeAway({ before, mine, theirs })).toEqual({ text: mine, isAll: false });
});

it('where something else was changed as well, nothing is taken', () => {
	const mine = `${before}- Lives in Rome\n`;
	expect(takeAway({ before, mine, theirs: '# You\n- Likes tea\n' })).toBeNull();
	expect(takeAway({ before, mine, theirs: `${before}- Likes jam\n` })).toBeNull();
});

it('what went need be no item of a list', () => {
	const prose = '# Me\nHas a cat\n1. Likes tea\n';
	expect(
		takeAway({ before: prose, mine: `${prose}Lives in Rome\n`, theirs: '# Me\n1. Likes tea\n' })
	).toEqual({ text: '# Me\n1. Likes tea\nLives in Rome\n', isAll: true });
});
