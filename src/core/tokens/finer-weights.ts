/** How much the finer counts weigh in the families whose tokenizers are public: fitted numbers, kept as data. */

export type PublicFamily = 'o200k' | 'cl100k' | 'claude2' | 'llama3' | 'mistral1';

/**
 * Tokens for each count of `finerNames`, in that order. Fitted in November 2026 on texts in many languages, 20 kinds of code,
 * tables, logs, chat and data; how, and how well on other texts, in docs/benchmarks/tokens.md.
 */
export const finerWeights: Readonly<Record<PublicFamily, readonly number[]>> = {
	o200k: [
		0.423, 0.447, 0.327, 0.62, 0.4, 0.456, 0.411, 0.361, 0.61, 1.92, 0.179, 0.97, 1.09, 0.746, 1.02,
		0.211, 0.329, 1.02, 0.834, 0, 1.54, 0.055, 0.741, 0.089, 0, 0.119, 0, 0.262, 1.2, 0.057, 2.34
	],
	cl100k: [
		1.04, 1.18, 2.17, 2.02, 2.01, 2.01, 2.01, 1.8, 2.16, 2.21, 0.87, 1.33, 1.31, 1.19, 1.05, 0.415,
		0.315, 1.25, 0.663, 0, 1.49, 0.034, 0.742, 0.051, 0, 0.11, 0, 0.205, 1.51, 0.171, 2.82
	],
	claude2: [
		1.31, 1.06, 2.18, 3.25, 3.22, 2.4, 2.4, 2.41, 1.89, 3.09, 1.86, 1.27, 1.71, 1.29, 1.23, 0.424,
		0.388, 1.22, 0.842, 0, 0.378, 0.064, 0.725, 0.689, 0.068, 0, 0.574, 0.967, 1.5, 0.078, 2.95
	],
	llama3: [
		0.452, 1.18, 1.9, 2.01, 2.01, 2.01, 2.01, 1.8, 2.15, 2.06, 0.142, 0.9, 0.715, 0, 1.36, 0.18,
		0.863, 0.941, 0.733, 0, 1.55, 0.047, 0.779, 0.091, 0, 0.123, 0, 0.243, 1.02, 0.17, 2.81
	],
	mistral1: [
		1.17, 1.19, 1.21, 1.7, 2.48, 1.84, 1.48, 1.7, 1.84, 2.83, 2.49, 0.75, 0.792, 1.21, 1.21, 0.49,
		0.265, 0.26, 0.725, 0, 1.07, 0.05, 0.915, 1.1, 0.652, 0.929, 0.715, 1.27, 1.45, 0.539, 2.7
	]
};
