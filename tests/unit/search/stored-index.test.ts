import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDocument, removeDocument } from '#core/search/search-index.ts';
import { search } from '#core/search/search.ts';
import { restore, serialise } from '#core/search/stored-index.ts';
import { aSession, indexOf, march, someDocuments, someQuery } from './stories.ts';

const reopen = (bytes: Uint8Array): NonNullable<ReturnType<typeof restore>> => {
	const index = restore(bytes);
	if (!index) throw new Error('the stored index was refused');
	return index;
};

describe('the stored index', () => {
	test('answers as the index it was made from, before and after more is added or removed', () => {
		fc.assert(
			fc.property(someDocuments, someDocuments, someQuery, (documents, others, query) => {
				const index = indexOf(...documents);
				for (const { id } of documents.slice(0, 3)) removeDocument(index, id);
				const again = reopen(serialise(index));
				const options = { k: 50, now: march };
				expect(search(again, query, options)).toEqual(search(index, query, options));
				for (const other of others) {
					addDocument(index, other);
					addDocument(again, other);
				}
				removeDocument(index, 'd4');
				removeDocument(again, 'd4');
				expect(search(again, query, options)).toEqual(search(index, query, options));
			})
		);
	});

	test('is the same bytes when stored again', () => {
		fc.assert(
			fc.property(someDocuments, (documents) => {
				const bytes = serialise(indexOf(...documents));
				expect(serialise(reopen(bytes))).toEqual(bytes);
			})
		);
	});

	test('holds nothing of a forgotten document, not even its name', () => {
		const kept = aSession('kept', ['A quiet morning.']);
		const [secret] = aSession('hush', ['The password is xylophone.'], { speaker: 'Zebulon' });
		const index = indexOf(...kept, ...(secret ? [secret] : []));
		removeDocument(index, secret?.id ?? '');
		expect(serialise(index)).toEqual(serialise(indexOf(...kept)));
	});

	test('that is torn, changed or of another version is refused, never read wrongly', () => {
		const bytes = serialise(indexOf(...aSession('a', ['A quiet morning.', 'Indeed.'])));
		expect(restore(new Uint8Array(0))).toBeUndefined();
		for (let at = 0; at < bytes.length; at++) {
			expect(restore(bytes.slice(0, at))).toBeUndefined();
			const changed = bytes.slice();
			changed[at] = (changed[at] ?? 0) ^ 4;
			expect(restore(changed)).toBeUndefined();
		}
	});

	test('keeps impossible times harmless', () => {
		const times = [Number.NaN, Infinity, 1e300, -5, 0.4];
		const documents = times.map((ts, at) => ({
			id: String(at),
			session: 'a',
			ts,
			text: 'lantern'
		}));
		const again = reopen(serialise(indexOf(...documents)));
		expect(again.documents.time).toEqual([0, 0, 0, -5, 0]);
	});

	test('may lie anywhere inside a larger buffer', () => {
		const bytes = serialise(indexOf(...aSession('a', ['A quiet morning.'])));
		const larger = new Uint8Array(bytes.length + 7);
		larger.set(bytes, 5);
		const again = reopen(larger.subarray(5, 5 + bytes.length));
		expect(search(again, 'quiet')[0]?.id).toBe('a/0');
	});

	test('is smaller than two fifths of the text', () => {
		const texts = Array.from({ length: 200 }, (_, at) =>
			Array.from(
				{ length: 60 },
				(__, word) =>
					`${'bcdfghjklm'[(at * word) % 10] ?? ''}ord${String((at * 7 + word * 13) % 400)}`
			).join(' ')
		);
		const documents = aSession('long', texts);
		const text = texts.reduce((sum, one) => sum + one.length, 0);
		expect(serialise(indexOf(...documents)).length).toBeLessThan(text * 0.4);
	});
});
