import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ExportedLine } from '#core/export/memory-forms.ts';
import { pamOf } from '#core/export/pam.ts';
import { readPam } from '#core/import/readers/memories.ts';
import type { Row } from '#core/json.ts';

/** Portable AI Memory: what we write is what the form allows, and of what we read only what holds. */

const now = Date.parse('2026-11-27T09:00:00.123Z');

const line = (text: string, more: Partial<ExportedLine> = {}): ExportedLine => ({
	text,
	path: 'MEMORY.md',
	at: null,
	day: null,
	origin: null,
	tags: [],
	...more
});

function written(lines: readonly ExportedLine[]) {
	const store = JSON.parse(pamOf(lines, { now, version: '2.3.4' })) as Row;
	return { store, memories: store['memories'] as readonly Row[] };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const lines = [
	line('Likes Tea'),
	line('Has a dog', { at: Date.parse('2026-02-01T12:00:00.500Z'), origin: 'own', tags: ['Pets'] }),
	line('Planted beans', { at: 5, origin: 'web', tags: ['Garten & Küche', 'дача', '_x'] }),
	line('Owns a boat', { origin: 'import' }),
	line('Reads at night', { origin: 'assistant' })
];

test('each line leaves with a method the form knows, and its origin beside it', () => {
	const { memories } = written(lines);
	const told = memories.map(({ content, provenance, metadata, tags }) => {
		const { extraction_method, extractor } = provenance as Row;
		return [content, extraction_method, extractor, metadata, tags];
	});
	const maker = 'keepsake/2.3.4';
	expect(new Set(told)).toEqual(
		new Set([
			['Likes Tea', 'manual', undefined, undefined, []],
			['Has a dog', 'explicit_user_input', maker, { keepsake_origin: 'own' }, ['pets']],
			['Planted beans', 'llm_inference', maker, { keepsake_origin: 'web' }, ['garten-kuche', 'x']],
			['Owns a boat', 'api_export', maker, { keepsake_origin: 'import' }, []],
			['Reads at night', 'llm_inference', maker, { keepsake_origin: 'assistant' }, []]
		])
	);
});

test.each([
	['0.1.0', 'keepsake/0.1.0'],
	['1.2.3-rc.1', 'keepsake/1.2.3'],
	['dev', 'keepsake/0.0.0']
])('a version %s is told as three numbers, else no validator takes the file', (version, maker) => {
	expect(JSON.parse(pamOf(lines, { now, version }))).toMatchObject({ exported_by: maker });
});

test('times are whole seconds, and nothing is null', () => {
	const text = pamOf(lines, { now, version: '2.3.4' });
	expect(text).not.toContain('null');
	expect(text.match(/\d{4}-\d\d-\d\dT[^"]+/g)?.every((time) => /:\d\dZ$/.test(time))).toBe(true);
	expect(text).toContain('"extracted_at": "2026-02-01T12:00:00Z"');
	expect(text).toContain('"created_at": "2026-11-27T09:00:00Z"');
});

test('the hash of a memory is that of its words, however they are set', () => {
	const hashes = ['Likes Tea', '  likes\t tea '].map(
		(text) => written([line(text)]).memories[0]?.['content_hash']
	);
	expect(new Set(hashes)).toEqual(new Set([`sha256:${sha256('likes tea')}`]));
	const composed = written([line('Caf\u0065\u0301')]).memories[0]?.['content_hash'];
	expect(composed).toBe(`sha256:${sha256('caf\u00e9')}`);
});

test('the checksum is that of the memories by id, written as RFC 8785 wants it', () => {
	const { store, memories } = written([line('One "1"\u2028', { at: 5, origin: 'own' })]);
	const [memory] = memories;
	const canonical = `[{"content":"One \\"1\\"\u2028","content_hash":"${String(memory?.['content_hash'])}","id":"${String(memory?.['id'])}","metadata":{"keepsake_origin":"own"},"provenance":{"extracted_at":"1970-01-01T00:00:00Z","extraction_method":"explicit_user_input","extractor":"keepsake/2.3.4","platform":"keepsake"},"status":"active","tags":[],"temporal":{"created_at":"1970-01-01T00:00:00Z"},"type":"fact"}]`;
	expect(store['integrity']).toEqual({
		canonicalization: 'RFC8785',
		checksum: `sha256:${sha256(canonical)}`,
		total_memories: 1
	});
	const ids = written(lines).memories.map(({ id }) => String(id));
	expect(ids).toEqual(ids.toSorted());
});

test('what leaves reads back as the same lines', () => {
	const { store } = written(lines);
	expect(new Set(readPam(store).map(({ text }) => text))).toEqual(
		new Set(lines.map(({ text }) => text))
	);
});

test('what held no more when the file was written stays out; what will end says when', () => {
	const memory = (content: string, status: string, times: Row = {}) => ({
		content,
		status,
		temporal: { created_at: '2024-01-01T00:00:00Z', ...times }
	});
	const store = {
		memories: [
			memory('Lives in Linz', 'superseded'),
			memory('Lives in Rome', 'active', { valid_until: '2024-12-31T00:00:00Z' }),
			memory('Lives in Graz', 'active', { superseded_by: 'x', valid_until: null }),
			memory('Drinks oolong', 'deprecated', { valid_until: null, superseded_by: null }),
			memory('Rents in Porto', 'active', { valid_until: '2027-03-01T00:00:00Z' })
		]
	};
	const read = (more: Row) => readPam({ ...store, ...more }).map(({ text }) => text);
	expect(read({ export_date: '2026-02-15T22:00:00Z' })).toEqual([
		'Drinks oolong',
		'Rents in Porto (until 2027-03-01)'
	]);
	// Where the file tells no time of its own, the newest of its memories does.
	const newer = { content: 'New', temporal: { created_at: '2025-05-01T00:00:00Z' } };
	expect(read({ memories: [...store.memories, newer] })).toEqual([
		'Drinks oolong',
		'Rents in Porto (until 2027-03-01)',
		'New'
	]);
});
