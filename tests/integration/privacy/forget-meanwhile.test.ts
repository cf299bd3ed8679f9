import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Forgotten } from '#core/forgetting/what.ts';
import type { Session } from '#core/log/session.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { memoryFile } from '#db/memory/files.ts';
import { IndexStore } from '#db/schema.ts';
import { addTombstone, pendingTombstones } from '#db/forgetting/tombstones.ts';
import { forget, forgetDeleted } from '#flows/forgetting/forget.ts';
import {
	bringBackMemoryFile,
	deleteMemoryFile,
	saveMemoryFile
} from '#flows/memory/memory-files.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { anApp, logOf, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never } from '../../support/never.ts';
import { say } from '../../support/scripted-model.ts';

/** Forgetting takes its time: what the user does meanwhile stands, and nothing that goes comes back by it. */

let app: TestApp;
let index: IndexStore;
let runs = 0;

beforeEach(async () => {
	index = new IndexStore(`forget-meanwhile-${String(++runs)}`);
	app = withWorkshop(await anApp(), index);
});
afterEach(async () => {
	vi.restoreAllMocks();
	await app.close();
	await index.delete();
});

const aDay = 25 * 60 * 60_000;
const path = 'memory/2026-11-20.md';
const lines = '- Likes soup\n- Likes tea\n';

async function talk(...messages: readonly string[]): Promise<Session> {
	const session = newSession(app, { kind: 'main', offRecord: false });
	for (const words of messages) {
		app.model.next(say('I see.'));
		expect(await sendWords(app, session, words)).toMatchObject({ status: 'answered' });
	}
	return session;
}

async function turnsOf(session: Session): Promise<(Forgotten & { readonly kind: 'turn' })[]> {
	const log = await logOf(app, session.id);
	return log.map(({ turn: { turnId } }) => ({ kind: 'turn', sessionId: session.id, turnId }));
}

const forgetIt = (what: Forgotten) => forget(app, { what, lines: [], summaries: {} });

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
