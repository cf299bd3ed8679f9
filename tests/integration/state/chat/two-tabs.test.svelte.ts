import { Dexie } from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import { dropUnsent } from '#db/forgetting/unsaved.ts';
import { moveUnsent, placesOfUnsent } from '#db/scratch/move-unsent.ts';
import {
	attachedOf,
	composerKey,
	putAttached,
	putUnsent,
	unsentOf,
	unsentRows
} from '#db/scratch/unsent.ts';
import { Attachments, type Attachment } from '#state/composer/attachments.svelte.ts';
import { UnsentText } from '#state/composer/unsent-text.ts';
import { keepPens } from '#state/tab/keep-pens.ts';
import { isTabGone } from '#state/tab/living-tabs.ts';
import { lastingTabId } from '#state/tab/tab-id.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';

/** One session in two tabs: what stands unsent in one is not taken away by what the other sends. */

let app: TestApp;
withApp((own) => (app = own));

const aFile = (name: string, data = name): Attachment => ({
	name,
	block: { type: 'document', source: { type: 'text', media_type: 'text/plain', data }, title: name }
});
const files = async () => (await attachedOf(app.scratch, 's1')).map(({ name }) => name);
/** What was begun to be read and written is done. */
async function settled(): Promise<void> {
	await vi.dynamicImportSettled();
	await Promise.all([attachedOf(app.scratch, 's1'), unsentOf(app.scratch, 's1')]);
}
const tab = () => new Attachments(app.scratch, 's1');

/** As a message is sent: taken, then stored elsewhere. */
const send = (attachments: Attachments) => {
	attachments.letGo(attachments.take());
};

test('a message without files leaves those of another tab', async () => {
	const [one, other] = [tab(), tab()];
	other.put(aFile('b.txt'));
	await eventually(async () => expect(await files()).toEqual(['b.txt']));
	send(one);
	await settled();
	expect(await files()).toEqual(['b.txt']);
});

test('a message takes its own files along, and leaves those of another tab', async () => {
	const [one, other] = [tab(), tab()];
	one.put(aFile('a.txt'));
	other.put(aFile('b.txt'));
	await eventually(async () => expect((await files()).toSorted()).toEqual(['a.txt', 'b.txt']));
	send(one);
	await eventually(async () => expect(await files()).toEqual(['b.txt']));
	send(other);
	await eventually(async () => expect(await files()).toEqual([]));
});

test('a file that was taken off comes back in its place, beside one of another tab', async () => {
	const [one, other] = [tab(), tab()];
	['a.txt', 'b.txt', 'c.txt'].forEach((name) => one.put(aFile(name)));
	await eventually(async () => expect(await files()).toHaveLength(3));
	const [, second] = one.items;
	if (second) one.remove(second);
	await eventually(async () => expect(await files()).toEqual(['a.txt', 'c.txt']));
	other.put(aFile('d.txt'));
	await eventually(async () => expect(await files()).toHaveLength(3));
	if (second) one.put(second, 1);
	expect(one.items.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
	await eventually(async () => expect((await files()).toSorted()).toHaveLength(4));
});

test('a file that was found here leaves when the tab it is of has sent it', async () => {
	const other = tab();
	other.put(aFile('a.txt'));
	other.put(aFile('b.txt'));
	await eventually(async () => expect(await files()).toHaveLength(2));
	const found = tab();
	const seen: unknown[] = [];
	const leave = $effect.root(() => {
		$effect(() => {
			seen.push(found.items);
		});
	});
	await eventually(() => expect(found.items).toHaveLength(2));
	const [first] = other.items;
	if (first) other.remove(first);
	await eventually(() => expect(found.items.map(({ name }) => name)).toEqual(['b.txt']));
	send(other);
	await eventually(() => expect(found.items).toEqual([]));
	// What comes to stand in the other is not put up here.
	other.put(aFile('c.txt'));
	await eventually(async () => expect(await files()).toEqual(['c.txt']));
	await settled();
	expect(found.items).toEqual([]);
	leave();
});

test('what another tab has sent or taken off leaves also where files were added or taken off since it was found', async () => {
	const other = tab();
	for (const name of ['a.txt', 'b.txt', 'c.txt']) other.put(aFile(name));
	await eventually(async () => expect(await files()).toHaveLength(3));
	const found = tab();
	const names = () => found.items.map(({ name }) => name);
	const leave = $effect.root(() => {
		$effect(() => void found.items);
	});
	await eventually(() => expect(names()).toHaveLength(3));
	const [first] = found.items;
	if (first) found.remove(first);
	found.put(aFile('d.txt'));
	expect(names()).toEqual(['b.txt', 'c.txt', 'd.txt']);
	await eventually(async () => expect(await files()).toContain('d.txt'));
	// It had its own a.txt no more, whatever it shows.
	await eventually(() => expect(other.items).toHaveLength(3));
	const taken = other.items.find(({ name }) => name === 'b.txt');
	if (taken) other.remove(taken);
	await eventually(() => expect(names()).toEqual(['c.txt', 'd.txt']));
	found.put(aFile('e.txt'));
	await eventually(async () => expect(await files()).toContain('e.txt'));
	expect(await files()).not.toContain('b.txt');
	send(other);
	await eventually(() => expect(names()).toEqual(['d.txt', 'e.txt']));
	await eventually(async () => expect(await files()).toEqual(['d.txt', 'e.txt']));
	leave();
});

test('what comes back to its session, where a reset is taken back, stands there again', async () => {
	const one = tab();
	const leave = $effect.root(() => {
		$effect(() => void one.items);
	});
	one.put(aFile('a.txt'));
	await eventually(async () => expect(await files()).toEqual(['a.txt']));
	await settled();
	await moveUnsent(app.scratch, { from: 's1', to: 's2' });
	await eventually(() => expect(one.items).toEqual([]));
	await moveUnsent(app.scratch, { from: 's2', to: 's1' });
	await eventually(() => expect(one.items).toHaveLength(1));
	leave();
});

test('of a file that stands twice one can be taken off', async () => {
	const items = [aFile('a.txt'), aFile('a.txt')];
	await putAttached(app.scratch, { sessionId: 's1', items });
	const one = tab();
	await eventually(() => expect(one.items).toHaveLength(2));
	const [first] = one.items;
	if (first) one.remove(first);
	await eventually(async () => expect(await files()).toEqual(['a.txt']));
});

test('what was moved here by another is not doubled by being put back', async () => {
	const one = tab();
	await settled();
	const moved = aFile('a.txt');
	await putAttached(app.scratch, { sessionId: 's1', items: [moved] });
	one.putBack([moved]);
	one.put(aFile('b.txt'));
	await eventually(async () => expect(await files()).toEqual(['a.txt', 'b.txt']));
});

describe('words in the composers of two tabs', () => {
	let now = 0;
	const opened = (tab: string) =>
		new UnsentText(app.scratch, 's1', () => ++now, { id: tab, isGone: isTabGone(app) });
	const stored = async () => (await unsentOf(app.scratch, 's1'))?.text;
	async function written(tab: string, text: string): Promise<UnsentText> {
		const words = opened(tab);
		await settled();
		words.text = text;
		await words.kept();
		return words;
	}

	/** In two tabs that were open before. */
	async function bothWritten(first = 'one', second = 'two') {
		const [one, two] = [opened(first), opened(second)];
		await settled();
		one.text = 'First';
		await one.kept();
		two.text = 'Second';
		await two.kept();
		return one;
	}

	test('stay when the other has sent its own', async () => {
		const one = await written('one', 'Again');
		const taken = one.take();
		await written('two', 'Long words that were typed in the other tab');
		one.letGo(taken);
		await settled();
		expect(await stored()).toBe('Long words that were typed in the other tab');
	});

	test('are each of their tab, also after a reload, in whatever order they are stored', async () => {
		const one = await bothWritten();
		await one.kept();
		for (const [tab, text] of [
			['one', 'First'],
			['two', 'Second']
		] as const) {
			const again = opened(tab);
			await eventually(() => expect(again.text).toBe(text));
		}
	});

	test('of tabs that are gone stand together in the next, and are of that one from its first key on', async () => {
		const one = await bothWritten();
		one.text = 'First of all';
		await one.kept();
		const next = opened('next');
		await eventually(() => expect(next.text).toBe('Second\n\nFirst of all'));
		expect(await app.scratch.unsent.count()).toBe(2);
		next.text = 'All of it in other words';
		await next.kept();
		expect((await unsentRows(app.scratch, 's1')).map(({ text }) => text)).toEqual([next.text]);
		next.letGo(next.take());
		await eventually(async () => expect(await stored()).toBeUndefined());
	});

	test('of a tab that lives stand in no other one, where they would be sent once more, until it is gone', async () => {
		// The page before a reload has gone a moment later than this one came.
		const [before, page] = [new AbortController(), new AbortController()];
		await keepPens(app, before.signal);
		await keepPens(app, page.signal);
		before.abort();
		const one = await bothWritten(lastingTabId(app), 'gone');
		const next = opened('next');
		await eventually(() => expect(next.text).toBe('Second'));
		one.letGo(one.take());
		await eventually(async () => expect(await stored()).toBe('Second'));
		one.text = 'Another';
		await one.kept();
		page.abort();
		const last = opened('last');
		await eventually(() => expect(last.text).toBe('Second\n\nAnother'));
	});

	test('that are typed before the database has answered stay, whether anything lies there or not', async () => {
		for (const lies of ['', 'First']) {
			if (lies !== '') await written('one', lies);
			const quick = opened(`quick ${lies}`);
			const leave = $effect.root(() => {
				$effect(() => void quick.text);
			});
			quick.text = 'Hi';
			await settled();
			await putUnsent(app.scratch, { sessionId: 's2', text: 'Elsewhere', pasted: [], at: ++now });
			await settled();
			expect(quick.text).toBe(lies === '' ? 'Hi' : `${lies}\n\nHi`);
			leave();
			quick.text = '';
			await quick.kept();
		}
	});

	test('that are written on there meanwhile are not taken away from there', async () => {
		const one = await written('one', 'First');
		for (const text of ['First, and more', 'Fir']) {
			one.text = 'First';
			await one.kept();
			const two = opened('two');
			await eventually(() => expect(two.text).toBe('First'));
			one.text = text;
			await one.kept();
			two.text = '';
			await two.kept();
			expect(await stored()).toBe(text);
		}
	});

	test('stay where they are when they cannot be stored for the other', async () => {
		await written('one', 'First');
		const two = opened('two');
		await eventually(() => expect(two.text).toBe('First'));
		const full = vi.spyOn(app.scratch.unsent, 'put').mockRejectedValue(new Error('full'));
		two.text = 'First and second';
		await expect(two.kept()).rejects.toThrow('full');
		full.mockRestore();
		expect(await stored()).toBe('First');
		await two.kept();
		expect(await stored()).toBe('First and second');
	});

	/** A tab is closed: the browser keeps what its session storage held by then, for when it is opened again. */
	function closed(words: UnsentText): () => void {
		words.leave();
		const key = 'keepsake-unsent-s1';
		const kept = sessionStorage.getItem(key) ?? '';
		sessionStorage.removeItem(key);
		return () => sessionStorage.setItem(key, kept);
	}

	test('of a tab that is closed and opened again are there, but not where another has gone on from them', async () => {
		const words = await written('one', 'Half a thought');
		const reopen = closed(words);
		await settled();
		reopen();
		const again = opened('one');
		await eventually(() => expect(again.text).toBe('Half a thought'));
		const reopenOnceMore = closed(again);
		await settled();
		const two = opened('two');
		await eventually(() => expect(two.text).toBe('Half a thought'));
		two.text += ', and the rest';
		await two.kept();
		two.letGo(two.take());
		await eventually(async () => expect(await stored()).toBeUndefined());
		reopenOnceMore();
		const last = opened('one');
		await settled();
		expect(last.text).toBe('');
		expect(await placesOfUnsent(app.scratch)).toEqual([]);
		last.text = 'Another';
		await last.kept();
		last.letGo(last.take());
		await eventually(async () => expect(await app.scratch.unsent.count()).toBe(0));
	});

	test('of a tab whose last ones did not come to be stored are there when it is opened again', async () => {
		const words = await written('one', 'Half');
		const gone = vi.spyOn(app.scratch.unsent, 'put').mockReturnValue(new Dexie.Promise(() => {}));
		words.text = 'Half a thought';
		const reopen = closed(words);
		gone.mockRestore();
		const two = opened('two');
		await eventually(() => expect(two.text).toBe('Half'));
		two.text = '';
		await two.kept();
		reopen();
		const again = opened('one');
		await eventually(() => expect(again.text).toBe('Half a thought'));
	});

	test('of a tab that is gone are there also where this one was emptied as it went; what stood in it comes not again', async () => {
		await bothWritten();
		const one = opened('one');
		await eventually(() => expect(one.text).toBe('First'));
		one.text = '';
		const reopen = closed(one);
		await settled();
		// The page had gone before the database had it.
		const key = composerKey('s1', 'one');
		await putUnsent(app.scratch, { sessionId: key, text: 'First', pasted: [], at: 1 });
		reopen();
		const again = opened('one');
		await eventually(() => expect(again.text).toBe('Second'));
		expect(await stored()).toBe('Second');
	});

	test('that were moved into the session are there once', async () => {
		const next = opened('next');
		await settled();
		await putUnsent(app.scratch, { sessionId: 's0', text: 'Half a thought', at: 1 });
		await moveUnsent(app.scratch, { from: 's0', to: 's1' });
		next.putBefore({ text: 'Half a thought', pasted: [] });
		await next.kept();
		expect(await stored()).toBe('Half a thought');
	});

	test('go along with their session, and are forgotten with it', async () => {
		await written('one', 'First');
		await written('two', 'Second');
		await moveUnsent(app.scratch, { from: 's1', to: 's10' });
		expect(await app.scratch.unsent.toCollection().primaryKeys()).toEqual(['s10']);
		await written('one', 'Third');
		await dropUnsent(app.scratch, 's1');
		expect(await placesOfUnsent(app.scratch)).toEqual(['s10']);
	});
});
