import { afterEach, expect, it } from 'vitest';
import ActivitySection from '#ui/settings/activity/ActivitySection.svelte';
import { clear, show } from '../../kit/kit-page.ts';

/** What happened, and what was sent, while it is being read. */

afterEach(clear);

const section = (read: { readonly activity: boolean; readonly requests: boolean }): string => {
	const list = (isRead: boolean) => ({
		rows: isRead ? [] : undefined,
		hasMore: false,
		more: () => undefined
	});
	show(ActivitySection, {
		activity: list(read.activity),
		requests: list(read.requests),
		read: () => Promise.resolve(null),
		ondownload: () => undefined
	});
	return document.body.textContent;
};

it('shows nothing below a list before the list is there, so that nothing is moved away', async () => {
	expect(section({ activity: false, requests: true })).not.toMatch(/Download activity|Sent/);
	await clear();
	expect(section({ activity: true, requests: false })).toMatch(/Download activity.*Sent/s);
});
