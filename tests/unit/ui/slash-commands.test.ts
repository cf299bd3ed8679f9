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
			argument: 'the names'
		});
		expect(readTyped('/reset')).toEqual({ kind: 'command', name: 'reset', argument: '' });
		expect(readTyped('/remember')).toEqual({ kind: 'incomplete', name: 'remember' });
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
		expect(readTyped('/new Guest')).toEqual({ kind: 'command', name: 'new', argument: 'Guest' });
		expect(readTyped('/model claude-x')).toMatchObject({ kind: 'command', argument: 'claude-x' });
		expect(readTyped('/undo \n')).toEqual({ kind: 'command', name: 'undo', argument: '' });
	});
});
