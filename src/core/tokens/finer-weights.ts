/** How much the finer counts weigh in the families whose tokenizers are public: fitted numbers, kept as data. */

export type PublicFamily = 'o200k' | 'cl100k' | 'claude2' | 'llama3' | 'mistral1';

/**
 * Tokens for each count of `finerNames`, in that order. Fitted in November 2026 on texts in 36 languages, 17 kinds of code,
 * tables, logs, chat and data; how, and how well on other texts, in docs/benchmarks-tokens.md.
 */
export const finerWeights: Readonly<Record<PublicFamily, readonly number[]>> = {
	o200k: [
		0.423, 0.447, 0.327, 0.62, 0.4, 0.456, 0.411, 0.361, 0.61, 1.92, 0.179, 0.97, 1.43, 0.72, 0.81,
		0.2, 0.54, 0.95, 0.6, 0, 1.95, 0.039, 0.445, 0
	],
	cl100k: [
		1.04, 1.18, 2.17, 2.02, 2.01, 2.01, 2.01, 1.8, 2.16, 2.21, 0.87, 1.33, 2.2, 1.5, 0.85, 0.243,
		0.66, 1.09, 0.58, 0, 2.1, 0.015, 0.444, 0
	],
	claude2: [
		1.31, 1.06, 2.18, 3.25, 3.22, 2.4, 2.4, 2.41, 1.89, 3.09, 1.86, 1.27, 2.67, 1.64, 0.91, 0.198,
		0.99, 1.15, 0.85, 0, 1.24, 0.075, 0.96, 0.335
	],
	llama3: [
		0.452, 1.18, 1.9, 2.01, 2.01, 2.01, 2.01, 1.8, 2.15, 2.06, 0.142, 0.9, 1.52, 0.069, 0.87, 0.167,
		1.26, 0.92, 0.56, 0, 2.11, 0.034, 0.417, 0
	],
	mistral1: [
		1.17, 1.19, 1.21, 1.7, 2.48, 1.84, 1.48, 1.7, 1.84, 2.83, 2.49, 0.75, 2.02, 1.58, 0.84, 0.262,
		0.87, 0.382, 0.75, 0, 1.21, 0.149, 1.09, 0.497
	]
};
