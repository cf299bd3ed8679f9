import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { storageFailure } from '#db/storing.ts';

test('a full disk is told as that, however Dexie wraps it', () => {
	const full = new DOMException('no room', 'QuotaExceededError');
	const bulk = new Dexie.BulkError('activity.bulkAdd(): 1 of 1 operations failed', [full]);
	for (const error of [full, bulk, new Error('aborted', { cause: bulk })])
		expect(storageFailure(error)).toEqual({ kind: 'storage-full' });
	const other = new Dexie.BulkError('1 of 1 operations failed', [new RangeError('a bug')]);
	expect(storageFailure(other)).toBeNull();
});

test('a transaction that the browser took back, and what it cannot explain, are failures; a stop is none', () => {
	const full = new DOMException('no room', 'QuotaExceededError');
	expect(storageFailure(new Dexie.AbortError(full))).toEqual({ kind: 'storage-full' });
	const inside = new DOMException('Internal error.', 'UnknownError');
	const aborted = new Dexie.AbortError('Transaction aborted');
	const unopened = new Dexie.OpenFailedError('no', inside);
	for (const error of [aborted, inside, new Dexie.UnknownError('x', inside), unopened])
		expect(storageFailure(error)).toEqual({ kind: 'storage-failed' });
	// Many writes of a transaction that was taken back, or one that changes rows; by itself it is a stop.
	const stop = new DOMException('The transaction was aborted.', 'AbortError');
	const bulk = new Dexie.BulkError('blobs.bulkPut(): 1 of 4 operations failed', [stop]);
	const changed = new Dexie.ModifyError('Error modifying one or more objects', [stop], 0, []);
	for (const error of [bulk, changed])
		expect(storageFailure(error)).toEqual({ kind: 'storage-failed' });
	// Whatever kept it from being opened, or where nobody says what did.
	for (const why of [undefined, aborted, new DOMException('in use', 'InvalidStateError')])
		expect(storageFailure(new Dexie.OpenFailedError('no', why))).toEqual({
			kind: 'storage-failed'
		});
	const never = new Dexie.DatabaseClosedError(unopened);
	expect(storageFailure(never)).toEqual({ kind: 'storage-failed' });
	const taken = new Dexie.DatabaseClosedError(new Dexie.DatabaseClosedError());
	expect(storageFailure(taken)).toEqual({ kind: 'storage-closed' });
	expect(storageFailure(new DOMException('stopped', 'AbortError'))).toBeNull();
});
