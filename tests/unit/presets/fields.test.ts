import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtInPresets, recommended } from '#core/presets/built-in.ts';
import { checkPreset, writeField } from '#core/presets/check.ts';
import { differences, fieldsOf, readField, topOf } from '#core/presets/fields.ts';
import {
	nameApart,
	newPresetId,
	placeBack,
	placePreset,
	readPresetFile,
	writePresetFile
} from '#core/presets/file.ts';
import type { Preset } from '#core/presets/preset.ts';

const fieldAt = (preset: Preset, path: string) => {
	const found = fieldsOf(preset).find((field) => field.path === path);
	if (!found) throw new Error(`no field ${path}`);
	return found;
};

const written = (preset: Preset, path: string, value: unknown): Preset => {
	const checked = writeField(preset, fieldAt(preset, path), value);
	if (checked.status === 'invalid') throw new Error(JSON.stringify(checked.reasons));
	return checked.preset;
};

/** Every leaf of a preset that is not its name, as paths. */
const leavesOf = (value: unknown, path = ''): readonly string[] =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? Object.entries(value).flatMap(([name, inner]) =>
				leavesOf(inner, path === '' ? name : `${path}.${name}`)
			)
		: [path];

describe('the fields of a preset', () => {
	test.each(builtInPresets.map((preset) => [preset.id, preset] as const))(
		'%s: every value of it is a field of the page',
		(_, preset) => {
			const known = new Set(fieldsOf(preset).map(({ path }) => path));
			const leaves = leavesOf(preset).filter((path) => path !== 'id' && path !== 'name');
			expect(leaves.filter((path) => !known.has(path))).toEqual([]);
		}
	);

	test('a value that is written is read back, and nothing else changes', () => {
		const changed = written(recommended, 'threshold.draft', 0.6);
		expect(readField(changed, fieldAt(changed, 'threshold.draft'))).toBe(0.6);
		expect(differences(recommended, changed)).toEqual(['threshold']);
		expect(topOf({ path: 'threshold.draft' })).toBe('threshold');
	});

	test('another kind brings its usual numbers along, for every kind there is', () => {
		for (const preset of builtInPresets)
			for (const field of fieldsOf(preset)) {
				if (!field.path.endsWith('.kind') || field.control.type !== 'choice') continue;
				for (const kind of field.control.values) {
					const checked = writeField(preset, field, kind);
					expect([preset.id, field.path, kind, checked.status]).toEqual([
						preset.id,
						field.path,
						kind,
						'valid'
					]);
				}
			}
	});

	test('a flush turn can be had with every preset, and left out', () => {
		const on = written(recommended, 'flush', true);
		expect(on.flush).toEqual({ distance: 4000, silentWord: 'SILENT' });
		expect(written(on, 'flush', false).flush).toBeNull();
	});

	test('INV-4 what does not go together is refused, and the reason is said', () => {
		const checked = writeField(recommended, fieldAt(recommended, 'target'), 0.8);
		expect(checked).toMatchObject({
			status: 'invalid',
			reasons: [{ path: 'target', target: 0.8, limit: 0.85 }]
		});
	});

	test('whatever is typed into whatever field, what is kept is a sound preset', () => {
		const anything = fc.oneof(fc.double(), fc.string(), fc.boolean(), fc.constant(null), fc.nat());
		fc.assert(
			fc.property(
				fc.constantFrom(...builtInPresets),
				fc.array(fc.tuple(fc.nat(60), anything), { maxLength: 12 }),
				(start, steps) => {
					let preset = start;
					for (const [at, value] of steps) {
						const listed = fieldsOf(preset);
						const field = listed[at % listed.length];
						const checked = field && writeField(preset, field, value);
						if (checked?.status === 'valid') preset = checked.preset;
					}
					expect(checkPreset(preset)).toEqual({ status: 'valid', preset });
				}
			)
		);
	});
});

describe('a preset as a file', () => {
	test('what was written is read back', () => {
		const own = { ...recommended, id: 'own-mine', name: 'Mine' };
		expect(readPresetFile(writePresetFile(own))).toEqual({ status: 'read', preset: own });
		expect(readPresetFile(`\uFEFF${writePresetFile(own)}`).status).toBe('read');
	});

	test('one that an earlier version wrote is read, and what it does not have is null', () => {
		const lines = readFileSync('tests/fixtures/presets-v1.jsonl', 'utf8').trim().split('\n');
		expect(lines).toHaveLength(6);
		for (const line of lines) {
			const preset = JSON.parse(line) as object;
			const file = JSON.stringify({ format: 'keepsake-preset', formatVersion: 1, preset });
			const open = Object.keys(recommended).filter((name) => !Object.hasOwn(preset, name));
			expect(readPresetFile(file)).toEqual({
				status: 'read',
				preset: { ...preset, ...Object.fromEntries(open.map((name) => [name, null])) }
			});
		}
	});

	test('turns are counted from one on, or not at all', () => {
		const never = { ...recommended, afterTurns: 0 };
		expect(checkPreset(never)).toMatchObject({
			status: 'invalid',
			reasons: [{ path: 'afterTurns', must: { type: 'count', least: 1 } }]
		});
		expect(written(recommended, 'afterTurns', 12).afterTurns).toBe(12);
	});

	test('a file that is none says why, and names every field that cannot be used', () => {
		const why = (text: string) => {
			const read = readPresetFile(text);
			return read.status === 'unreadable' ? read.why : read.status;
		};
		expect(why('not json')).toBe('not-json');
		expect(why('null')).toBe('not-a-preset');
		expect(why('[]')).toBe('not-a-preset');
		expect(why('{"format":"keepsake"}')).toBe('not-a-preset');
		expect(why('{"format":"keepsake-preset","formatVersion":2}')).toBe('newer');
		expect(why(' '.repeat(200_001))).toBe('too-large');
		const broken = { ...recommended, target: 3, keep: { kind: 'everything' }, extra: 1 };
		const read = readPresetFile(
			JSON.stringify({ format: 'keepsake-preset', formatVersion: 1, preset: broken })
		);
		expect(read).toMatchObject({
			status: 'unreadable',
			why: 'invalid',
			reasons: [{ path: 'target' }, { path: 'keep.kind' }]
		});
	});

	test('no text whatever makes it throw', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
				expect(['read', 'unreadable']).toContain(readPresetFile(text).status);
			})
		);
	});

	test('its id is never that of a preset that is there, nor of one that comes with the app', () => {
		expect(newPresetId('Rounds', [])).toBe('own-rounds');
		expect(newPresetId('Rounds', ['own-rounds'])).toBe('own-rounds-2');
		expect(newPresetId('日本語', [])).toBe('own-preset');
	});

	test('comes back, once deleted, in its own place unless another was given that', () => {
		const gone = { id: 'own-rounds', name: 'Rounds', written: { ...recommended, name: 'Rounds' } };
		expect(placeBack(gone, {})).toBe('own-rounds');
		expect(placeBack(gone, { 'own-rounds': gone.written })).toBe('own-rounds');
		expect(placeBack(gone, { 'own-rounds': recommended })).toBe('own-rounds-2');
	});

	test('that is here already is the one that is here, whatever number an import has put behind its name', () => {
		const own = { ...recommended, id: 'own-mine', name: 'Mine' };
		const known = [{ id: 'own-mine', name: 'Mine', preset: own }];
		expect(placePreset({ ...own, id: 'own-other' }, known)).toEqual({
			status: 'known',
			id: 'own-mine'
		});
		const changed = { ...own, anchors: !own.anchors };
		const placed = placePreset(changed, known);
		expect(placed).toEqual({ status: 'new', preset: { ...changed, name: 'Mine (2)' } });
		const second = { id: 'own-mine-2', name: 'Mine (2)', preset: { ...changed, name: 'Mine (2)' } };
		expect(placePreset(changed, [...known, second])).toEqual({ status: 'known', id: 'own-mine-2' });
		const broken = { id: 'own-x', name: 'Mine' };
		expect(placePreset(own, [broken])).toMatchObject({ preset: { name: 'Mine (2)' } });
		expect(placePreset({ ...own, name: 'Yours' }, known)).toMatchObject({
			preset: { name: 'Yours' }
		});
	});

	test('a name that another has gets a number, and is no longer than a name may be', () => {
		expect(nameApart('Mine', ['Yours'])).toBe('Mine');
		expect(nameApart('Mine', ['Mine', 'Mine (2)'])).toBe('Mine (3)');
		const long = 'x'.repeat(100);
		expect(nameApart(`${long}yz`, [long])).toBe(`${'x'.repeat(96)} (2)`);
	});
});
