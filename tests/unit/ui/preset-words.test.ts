import { describe, expect, test } from 'vitest';
import { builtInPresets, recommended } from '#core/presets/built-in.ts';
import { writeField } from '#core/presets/check.ts';
import { fieldsOf } from '#core/presets/fields.ts';
import { policyFor } from '#core/presets/policy.ts';
import { callSizes } from '#core/plan/sizes.ts';
import { cardOf } from '#core/models/model-card.ts';
import { defaultSettings } from '#core/settings.ts';
import { fields, values } from '#ui/words/en/pages/settings/preset-fields.ts';
import { words } from '#ui/words/all-words.ts';
import { reasonText } from '#ui/presets/field-text.ts';
import { readCount } from '#ui/presets/read-field.ts';
import { listedName, presetEntries } from '#ui/presets/preset-entries.ts';

/** Presets and what stands in lists are named by what they do, in words of the page and not of its builders. */

const entries = presetEntries(defaultSettings);
const buildersWords = /\b(?:gsv|spec|single shot|two phases|flush|json|fifth)\b/i;

describe('a preset that comes with the app', () => {
	test.each(entries.map((entry) => [entry.id, entry] as const))(
		'%s is named by what it does, and its id stands behind the name',
		(id, entry) => {
			expect(entry.name).not.toMatch(buildersWords);
			expect(listedName(entry)).toBe(
				id === 'recommended' ? 'Recommended' : `${entry.name} (${id})`
			);
		}
	);

	test('has a name that no other has, and those of the user show no id', () => {
		expect(new Set(entries.map(({ name }) => name)).size).toBe(builtInPresets.length);
		const [base] = builtInPresets;
		const own = { ...base, id: 'mine', name: 'Short' };
		const [mine] = presetEntries({ customPresets: { mine: own } }).filter(
			({ id }) => id === 'mine'
		);
		expect(mine && listedName(mine)).toBe('Short');
	});

	test('stands in lists once, as it is, also where another is stored under its id', () => {
		const other = { ...recommended, name: 'Other' };
		expect(presetEntries({ customPresets: { recommended: other } })).toEqual(entries);
	});
});

test('every field of a preset has a name and a sentence, and every choice in it words', () => {
	for (const preset of builtInPresets)
		for (const { path, control } of fieldsOf(preset)) {
			expect(fields[path]?.label, path).toBeTruthy();
			expect(fields[path]?.help, path).toBeTruthy();
			if (control.type === 'choice')
				expect(Object.keys(values[path] ?? {}), path).toEqual(
					expect.arrayContaining([...control.values])
				);
		}
});

test('no field and no value of a preset is told in words of its builders', () => {
	const told = [
		...Object.values(fields).flatMap(({ label, help }) => [label, help]),
		...Object.values(values).flatMap((of) => Object.values(of)),
		...Object.values(words.activity.requests.kinds),
		...Object.values(words.settings.presetNotes),
		...Object.values(words.memory.writers)
	];
	expect(told.filter((text) => buildersWords.test(text))).toEqual([]);
});

test('what a label calls usable is said once, at the head of the page', () => {
	expect(words.presets.usable).toMatch(/^“Usable” is what a prompt may weigh/);
	const labels = [
		...Object.values(fields).map(({ label }) => label),
		...Object.values(values['threshold.kind'] ?? {})
	];
	expect(labels.filter((label) => label.includes('usable'))).toEqual([]);
});

test('a number that was corrected is named as on the page', () => {
	const small = { ...cardOf(defaultSettings, 'm'), window: 60_000, maxOutput: 8000 };
	for (const { preset } of entries.flatMap((entry) => (entry.state === 'built-in' ? [entry] : [])))
		for (const { field } of policyFor(defaultSettings, null, small, preset).corrections)
			expect(words.settings.correctedFields[field]).toMatch(/^(The|What) /);
});

test('what does not go together is told with the names that stand at the fields', () => {
	const told = (path: string, value: unknown) => {
		const field = fieldsOf(recommended).find((one) => one.path === path);
		const checked = field && writeField(recommended, field, value);
		return checked?.status === 'invalid' ? checked.reasons.map((reason) => reasonText(reason)) : [];
	};
	expect(told('threshold.draft', 0.99)).toEqual([
		'“Draft at” must not lie above “Summary needed at”'
	]);
	expect(told('target', 0.7)).toEqual([
		'“Aim at” must be at most 70 % of “Summary needed at”: 70 % is 82 % of 85 %'
	]);
	expect(told('threshold.apply', 2)).toEqual([
		'“Summary needed at” must be a share between 0 and 1'
	]);
});

test('the room for an answer says what a model that may think first gets beyond what is written', () => {
	const rounds = builtInPresets.find(({ id }) => id === 'rounds') ?? recommended;
	const room = (model: string) => {
		const summariser = cardOf(defaultSettings, model);
		const policy = policyFor(defaultSettings, null, summariser, rounds);
		const sizes = { instructions: 500, held: 0, usable: policy.usable, cap: 1000 };
		return callSizes({ policy, summariser, ...sizes }).output;
	};
	expect(room('claude-haiku-4-5')).toBe(rounds.asked.maxTokens);
	expect(room('claude-sonnet-5-5')).toBe(4000);
	expect(fields['asked.maxTokens']?.help).toContain('3,000 more');
});

test('a number that is too small is answered with the least that its field takes', () => {
	const told = (text: string, least: 0 | 1) => readCount(text, { optional: true, least });
	const wrong = (least: 0 | 1) => ({
		status: 'wrong',
		problem: `Enter a whole number, ${String(least)} or more.`
	});
	expect(told('-1', 0)).toEqual(wrong(0));
	expect(told('0', 0)).toEqual({ status: 'read', value: 0 });
	for (const text of ['-1', '0']) expect(told(text, 1)).toEqual(wrong(1));
});
