import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyCalibration, calibrate, noCalibration } from '#core/tokens/calibration.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { defaultFamily } from '#core/tokens/family.ts';
import type { Family } from '#core/tokens/weights.ts';

/** Texts with the tokens that real tokenizers make of them, and how far the estimate is off. */

export const countedFamilies = ['o200k', 'cl100k', 'claude2', 'llama3'] as const satisfies Family[];

interface WeighedText {
	readonly script: string;
	readonly text: string;
	readonly counts: Readonly<Record<(typeof countedFamilies)[number], number>>;
}

/** Shares of the truth, mean of the absolute values over texts and families. */
export interface ScriptError {
	readonly script: string;
	/** The family of the model is known. */
	readonly known: number;
	/** It is not, and nothing has been reported. */
	readonly before: number;
	/** It is not, and five prompts of another text in this script have been reported; null: there is no other. */
	readonly after: number | null;
}

export const weighedTexts = (): readonly WeighedText[] =>
	readFileSync(join(import.meta.dirname, '../../fixtures/weighed-texts.jsonl'), 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as WeighedText);

const off = (estimated: number, truth: number): number => Math.abs(estimated - truth) / truth;
const mean = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Prompts that were reported before a text is weighed. */
const reports = 5;

export function errorsByScript(): readonly ScriptError[] {
	const texts = weighedTexts();
	return [...new Set(texts.map(({ script }) => script))].map((script) => {
		const own = texts.filter((one) => one.script === script);
		const pairs = own.flatMap((one) => countedFamilies.map((family) => ({ one, family })));
		return {
			script,
			known: mean(
				pairs.map(({ one, family }) => off(estimateTokens(one.text, family), one.counts[family]))
			),
			before: mean(
				pairs.map(({ one, family }) =>
					off(estimateTokens(one.text, defaultFamily), one.counts[family])
				)
			),
			after:
				own.length < 2 ? null : mean(pairs.map(({ one, family }) => afterReports(own, one, family)))
		};
	});
}

/** The reported prompts hold another text of the script, more of it each time. */
function afterReports(
	own: readonly WeighedText[],
	one: WeighedText,
	family: (typeof countedFamilies)[number]
): number {
	const other = own.find((text) => text !== one) ?? one;
	let calibration = noCalibration;
	for (let count = 1; count <= reports; count++)
		calibration = calibrate(calibration, {
			estimated: estimateTokens(other.text, defaultFamily) * count,
			reported: other.counts[family] * count
		});
	const estimated = applyCalibration(estimateTokens(one.text, defaultFamily), calibration);
	return off(estimated, one.counts[family]);
}
