import { expect, it } from 'vitest';
import { judgeSecrecy } from '#core/provenance/off-record.ts';

const isSecret = judgeSecrecy(
	['I got the diagnosis: asthma. The gate opens with 4711.'],
	['I walk by the river every evening']
);

it('#189 a line is off the record where at least half of what nobody said elsewhere was said off it', () => {
	expect(isSecret('User has asthma')).toBe(true);
	// One word of two, and one of three.
	expect(isSecret('Asthma inhaler')).toBe(true);
	expect(isSecret('Asthma inhaler prescription')).toBe(false);
	expect(isSecret('Walks by the river every evening')).toBe(false);
});

it('#189 words that were said on the record too do not make a line less secret', () => {
	expect(isSecret('Walks by the river every evening with asthma')).toBe(true);
});

it('#189 a number that was said off the record is enough', () => {
	expect(isSecret('The cellar door, the shed and the garage open with 4711')).toBe(true);
	expect(isSecret('The cellar door, the shed and the garage open with 4712')).toBe(false);
});
