import { describe, expect, it } from 'vitest';
import { choicesFor, commands, readTyped } from '#ui/chat/composer/slash-commands.ts';

describe('slash commands', () => {
	it('are offered by what has been typed of their name, and no more once it is followed by something', () => {
		expect(choicesFor('/').map(({ name }) => name)).toEqual(commands.map(({ name }) => name));
		expect(choicesFor('/re').map(({ name }) => name)).toEqual(['reset', 'remember']);
		expect(choicesFor('/compact names')).toEqual([]);
		expect(choicesFor('a/b')).toEqual([]);
	});

	it('are run with what follows their name', () => {
		expect(readTyped('/compact the names')).toEqual({
			kind: 'command',
			name: 'compact',
			argument: 'the names',
			rest: ''
		});
		expect(readTyped('/reset')).toMatchObject({ kind: 'command', name: 'reset', argument: '' });
		expect(readTyped('/remember')).toEqual({ kind: 'incomplete', name: 'remember' });
	});

	it('end at an empty line: what stands behind it is no word of theirs', () => {
		expect(readTyped('/remember Likes tea\n\nWhat goes with\n\nit?')).toEqual({
			kind: 'command',
			name: 'remember',
			argument: 'Likes tea',
			rest: 'What goes with\n\nit?'
		});
		expect(readTyped('/compact the names\nof people\n \n- a list')).toMatchObject({
			argument: 'the names\nof people',
			rest: '- a list'
		});
		expect(readTyped('/remember\n\nLikes tea')).toMatchObject({ argument: 'Likes tea', rest: '' });
		expect(readTyped('/reset\n\nthe password, please')).toEqual({ kind: 'message' });
	});

	it('do not swallow messages that happen to begin with a slash', () => {
		expect(readTyped('/etc/hosts is empty').kind).toBe('message');
		expect(readTyped('/usr is a folder').kind).toBe('message');
		expect(readTyped('/comapct')).toEqual({ kind: 'unknown', name: '/comapct' });
	});

	it('are messages where words follow that the command does not take', () => {
		const messages = [
			'/undo the last paragraph, please',
			'/reset password mail for Bob',
			'/new recipe ideas',
			'/new guests are coming',
			'/memory is leaking',
			'/context matters here',
			'/export the table as CSV',
			'/help me with this letter',
			'/model trains for children'
		];
		for (const text of messages) expect(readTyped(text), text).toEqual({ kind: 'message' });
		expect(readTyped('/new Guest')).toMatchObject({
			kind: 'command',
			name: 'new',
			argument: 'Guest'
		});
		expect(readTyped('/model claude-x')).toMatchObject({ kind: 'command', argument: 'claude-x' });
		expect(readTyped('/undo \n')).toMatchObject({ kind: 'command', name: 'undo', argument: '' });
	});
});
