import { afterEach, expect, it } from 'vitest';
import EmptyChat from '#ui/chat/transcript/EmptyChat.svelte';
import { clear, show } from '../../kit/kit-page.ts';

/** What stands in a conversation that has not begun. */

afterEach(clear);

const begun = {
	kind: 'main',
	offRecord: false,
	onDevice: false,
	advice: 'none'
} as const;

const opened = (isFirst: boolean): string => {
	show(EmptyChat, { ...begun, isFirst });
	return document.querySelector('.empty-state')?.textContent.trim() ?? '';
};

it('says what this is where nobody has talked yet, and only there', () => {
	expect(opened(true)).toContain('Keepsake is a private assistant.');
});

it('greets whoever comes back with a line', () => {
	expect(opened(false)).toBe('What shall we think about?');
});
