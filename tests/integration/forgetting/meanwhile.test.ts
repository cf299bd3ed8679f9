import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Forgotten } from '#core/forgetting/what.ts';
import type { Session } from '#core/session/session.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { memoryFile } from '#db/memory/files.ts';
import { type IndexStore, Truth } from '#db/schema.ts';
import { nothingTold } from '#db/told.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import {
	addTombstone,
	closeTombstone,
	noteChanged,
	pendingTombstones
} from '#db/forgetting/intents.ts';
import { forget, forgetDeleted } from '#flows/forgetting/forget.ts';
import { deleteMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { bringBackMemoryFile } from '#flows/forgetting/bring-back-file.ts';
import { waitOrStop } from '#flows/ports/waiting.ts';
import { bodyOf, fileRequest } from '#flows/prompt/keep-ledger.ts';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { anotherTab, logOf, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop, withWorkshop } from '../../support/apps/with-workshop.ts';
import { text } from '../../support/builders/a-turn.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** Forgetting takes its time: what the user does meanwhile stands, and nothing that goes comes back by it. */

let app: TestApp;
let index: IndexStore;

withAppAndWorkshop((own, store) => {
	app = own;
	index = store;
});
afterEach(() => {
	vi.restoreAllMocks();
});

const aDay = 25 * 60 * 60_000;
const path = 'memory/2026-11-20.md';
const lines = '- Likes soup\n- Likes tea\n';

async function talk(...messages: readonly string[]): Promise<Session> {
	const session = newSession(app, { kind: 'main', offRecord: false });
	for (const words of messages) await goOn(session, words);
	return session;
}

async function goOn(session: Session, words: string, reply = 'I see.'): Promise<void> {
	app.model.next(say(reply));
	expect(await sendWords(app, session, words)).toMatchObject({ status: 'answered' });
}

async function turnsOf(session: Session): Promise<(Forgotten & { readonly kind: 'turn' })[]> {
	const log = await logOf(app, session.id);
	return log.map(({ turn: { turnId } }) => ({ kind: 'turn', sessionId: session.id, turnId }));
}

const forgetIt = (what: Forgotten, at = app) => forget(at, { what, lines: [], summaries: {} });

/** Something deleted, the way back to it, and whether it is there. */
interface Deleted {
	readonly what: Forgotten;
	readonly bringBack: () => Promise<unknown>;
	readonly isThere: () => Promise<boolean>;
}

const deleted: Record<'turn' | 'session' | 'memory file', () => Promise<Deleted>> = {
	turn: async () => {
		const [what] = await turnsOf(await talk('About soup'));
		if (!what) throw new Error('nothing was said');
		await deleteTurn(app, what);
		return {
			what,
			bringBack: () => restoreTurn(app, what),
			isThere: async () =>
				(await app.db.marks.count()) === 0 && (await tablesWith([app.db], 'About soup')).length > 0
		};
	},
	session: async () => {
		const { id } = await talk('About soup');
		await deleteSessions(app, [id]);
		return {
			what: { kind: 'session', sessionId: id },
			bringBack: () => restoreSessions(app, [id]),
			isThere: async () =>
				(await sessionOf(app.db, id))?.deletedAt === null && (await logOf(app, id)).length > 0
		};
	},
	'memory file': async () => {
		await saveMemoryFile(app, { path, text: lines, expectedRev: null });
		await deleteMemoryFile(app, path);
		const deletedAt = (await app.db.memoryFiles.get(path))?.deletedAt ?? 0;
		return {
			what: { kind: 'memory-file', path, deletedAt },
			bringBack: () => bringBackMemoryFile(app, { path, deletedAt }),
			isThere: async () => (await memoryFile(app.db, path))?.text === lines
		};
	}
};
const kinds = ['turn', 'session', 'memory file'] as const;

describe('what is brought back', () => {
	test.each(kinds)('while the house forgets something else stays: a %s', async (kind) => {
		const { bringBack, isThere } = await deleted[kind]();
		const other = await talk('About coffee');
		await deleteSessions(app, [other.id]);
		app.clock.at += aDay;
		const run = app.jobs.forget;
		app.jobs.forget = async (ask, signal) => {
			expect(ask.tombstoneId).toBe(other.id);
			expect(await bringBack()).toEqual({ status: 'done' });
			return run!(ask, signal);
		};
		await forgetDeleted(app, never);
		expect(await isThere()).toBe(true);
		expect(await tablesWith([app.db], 'About coffee')).toEqual([]);
		expect(await pendingTombstones(app.db)).toEqual([]);
	});

	test.each(kinds)('and deleted anew has its whole time again: a %s', async (kind) => {
		const { bringBack, isThere } = await deleted[kind]();
		const other = await talk('About coffee');
		await deleteSessions(app, [other.id]);
		app.clock.at += aDay;
		const run = app.jobs.forget;
		let again: Promise<unknown> | null = null;
		app.jobs.forget = async (ask, signal) => {
			again ??= bringBack().then(async () => {
				const [session] = await app.db.sessions.filter(({ id }) => id !== other.id).toArray();
				if (kind === 'memory file') await deleteMemoryFile(app, path);
				else if (kind === 'session') await deleteSessions(app, [session?.id ?? '']);
				else await deleteTurn(app, (await turnsOf(session!))[0]!);
			});
			await again;
			return run!(ask, signal);
		};
		await forgetDeleted(app, never);
		expect(await isThere()).toBe(false);
		expect(
			await tablesWith([app.db], kind === 'memory file' ? 'Likes soup' : 'About soup')
		).not.toEqual([]);
	});

	test.each(kinds)('as it is being decided that it goes, goes: a %s', async (kind) => {
		const { what, bringBack, isThere } = await deleted[kind]();
		expect((await addTombstone(app.db, { what, lines: [], summaries: {} }, 1)).status).toBe(
			'stored'
		);
		expect(await bringBack()).toEqual({ status: 'failed', failure: { kind: 'forgotten' } });
		expect(await isThere()).toBe(false);
	});

	test.each(['turn', 'session'] as const)(
		'is looked up in the write that brings it back: a %s',
		async (kind) => {
			const { what, bringBack, isThere } = await deleted[kind]();
			const { tombstones } = app.db;
			const get = tombstones.bulkGet.bind(tombstones) as (ids: string[]) => Promise<unknown>;
			const done: Promise<unknown>[] = [];
			vi.spyOn(tombstones, 'bulkGet').mockImplementationOnce((async (ids: string[]) => {
				const found = await get(ids);
				done.push(
					Dexie.ignoreTransaction(() => addTombstone(app.db, { what, lines: [], summaries: {} }, 1))
				);
				// Whoever holds a transaction does not wait for it, for it waits for them.
				if (!(Dexie.currentTransaction as unknown)) await Promise.all(done);
				return found;
			}) as never);
			await bringBack();
			await Promise.all(done);
			expect(await isThere()).toBe(false);
		}
	);
});

test('what one walk has changed does not open again what another has closed by then', async () => {
	const what = { kind: 'line', line: 'Likes soup' } as const;
	const stored = await addTombstone(app.db, { what, lines: [], summaries: {} }, 1);
	if (stored.status === 'failed') throw new Error(stored.failure.kind);
	const changed = { summaries: 1, results: 0, requests: 0 };
	await noteChanged(app.db, stored.value.id, changed);
	expect(await pendingTombstones(app.db)).toMatchObject([{ pending: { what, changed } }]);
	await closeTombstone(app.db, stored.value, null, nothingTold);
	await noteChanged(app.db, stored.value.id, changed);
	expect(await pendingTombstones(app.db)).toEqual([]);
	await forgetDeleted(app, never);
});

describe('a part that several requests share', () => {
	const requestsOf = async ({ id }: Session) =>
		Promise.all((await ledgerOf(app.db, id)).map((entry) => bodyOf(app, entry)));
	const isReadable = async (session: Session) => {
		const bodies = await requestsOf(session);
		expect(bodies.length).toBeGreaterThan(0);
		expect(bodies).not.toContain(null);
		expect(bodies[0]?.tools?.length).toBeGreaterThan(0);
	};

	test('is on file again once it is sent again after the only session that had it went', async () => {
		const first = await talk('About soup');
		await forgetIt({ kind: 'session', sessionId: first.id });
		expect((await app.db.blobs.toArray()).every(({ bytes }) => bytes.length === 0)).toBe(true);
		const second = await talk('About tea', 'And about cups');
		await isReadable(second);
		expect(await tablesWith([app.db], 'About soup')).toEqual([]);
	});

	test('is on file again also where the request before, of this very tab, had it too', async () => {
		const first = await talk('About cups');
		const second = await talk('About soup');
		await goOn(second, 'About tea', 'Fine.');
		// Both were answered alike, and of the first that answer was not sent yet.
		await forgetIt((await turnsOf(second))[0]!);
		await goOn(first, 'And saucers');
		await isReadable(first);
		expect(await tablesWith([app.db], 'About soup')).toEqual([]);
	});

	test('stays for a request that is filed while the work is being done', async () => {
		const first = await talk('About soup');
		const { blobs } = app.db;
		const each = blobs.each.bind(blobs);
		let second = first;
		vi.spyOn(blobs, 'each').mockImplementationOnce((async (look: never) => {
			await each(look);
			second = await talk('About tea');
		}) as never);
		await forgetIt({ kind: 'session', sessionId: first.id });
		expect(second).not.toBe(first);
		await isReadable(second);
		expect(await tablesWith([app.db], 'About soup')).toEqual([]);
	});
});

test('a request that is filed while its words are taken out of the others keeps none of them', async () => {
	const session = await talk('About soup', 'About tea');
	const [soup] = await turnsOf(session);
	const sent = (await ledgerOf(app.db, session.id)).at(-1)!;
	const body = (await bodyOf(app, sent))!;
	const added = { role: 'user' as const, content: [text('Sum up what was said about soup.')] };
	const sending = {
		...sent,
		kind: 'summary' as const,
		body: { ...body, messages: [...body.messages, added] },
		endpoint: 'https://api.example'
	};
	const forgotten = await forgettingNow(app.db);
	const refused = { status: 'failed', failure: { kind: 'changed-meanwhile' } };
	let filed: unknown;
	const { blobs } = app.db;
	const each = blobs.each.bind(blobs);
	vi.spyOn(blobs, 'each').mockImplementationOnce((async (look: never) => {
		await each(look);
		// Read since it was decided, and before the walk came to it.
		filed = await fileRequest(app, { ...sending, forgotten: await forgettingNow(app.db) });
		expect(filed).toMatchObject({ status: 'stored' });
		// Read before it was decided, as by a summary that is being made: nobody holds the session for that.
		expect(await fileRequest(app, { ...sending, forgotten })).toEqual(refused);
	}) as never);
	await forgetIt(soup!);
	expect(filed).toBeDefined();
	expect(await tablesWith([app.db], 'soup')).toEqual([]);
	expect(await tablesWith([app.db], 'About tea')).toContain('blobs');
	// And so it is once all is done.
	expect(await fileRequest(app, { ...sending, forgotten })).toEqual(refused);
});

describe('two that go at once', () => {
	let tab: TestApp;

	beforeEach(() => {
		const db = new Truth(app.db.name);
		tab = withWorkshop(anotherTab({ ...app, db }), index);
	});
	afterEach(() => {
		tab.db.close();
	});

	/** The first waits at its beginning until the second has read what both write; the second writes last. */
	async function atOnce(
		first: Forgotten,
		second: Forgotten,
		inTab: (read: () => Promise<void>) => void
	) {
		const begun = new AbortController();
		const read = new AbortController();
		const done = new AbortController();
		const { blobs } = app.db;
		const each = blobs.each.bind(blobs);
		vi.spyOn(blobs, 'each').mockImplementationOnce((async (look: never) => {
			begun.abort();
			// Not for ever: it may be that the second waits for the first.
			await waitOrStop(200, read.signal);
			return each(look);
		}) as never);
		inTab(async () => {
			read.abort();
			await waitOrStop(5000, done.signal);
		});
		const outcomes = [forgetIt(first)];
		await waitOrStop(5000, begun.signal);
		outcomes.push(forgetIt(second, tab));
		await outcomes[0];
		done.abort();
		for (const outcome of await Promise.all(outcomes)) expect(outcome.status).toBe('forgotten');
		await expect.poll(() => pendingTombstones(app.db)).toEqual([]);
	}

	test('are both taken out of the archive they lie in', async () => {
		const session = await talk('About soup', 'About tea', 'About cups');
		await app.workshop.run('archive-session', { sessionId: session.id }, never);
		const [soup, tea] = await turnsOf(session);
		await atOnce(soup!, tea!, (read) => {
			const { archives, archiveBytes } = tab.db;
			const get = archiveBytes.get.bind(archiveBytes) as (id: string) => Promise<unknown>;
			const all = archives.toArray.bind(archives);
			vi.spyOn(archives, 'toArray').mockImplementationOnce(() => {
				vi.spyOn(archiveBytes, 'get').mockImplementationOnce((async (id: string) => {
					const row = await get(id);
					await read();
					return row;
				}) as never);
				return all();
			});
		});
		expect(await tablesWith([app.db], 'About soup')).toEqual([]);
		expect(await tablesWith([app.db], 'About tea')).toEqual([]);
		expect(await tablesWith([app.db], 'About cups')).toContain('archiveBytes');
	});

	test('are both taken out of the summary that tells them', async () => {
		const cats = ['My cat is called Marmaduke.', 'My dog is called Bartholomew.', 'Fine.'];
		const session = await talk(...cats);
		const words = '- The cat Marmaduke.\n- The dog Bartholomew.\n- All is fine.';
		await app.db.summaries.put(
			aSummary(2, { sessionId: session.id, text: words, originalText: words })
		);
		const [cat, dog] = await turnsOf(session);
		await atOnce(cat!, dog!, (read) => {
			const { summaries } = tab.db;
			const get = summaries.bulkGet.bind(summaries) as (ids: string[]) => Promise<unknown>;
			vi.spyOn(summaries, 'bulkGet').mockImplementationOnce((async (ids: string[]) => {
				const rows = await get(ids);
				await read();
				return rows;
			}) as never);
		});
		const [summary] = await app.db.summaries.toArray();
		expect(summary?.text.trim()).toBe('- All is fine.');
		for (const name of ['Marmaduke', 'Bartholomew'])
			expect(await tablesWith([app.db], name)).toEqual([]);
	});
});
