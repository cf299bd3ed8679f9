// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { letGoWhenKept } from '#db/open.ts';
import { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';

/** What a page holds of the database when the browser keeps it for Back. */

test('a page that is kept for Back takes back what it is in the middle of: the next page writes', async () => {
	const kept = new Truth('kept-for-back');
	letGoWhenKept(kept);
	// One that was over long ago is no concern.
	await writeSetting(kept, 'theme', 'dark');
	const page = { isHalfway: false, isOver: false };
	const halfway = kept.transaction('rw', kept.settings, async () => {
		await kept.settings.put({ key: 'theme', value: 'light' });
		page.isHalfway = true;
		while (!page.isOver) await kept.settings.get('theme');
	});
	onTestFinished(() => void (page.isOver = true));
	const ended = halfway.catch((error: unknown) => error);
	await vi.waitUntil(() => page.isHalfway);

	window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));

	const next = new Truth('kept-for-back');
	expect(await next.settings.get('theme')).toEqual({ key: 'theme', value: 'dark' });
	expect(await writeSetting(next, 'theme', 'light')).toMatchObject({ status: 'stored' });
	expect(await ended).toMatchObject({ name: 'AbortError' });
	kept.close();
	next.close();
});
