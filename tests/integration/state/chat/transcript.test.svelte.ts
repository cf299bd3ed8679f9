import { flushSync } from 'svelte';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trunk } from '#core/session/session.ts';
import { readOf } from '#db/archives/cold.ts';
import { Scratch, type Truth } from '#db/schema.ts';
import { unsentOf } from '#db/scratch/unsent.ts';
import { addTombstone } from '#db/forgetting/intents.ts';
import { TranscriptWindow } from '#state/chat/transcript-window.ts';
import { forgetInTab } from '#flows/forgetting/forget-in-tab.ts';
import { keepLastWords, placesWithLastWords } from '#flows/sessions/last-words.ts';
import { UnsentText } from '#state/composer/unsent-text.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aStep, aTurn, text } from '../../../support/builders/a-turn.ts';
import { eventually } from '../../../support/eventually.ts';
import { withDatabase } from '../../../support/builders/a-database.ts';

let db: Truth;
let stop: () => void = () => undefined;

/** Read a rune class as a component would: it follows the database while the effect lives. */
function following<T>(read: () => T): { readonly current: T | undefined } {
	let current = $state.raw<T>();
	const before = stop;
	const end = $effect.root(() => {
		$effect(() => {
			current = read();
		});
	});
	stop = () => {
		before();
		end();
	};
	flushSync();
	return {
		get current() {
			flushSync();
			return current;
		}
	};
}

async function store(count: number): Promise<void> {
	await db.sessions.add(aSession());
	await db.branches.add({
		sessionId: 's1',
		branch: trunk,
		parent: null,
		forkSeq: 0,
		headSeq: count - 1,
		createdAt: 0
	});
	const turns = Array.from({ length: count }, (_, seq) => aTurn(seq));
	await db.turns.bulkAdd(turns);
	await db.steps.bulkAdd(turns.map((turn) => aStep(turn, 0)));
}

withDatabase((own) => (db = own));

afterEach(() => {
	stop();
	stop = () => undefined;
});

const seqsIn = (excerpt: TranscriptWindow, through: number) =>
	Array.from({ length: through + 1 }, (_, seq) => seq).filter((seq) => excerpt.exchange(seq));

describe('the window of a transcript', () => {
	it('reads the newest turns first and none of the old ones', async () => {
		await store(300);
		const excerpt = new TranscriptWindow(db, 's1');
		const seen = following(() => (excerpt.isRead ? seqsIn(excerpt, excerpt.head) : []));
		await eventually(() => expect(seen.current?.at(-1)).toBe(299));
		expect(seen.current?.length).toBeLessThan(60);
	});

	it('keeps the turn under the pen, wherever it is scrolled to and as long as it is on the path', async () => {
		await store(300);
		const excerpt = new TranscriptWindow(db, 's1');
		const seen = following(() => (excerpt.isRead ? seqsIn(excerpt, excerpt.head) : []));
		await eventually(() => expect(seen.current?.at(-1)).toBe(299));
		excerpt.hold(290);
		excerpt.show({ fromSeq: 10, throughSeq: 12 });
		await eventually(() => expect(seen.current).toContain(10));
		expect(seen.current).not.toContain(289);
		expect(seen.current).toContain(290);
		await db.branches.add({
			sessionId: 's1',
			branch: 'b',
			parent: trunk,
			forkSeq: 20,
			headSeq: 19,
			createdAt: 1
		});
		await db.sessions.update('s1', { branch: 'b' });
		await eventually(() => expect(excerpt.head).toBe(19));
		expect(excerpt.exchange(290)).toBeUndefined();
	});

	it('says which messages are nowhere, and takes no unread one for missing', async () => {
		await store(300);
		await db.turns.bulkDelete([290, 291].map((seq) => ['s1', trunk, seq] as never));
		const excerpt = new TranscriptWindow(db, 's1');
		const missing = following(() =>
			Array.from({ length: 320 }, (_, seq) => seq).filter((seq) => excerpt.isMissing(seq))
		);
		await eventually(() => expect(missing.current).toEqual([290, 291]));
	});

	it('shows what is here where archives cannot be read just now, says why, and reads them when asked again', async () => {
		await store(300);
		await db.turns.bulkDelete([290, 291].map((seq) => ['s1', trunk, seq] as never));
		await db.cold.put({
			id: 'c1',
			sessionId: 's1',
			branch: trunk,
			fromSeq: 290,
			throughSeq: 291,
			archiveId: 'a1',
			turnIds: []
		} as never);
		const failure = { kind: 'not-loaded' } as const;
		const open = db.openArchive;
		db.openArchive = () => Promise.resolve().then(() => readOf({ status: 'failed', failure }));
		const excerpt = new TranscriptWindow(db, 's1');
		const seen = following(() => ({
			unread: excerpt.unread,
			last: excerpt.exchange(299)?.turn.seq
		}));
		await eventually(() => expect(seen.current).toEqual({ unread: failure, last: 299 }));
		expect(excerpt.isMissing(290)).toBe(true);
		db.openArchive = open;
		excerpt.readAgain();
		await eventually(() => expect(seen.current).toEqual({ unread: null, last: 299 }));
	});

	it('follows what is visible and never holds more than its neighbourhood', async () => {
		await store(300);
		const excerpt = new TranscriptWindow(db, 's1');
		const seen = following(() => (excerpt.isRead ? seqsIn(excerpt, excerpt.head) : []));
		await eventually(() => expect(seen.current?.length).toBeGreaterThan(0));
		for (const seq of [250, 150, 50, 0]) {
			excerpt.show({ fromSeq: seq, throughSeq: seq + 4 });
			await eventually(() => expect(seen.current).toContain(seq));
			expect(seen.current?.length).toBeLessThan(80);
		}
	});

	it('knows the newest turn wherever it is scrolled', async () => {
		await store(300);
		const excerpt = new TranscriptWindow(db, 's1');
		const seen = following(() => (excerpt.isRead ? seqsIn(excerpt, excerpt.head) : []));
		await eventually(() => expect(seen.current).toContain(299));
		excerpt.show({ fromSeq: 0, throughSeq: 4 });
		await eventually(() => expect(seen.current).toContain(0));
		expect(seen.current).toContain(299);
		expect(seen.current).not.toContain(298);
	});

	it('keeps what it shows until the turns asked for are there', async () => {
		await store(300);
		const excerpt = new TranscriptWindow(db, 's1');
		const seen = following(() => (excerpt.isRead ? seqsIn(excerpt, excerpt.head) : []));
		await eventually(() => expect(seen.current).toContain(299));
		excerpt.show({ fromSeq: 0, throughSeq: 4 });
		expect(seen.current).toContain(299);
		await eventually(() => expect(seen.current).toContain(0));
	});

	it('shows a new turn by itself and leaves the rows that did not change the same objects', async () => {
		await store(5);
		const excerpt = new TranscriptWindow(db, 's1');
		const seen = following(() => ({ head: excerpt.head, third: excerpt.exchange(3) }));
		await eventually(() => expect(seen.current?.head).toBe(4));
		const third = seen.current?.third;
		await db.transaction('rw', db.turns, db.branches, async () => {
			await db.turns.add(aTurn(5));
			await db.branches.update(['s1', trunk], { headSeq: 5 });
		});
		await eventually(() => expect(seen.current?.head).toBe(5));
		expect(seen.current?.third).toBe(third);
		expect(excerpt.exchange(5)?.steps).toEqual([]);
	});

	it('leaves a question the same object while its answer is stored', async () => {
		await store(1);
		const excerpt = new TranscriptWindow(db, 's1');
		const seen = following(() => excerpt.exchange(0));
		await eventually(() => expect(seen.current?.steps).toHaveLength(1));
		const turn = seen.current!.turn;
		await db.steps.add(aStep(turn, 1));
		await eventually(() => expect(seen.current?.steps).toHaveLength(2));
		expect(seen.current?.turn).toBe(turn);
	});

	it.each(['forgottenAt', 'resultsForgottenAt', 'quotesForgottenAt'] as const)(
		'shows of a reply what forgetting has left of it, though it keeps its hash (%s)',
		async (field) => {
			await store(1);
			const excerpt = new TranscriptWindow(db, 's1');
			const seen = following(() => excerpt.exchange(0)?.steps[0]);
			await eventually(() => expect(seen.current).toBeDefined());
			const left = { ...seen.current!, content: [text('What is left.')], [field]: 9 };
			await db.steps.put(left);
			await eventually(() => expect(seen.current).toEqual(left));
		}
	);

	it('is read and empty for a session that is not stored yet', async () => {
		const excerpt = new TranscriptWindow(db, 'new');
		const seen = following(() => ({ read: excerpt.isRead, head: excerpt.head }));
		await eventually(() => expect(seen.current).toEqual({ read: true, head: -1 }));
		expect(excerpt.session).toBeUndefined();
	});
});

describe('unsent text', () => {
	let scratch: Scratch;

	beforeEach(() => {
		scratch = new Scratch(`scratch-${crypto.randomUUID()}`);
	});

	afterEach(() => scratch.delete());

	it('comes back after a reload', async () => {
		const before = new UnsentText(scratch, 's1', () => 1);
		before.text = 'half a thought';
		before.store();
		const after = new UnsentText(scratch, 's1', () => 2);
		await eventually(() => expect(after.text).toBe('half a thought'));
	});

	it('is kept once more as it was found, where what kept it was thrown away', async () => {
		const before = new UnsentText(scratch, 's1', () => 1);
		before.text = 'half a thought';
		before.store();
		const after = new UnsentText(scratch, 's1', () => 2);
		await eventually(() => expect(after.text).toBe('half a thought'));
		await scratch.unsent.clear();
		after.keepAnew();
		await eventually(async () =>
			expect((await unsentOf(scratch, 's1'))?.text).toBe('half a thought')
		);
	});

	it('is stored by itself when the writer pauses', async () => {
		const unsent = new UnsentText(scratch, 's1', () => 1);
		unsent.text = 'a thought';
		await eventually(async () => expect((await unsentOf(scratch, 's1'))?.text).toBe('a thought'));
	});

	it('comes back with what of it was pasted, whichever way the page went', async () => {
		const before = new UnsentText(scratch, 's1', () => 1);
		before.text = 'Look: ';
		before.expect('insertFromPaste');
		before.text = 'Look: I am allergic to nuts, says Bob';
		const pasted = [{ from: 6, to: 37 }];
		before.store();
		await eventually(async () => expect((await unsentOf(scratch, 's1'))?.pasted).toEqual(pasted));
		const after = new UnsentText(scratch, 's1', () => 2);
		await eventually(() => expect(after.pasted).toEqual(pasted));
		before.leave();
		const reloaded = new UnsentText(scratch, 's1', () => 2);
		await eventually(() => expect(reloaded.pasted).toEqual(pasted));
		expect(reloaded.text).toBe(before.text);
	});

	it('is kept by the tab only until it is stored: what was sent since does not come back', async () => {
		const unsent = new UnsentText(scratch, 's1', () => 1);
		unsent.text = 'half a thought';
		unsent.leave();
		expect(placesWithLastWords()).toEqual(['s1']);
		await eventually(() => expect(placesWithLastWords()).toEqual([]));
		expect((await unsentOf(scratch, 's1'))?.text).toBe('half a thought');
	});

	it('that a page could not store before it went is there after every reload, and stored once that can be done', async () => {
		const disk = vi
			.spyOn(scratch.unsent, 'put')
			.mockImplementation(() => new Dexie.Promise(() => undefined));
		const before = new UnsentText(scratch, 's1', () => 1);
		before.text = 'half a thought';
		before.leave();
		const after = new UnsentText(scratch, 's1', () => 2);
		await eventually(() => expect(after.text).toBe('half a thought'));
		after.leave();
		const again = new UnsentText(scratch, 's1', () => 3);
		await eventually(() => expect(again.text).toBe('half a thought'));
		disk.mockRestore();
		const last = new UnsentText(scratch, 's1', () => 4);
		await eventually(() => expect(last.text).toBe('half a thought'));
		await eventually(async () =>
			expect(await unsentOf(scratch, 's1')).toMatchObject({ text: 'half a thought', at: 4 })
		);
		expect(placesWithLastWords()).toEqual([]);
	});

	it('of a forgotten session is kept by no tab: not by one that forgets it, nor by one that only hears of it', async () => {
		const never = new Promise<never>(() => undefined);
		for (const id of ['s1', 's2', 's3']) keepLastWords(id, 'half a thought', never);
		const forgotten = (sessionId: string) => ({
			what: { kind: 'session' as const, sessionId },
			lines: [],
			summaries: {}
		});
		await addTombstone(db, forgotten('s1'), 1);
		const tab = new AbortController();
		forgetInTab({ db, scratch }, new Map(), tab.signal);
		await eventually(() => expect(placesWithLastWords()).toEqual(['s2', 's3']));
		await addTombstone(db, forgotten('s3'), 2);
		await eventually(() => expect(placesWithLastWords()).toEqual(['s2']));
		tab.abort();
		sessionStorage.clear();
	});

	it('that comes back stands before what was written since, and keeps its marks', async () => {
		const unsent = new UnsentText(scratch, 's1', () => 1);
		unsent.expect('insertFromPaste');
		unsent.text = 'one two three four five';
		unsent.putBefore({ text: 'back', pasted: [{ from: 0, to: 4 }] });
		expect(unsent.text).toBe('back\n\none two three four five');
		expect(unsent.pasted).toEqual([
			{ from: 0, to: 4 },
			{ from: 6, to: 29 }
		]);
		unsent.store();
		await eventually(async () => expect(await unsentOf(scratch, 's1')).toBeDefined());
	});

	async function storeUnsent(text: string): Promise<void> {
		const unsent = new UnsentText(scratch, 's1', () => 1);
		unsent.text = text;
		unsent.store();
		await eventually(async () => expect((await unsentOf(scratch, 's1'))?.text).toBe(text));
	}

	it('leaves the screen when it is taken to be sent, and is gone when it is let go of', async () => {
		const unsent = new UnsentText(scratch, 's1', () => 1);
		unsent.text = 'a thought';
		unsent.store();
		const taken = unsent.take();
		expect(taken).toEqual({ text: 'a thought', pasted: [] });
		expect(unsent.text).toBe('');
		await eventually(async () => expect((await unsentOf(scratch, 's1'))?.text).toBe('a thought'));
		unsent.letGo(taken);
		await eventually(async () => expect(await unsentOf(scratch, 's1')).toBeUndefined());
	});

	it('stands before what was typed while it was being read, and overwrites none of it', async () => {
		await storeUnsent('old');
		const after = new UnsentText(scratch, 's1', () => 2);
		after.text = 'new';
		await eventually(() => expect(after.text).toBe('old\n\nnew'));
		after.store();
		await eventually(async () => expect((await unsentOf(scratch, 's1'))?.text).toBe(after.text));
	});

	it('is let go of at once when it was emptied: no reset takes the command along that has asked for it', async () => {
		await storeUnsent('/reset');
		const unsent = new UnsentText(scratch, 's1', () => 2);
		await eventually(() => expect(unsent.text).toBe('/reset'));
		unsent.text = '';
		expect(await unsentOf(scratch, 's1')).toBeUndefined();
	});

	it('is as old as what was written last, however often it is stored', async () => {
		let now = 1;
		const unsent = new UnsentText(scratch, 's1', () => now);
		unsent.text = 'half a thought';
		now = 2;
		unsent.leave();
		await eventually(async () => expect((await unsentOf(scratch, 's1'))?.at).toBe(1));
	});

	it('comes back when something else was sent while it was being read', async () => {
		await storeUnsent('old');
		const after = new UnsentText(scratch, 's1', () => 2);
		after.text = 'new';
		const taken = after.take();
		await eventually(() => expect(after.text).toBe('old'));
		after.letGo(taken);
		await eventually(async () => expect((await unsentOf(scratch, 's1'))?.text).toBe('old'));
	});
});
