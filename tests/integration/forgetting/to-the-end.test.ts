import { describe, expect, test } from 'vitest';
import { pendingTombstones } from '#db/forgetting/intents.ts';
import { forget, forgetDeleted } from '#flows/forgetting/forget.ts';
import { truthStores } from '#flows/forgetting/stores.ts';
import { packer } from '#worker/workshop/packer.ts';
import { backupOf } from '../../support/apps/importing.ts';
import { anApp } from '../../support/apps/an-app.ts';
import { filesWith, tablesWith } from '../../support/find-bytes.ts';
import { never } from '../../support/never.ts';
import { restoreIn, wholeBackup, withWorkshop } from '../../support/apps/with-workshop.ts';
import {
	canary,
	app,
	index,
	session,
	withWordEverywhere,
	stores,
	exported,
	lived,
	turnOf,
	everythingOf
} from '../../support/apps/word-everywhere.ts';

/** A turn is forgotten to the end: after an import, after work that was cut short, and where only an archive holds it. */

withWordEverywhere();

async function readStored(files: ReadonlyMap<string, Uint8Array>) {
	const { lines } = await packer.unpack(files.get('state.jsonl.gz') ?? new Uint8Array());
	return lines.map((line) => JSON.parse(line) as { readonly table: string });
}

describe('a forgotten turn', () => {
	test('does not come back by an import of an older backup, into this profile or another', async () => {
		const { turnId } = await lived();
		const older = await wholeBackup(app);
		await forget(app, await everythingOf(turnOf(turnId)));
		expect(await restoreIn(app, older)).toMatchObject({ status: 'imported' });
		expect(await tablesWith(stores(), canary)).toEqual([]);

		const newer = await wholeBackup(app);
		const another = withWorkshop(await anApp(), index);
		await restoreIn(another, newer);
		await restoreIn(another, older);
		expect(await tablesWith([another.db, another.scratch], canary)).toEqual([]);
		await another.close();
	});

	test('is forgotten to the end although the work was cut short after any of its stores', async () => {
		const { turnId } = await lived();
		const forgetting = await everythingOf(turnOf(turnId));
		const whole = truthStores as Record<string, (typeof truthStores)['turns']>;
		for (const name of Object.keys(truthStores)) {
			const real = whole[name]!;
			whole[name] = () => Promise.reject(new Error('the tab was closed'));
			try {
				await expect(forget(app, forgetting)).rejects.toThrow('the tab was closed');
			} finally {
				whole[name] = real;
			}
			expect(await pendingTombstones(app.db)).toHaveLength(1);
		}
		await forgetDeleted(app, never);
		expect(await pendingTombstones(app.db)).toEqual([]);
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('is said to be out of reach in an archive that cannot be read any more', async () => {
		const { turnId, other } = await lived();
		const archive = await app.db.archives.where('sessionId').equals(other.id).first();
		if (!archive) throw new Error('the other conversation has no archive');
		const bytes = (await app.db.archiveBytes.get(archive.id))?.bytes ?? new Uint8Array();
		await app.db.archiveBytes.put({ id: archive.id, bytes: bytes.slice(0, bytes.length / 2) });
		expect(await forget(app, await everythingOf(turnOf(turnId)))).toEqual({
			status: 'forgotten',
			unreached: [archive.path],
			salvaged: [],
			waits: false
		});
		expect(await app.db.activity.toArray()).toContainEqual(
			expect.objectContaining({
				details: expect.objectContaining({ what: 'forgotten', of: 'turn', unreached: 1 }) as unknown
			})
		);
		const others = (await tablesWith(stores(), canary)).filter((name) => name !== 'archiveBytes');
		expect(others).toEqual([]);
	});

	test('is forgotten also where only an archive holds it, wherever the work was cut short', async () => {
		const { turnId } = await lived();
		const forgetting = await everythingOf(turnOf(turnId));
		// Its rows were let go.
		await app.db.turns.delete([session.id, 'trunk', 1]);
		await app.db.steps
			.where('[sessionId+branch+seq+index]')
			.between([session.id, 'trunk', 1, 0], [session.id, 'trunk', 1, []])
			.delete();
		const whole = truthStores as Record<string, (typeof truthStores)['turns']>;
		for (const name of ['compactions', 'steps', 'archives', 'turns']) {
			const real = whole[name]!;
			whole[name] = () => Promise.reject(new Error('the tab was closed'));
			try {
				await expect(forget(app, forgetting)).rejects.toThrow('the tab was closed');
			} finally {
				whole[name] = real;
			}
		}
		await forgetDeleted(app, never);
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('is decided here alone: a backup of somebody else makes nothing be forgotten', async () => {
		const { turnId } = await lived();
		const pending = { what: turnOf(turnId), lines: [], summaries: {} };
		await app.db.tombstones.put({ id: turnId, kind: 'turn', at: 1 });
		const state = new Map(await exported()).get('state.jsonl.gz') ?? new Uint8Array();
		expect(await filesWith(new Map([['state', state]]), turnId)).toEqual(['state']);
		await app.db.tombstones.put({ id: turnId, kind: 'turn', at: 1, pending });
		const other = await readStored(await exported());
		expect(other.filter(({ table }) => table === 'tombstones')).toEqual([]);
		await app.db.tombstones.clear();
		const row = { id: turnId, kind: 'turn', at: 1, pending };
		const text = `${JSON.stringify({ table: 'tombstones', row })}\n`;
		await restoreIn(app, backupOf({ 'state.jsonl.gz': packer.pack(text) }));
		expect(await pendingTombstones(app.db)).toEqual([]);
	});
});
