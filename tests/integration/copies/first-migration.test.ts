import type { Transaction } from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openAnew } from '#db/open.ts';
import { Scratch, IndexStore, Truth } from '#db/schema.ts';
import { lookAtStart } from '#flows/copies/canary.ts';
import { acceptDatabase } from '#flows/copies/serve-copies.ts';
import { workshopJobs } from '#worker/workshop/jobs.ts';
import { readFile } from '../../support/apps/importing.ts';
import { withCopies } from '../../support/apps/with-copies.ts';
import { never, unseen } from '../../support/never.ts';

/** The day the database gets its second version: whatever ends the upgrade, the first is whole, and there is a way on. */

const copied = withCopies();
const { ports, keep, restore, content } = copied;

const opened: Truth[] = [];
afterEach(() => {
	for (const db of opened.splice(0)) db.close();
});

/** The next version: another index, and rows that are rewritten. */
class NextTruth extends Truth {
	constructor(upgrade: (old: Transaction) => unknown) {
		super(copied.db.name);
		this.version(2)
			.stores({ sessions: 'id, activeAt, kind' })
			.upgrade(async (old) => {
				await old
					.table('turns')
					.toCollection()
					.modify((row: { rewritten?: boolean }) => {
						row.rewritten = true;
					});
				return upgrade(old);
			});
		opened.push(this);
	}
}

const breaks = {
	'an error in it': () => {
		throw new TypeError('a row of a form nobody thought of');
	},
	'a transaction that was taken back': (old: Transaction) => old.abort()
};

const full = () => {
	throw new DOMException('no room', 'QuotaExceededError');
};

test('rows of the first version are rewritten and its tables get their new index', async () => {
	const turns = await copied.db.turns.count();
	copied.db.close();
	const next = new NextTruth(() => undefined);
	expect(await lookAtStart(next, copied.vault)).toEqual({ status: 'well' });
	expect(await next.turns.filter((row) => 'rewritten' in row).count()).toBe(turns);
	expect(await next.sessions.where('kind').equals('main').count()).toBeGreaterThan(0);
});

describe.each(Object.entries(breaks))('an upgrade that is ended by %s', (_, upgrade) => {
	test('is told as that, and leaves everything as it was', async () => {
		const before = await content();
		copied.db.close();
		expect(await lookAtStart(new NextTruth(upgrade), copied.vault)).toEqual({
			status: 'not-upgraded'
		});
		copied.reopen();
		expect(await content()).toEqual(before);
	});

	test('is no reason to delete what it was to take over: for a copy, or for an empty one', async () => {
		await keep();
		const before = await content();
		copied.db.close();
		const next = new NextTruth(upgrade);
		await expect(openAnew(next)).rejects.toThrow();
		const afresh = acceptDatabase({ ...ports(), db: next }, { empty: true });
		expect(await afresh.catch(() => null)).not.toEqual({ status: 'accepted' });
		copied.reopen();
		expect(await content()).toEqual(before);
		expect(await restore(1, false)).toEqual({ status: 'restored' });
	});
});

test('an upgrade for which there is no room is told as that, and leaves everything as it was', async () => {
	const before = await content();
	copied.db.close();
	expect(await lookAtStart(new NextTruth(full), copied.vault)).toEqual({ status: 'full' });
	copied.reopen();
	expect(await content()).toEqual(before);
});

test('what could not be taken over is exported as it is', async () => {
	const sessions = await copied.db.sessions.count();
	copied.db.close();
	const next = new NextTruth(breaks['an error in it']);
	await lookAtStart(next, copied.vault);
	const { name } = copied.db;
	const jobs = workshopJobs({
		db: next,
		scratch: new Scratch(`${name}-scratch`),
		index: new IndexStore(`${name}-index`),
		model: { stream: vi.fn(), count: vi.fn() },
		now: () => copied.clock.at
	});
	const ask = { day: '2026-11-20', now: copied.clock.at, passphrase: null };
	const made = await jobs['export-everything'](ask, { signal: never, tell: unseen });
	if (made.status !== 'made') throw new Error(made.status);
	copied.reopen();
	const { outcome, read } = await readFile(copied.db, { file: made.file, name: made.name });
	expect(outcome).toMatchObject({ preview: { format: 'keepsake-backup', skippedLines: 0 } });
	expect(read?.way === 'backup' && read.content.sessions.length).toBe(sessions);
	expect(made.damaged).toEqual([]);
});
