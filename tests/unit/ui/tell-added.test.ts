import { expect, test } from 'vitest';
import type { NotAttached } from '#core/asking/attached.ts';
import { tellAdded } from '#ui/chat/composer/tell-added.ts';

/** What is said of files that were not attached. */

const refusedFor = (reason: NotAttached) => (name: string) => ({
	name,
	outcome: { status: 'refused', reason } as const
});
const tooMany = refusedFor({ why: 'too-many', most: 20 });

test('why files were not attached is said once, however many they are', () => {
	const photos = Array.from({ length: 180 }, (_, at) => `IMG_${String(at)}.jpg`);
	const film = refusedFor({ why: 'kind' })('film.mov');
	const { refused } = tellAdded([...photos.map(tooMany), film]);
	expect(refused).toBe(
		'IMG_0.jpg was not attached: a message takes at most 20 files. Send the rest with the next one. film.mov was not attached. Pictures (PNG, JPEG, GIF, WebP), PDF and text files can be. Not attached for the same reasons: IMG_1.jpg, IMG_2.jpg, and 177 more.'
	);
});

test('of a few files that were not attached each is named', () => {
	const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'];
	const { refused } = tellAdded(names.map(tooMany));
	expect(refused).toMatch(
		/^a\.jpg was not attached: .* Not attached for the same reasons: b\.jpg, c\.jpg, and d\.jpg\.$/
	);
	const two = tellAdded(names.slice(0, 2).map(tooMany));
	expect(two.refused).toMatch(/ Not attached for the same reasons: b\.jpg\.$/);
});
