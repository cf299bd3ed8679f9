import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	applyCalibration,
	calibrate,
	noCalibration,
	readCalibration,
	wholePrompt,
	type Calibration
} from '#core/tokens/calibration.ts';

const after = (ratios: readonly number[], from: Calibration = noCalibration): Calibration =>
	ratios.reduce(
		(calibration, ratio) => calibrate(calibration, { estimated: 1000, reported: 1000 * ratio }),
		from
	);

describe('calibration by what providers report (INV-26)', () => {
	it('#12 changes nothing before the first report', () => {
		expect(applyCalibration(1234, noCalibration)).toBe(1234);
	});

	it('#12 is within 3 % after five reports', () => {
		expect(after([1.31, 1.29, 1.3, 1.32, 1.28]).ratio).toBeCloseTo(1.3, 1);
		expect(Math.abs(after([1.31, 1.29, 1.3, 1.32, 1.28]).ratio / 1.3 - 1)).toBeLessThan(0.03);
	});

	it('is within 3 % again five reports after the language has changed', () => {
		const english = after(Array<number>(30).fill(1.05));
		const chinese = after([1.6, 1.61, 1.59, 1.6, 1.6], english);
		expect(Math.abs(chinese.ratio / 1.6 - 1)).toBeLessThan(0.03);
	});

	it('is deaf to one odd report', () => {
		expect(Math.abs(after([1.2, 1.21, 1.19, 2.9, 1.2]).ratio / 1.2 - 1)).toBeLessThan(0.03);
	});

	it('learns nothing of a report without a measure', () => {
		const calibration = after([1.2]);
		for (const none of [0, -5, NaN, Infinity]) {
			expect(calibrate(calibration, { estimated: 1000, reported: none })).toBe(calibration);
			expect(calibrate(calibration, { estimated: none, reported: 1000 })).toBe(calibration);
		}
	});

	it('believes newer and larger reports more, and of two far apart the lower', () => {
		expect(after([1, 1.2]).ratio).toBeGreaterThan(after([1.2, 1]).ratio);
		const large = calibrate(noCalibration, { estimated: 4000, reported: 4000 });
		const small = after([1.2], large).ratio;
		expect(small).toBeLessThan(calibrate(large, { estimated: 4000, reported: 4800 }).ratio);
		expect(after([1, 1.5]).ratio).toBe(1);
	});

	it('believes the last of prompts that grew, for it holds those before, and no other so much', () => {
		const grown = [1, 1, 1.2, 1.2].reduce((calibration, ratio, at) => {
			const estimated = 1000 * 2 ** at;
			return calibrate(calibration, { estimated, reported: estimated * ratio });
		}, noCalibration);
		expect(Math.abs(grown.ratio / 1.2 - 1)).toBeLessThan(0.03);
		expect(after([1, 1, 1, 1.2]).ratio).toBeLessThan(1.1);
	});

	it('gives whole tokens, rounded up', () => {
		expect(applyCalibration(1001, after([1.1]))).toBe(1102);
	});

	it('stays between a half and three times, and finite, whatever is reported', () => {
		fc.assert(
			fc.property(
				fc.array(fc.record({ estimated: fc.double(), reported: fc.double() }), { maxLength: 20 }),
				(reports) => {
					const { ratio } = reports.reduce(calibrate, noCalibration);
					return ratio >= 0.5 && ratio <= 3;
				}
			)
		);
	});

	describe('a whole prompt', () => {
		// Our own parts weigh 0.9 of what is estimated, what is said 0.75.
		const session = [3000, 5000, 9000, 17_000, 25_000, 33_000, 41_000, 49_000, 57_000].reduce(
			(calibration, estimated) =>
				calibrate(calibration, { estimated, reported: 2700 + (estimated - 3000) * 0.75 }),
			noCalibration
		);

		it('is true right after a compaction, when most of it is what was sent at the beginning', () => {
			const parts = applyCalibration(4000, session);
			expect(parts / (2700 + 750)).toBeLessThan(0.89);
			expect(Math.abs(wholePrompt(parts, session) / (2700 + 750) - 1)).toBeLessThan(0.01);
		});

		it('that is smaller than the smallest one reported weighs in full as that one did', () => {
			const parts = applyCalibration(1000, session);
			expect(Math.abs(wholePrompt(parts, session) - 900)).toBeLessThanOrEqual(2);
		});

		it('weighs no more than three times what is estimated', () => {
			const most = after([3.5, 3.5]);
			expect(wholePrompt(applyCalibration(1000, most), most)).toBe(3000);
		});

		it('changes little in a long one', () => {
			const parts = applyCalibration(60_000, session);
			expect(Math.abs(wholePrompt(parts, session) / (2700 + 57_000 * 0.75) - 1)).toBeLessThan(0.03);
		});

		it('is the sum of its parts before the first report, and where the smallest report was odd', () => {
			expect(wholePrompt(1234, noCalibration)).toBe(1234);
			const odd = after(
				[1.2, 1.21, 1.19],
				calibrate(noCalibration, { estimated: 900, reported: 90 })
			);
			expect(wholePrompt(1234, odd)).toBe(1234);
		});

		it('is known again out of storage, also of a row from before', () => {
			expect(readCalibration(structuredClone(session)).least).toEqual({
				estimated: 3000,
				reported: 2700
			});
			const { ratio, reports } = session;
			expect(readCalibration({ ratio, reports }).least).toEqual(reports[0]);
		});
	});

	it('comes back from storage as it was, and what is no calibration counts as none', () => {
		const calibration = after([1.1, 1.2, 1.3]);
		expect(readCalibration(structuredClone(calibration))).toEqual(calibration);
		for (const stored of [null, undefined, 7, 'x', {}, { reports: [{}, null, { estimated: 'a' }] }])
			expect(readCalibration(stored)).toEqual(noCalibration);
	});
});
