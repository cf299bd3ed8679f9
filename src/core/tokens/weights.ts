/** How much each class of characters weighs in each family of tokenizers: fitted numbers, kept as data. */
import { finerNames, slotOf, slots, type ClassName, type FinerName } from './classes.ts';

export type Family =
	| 'o200k'
	| 'cl100k'
	| 'claude2'
	| 'ai-claude'
	| 'llama3'
	| 'mistral1'
	| 'qwen2.5'
	| 'gemini'
	| 'claude3-4.6'
	| 'claude4.7-5';

/** Tokens for each count of `classNames`, in that order. Fitted on 42 kinds of text against real tokenizers. */
export const weights: Readonly<Record<Family, readonly number[]>> = {
	o200k: [
		0.7489, 0.4253, 0, 0.1525, 0.1689, 0.5707, 0.2238, 1.0782, 0.253, 1.5268, 0, 0.4805, 0.6469,
		0.5299, 1.0546, 0.1858, 0.368, 0.2711, 0.3655, 0.3681, 0.426, 0.7429, 2.5, 0.7458, 0.7469,
		2.343, 4.2655, 0.9389, 0.3182, 2.0083, 0.6398, 0.5572, 0.3142, 2.5, 0.5407, 0.4472, 0.1592
	],
	cl100k: [
		0.7769, 0.5036, 0, 0.159, 0.1402, 0.5496, 0.2287, 1.1125, 0.0972, 1.425, 0.0089, 0.5504, 0.6699,
		0.5283, 2.3293, 0.2117, 1.2318, 0.4489, 1.2147, 1.4783, 0.9823, 1.1622, 2.5, 1.0251, 1.2788,
		2.8181, 4.8768, 0.6476, 2.1274, 2.978, 1.6819, 2.1037, 0.2852, 2.5, 1.7862, 1.8727, 0.1729
	],
	claude2: [
		0.8934, 0.6353, 0.1765, 0.2281, 0.0334, 0.9893, 0.2289, 0.7881, 0.5372, 0.3261, 0.017, 0.5662,
		0.6633, 0.5381, 2.904, 0.2733, 1.2992, 0.4941, 1.3358, 2.0767, 1.794, 1.0589, 2.5, 1.0072,
		1.4181, 2.8101, 3.9219, 0, 1.3363, 2.9738, 3.0381, 0.9971, 0.617, 2.5, 1.8128, 2.7401, 0.0449
	],
	'ai-claude': [
		0.9117, 0.5828, 0.1672, 0.222, 0.0327, 0.9952, 0.2296, 0.7784, 0.5795, 0.2785, 0.0174, 0.5498,
		0.6634, 0.5381, 3.2355, 0.2761, 1.2985, 0.496, 1.332, 2.075, 1.792, 1.1851, 2.5, 0.9719, 1.418,
		2.8103, 4.2379, 0.3919, 1.3359, 2.9733, 3.0378, 1.0008, 0.6376, 2.5, 1.7953, 2.7323, 0.0343
	],
	llama3: [
		0.7558, 0.667, 0, 0.1784, 0.1632, 0.5483, 0.2067, 1.1303, 0.1863, 1.55, 0, 0.5125, 0.6684,
		0.5281, 1.4316, 0.2916, 0.577, 0.1673, 0.6342, 1.4739, 0.4651, 0.7928, 2.5, 0.6637, 0.7791,
		2.8101, 4.8322, 0.49, 2.1263, 2.977, 1.6813, 2.1034, 0.3005, 2.5, 0.134, 1.326, 0.1489
	],
	mistral1: [
		0.86, 0.5585, 0.084, 0.2481, 0.0822, 1.043, 0.9559, 0.2788, 0.8684, 0.6036, 0.0693, 0.9675,
		0.7553, 0.9524, 2.9626, 0.3509, 1.2056, 0.5785, 1.247, 1.2522, 1.0184, 1.1123, 2.5, 1.1006,
		1.3755, 4.2042, 5.5256, 0, 1.1295, 2.5726, 1.2658, 1.6184, 0.6286, 2.5, 0.3139, 2.2355, 0.1354
	],
	'qwen2.5': [
		0.6686, 0.8274, 0, 0.2349, 0.1569, 0.5519, 0.8451, 0.8056, 0.1935, 1.4417, 0.0041, 0.506,
		0.6849, 0.9417, 0.4785, 0.2422, 0.6331, 0.0827, 1.1293, 1.2118, 0.5605, 0.6261, 2.5, 0.6906,
		0.8453, 1.666, 6.4295, 0, 1.1295, 1.1222, 1.2587, 1.6316, 0.2078, 2.5, 0.6482, 1.655, 0.2082
	],
	gemini: [
		0.9029, 0.3406, 0.0167, 0.1007, 0.0666, 1.0205, 1.0233, 0.0841, 0.7976, 0.9256, 0.0264, 0.3955,
		0.6432, 0.9415, 0.9967, 0.1439, 0.4865, 0.2499, 0.4311, 0.542, 0.3896, 0.6372, 2.5, 0.4377,
		0.8181, 1.3618, 2.9598, 0.0646, 0.7437, 1.0042, 1.019, 0.8672, 0.537, 2.5, 0.6864, 0.7044, 0.041
	],
	'claude3-4.6': [
		0.8169, 0.6768, 0.1426, 0.3306, 0.0848, 1.0542, 0.2444, 0.8014, 0.6938, 1.1854, 0.025, 0.3993,
		0.8317, 0.5373, 1.687, 0.3737, 0.7337, 0.4393, 0.8443, 0.943, 0.8768, 1.1332, 2.5, 0.7796,
		1.3298, 3.1272, 7.9061, 0, 0.7386, 1.5662, 1.1158, 1.1527, 0.6819, 2.5, 0.1713, 1.5792, 0.1156
	],
	'claude4.7-5': [
		0.9625, 0.7602, 0.1654, 1.1958, 0.2497, 0.8676, 0.241, 0.8233, 0.7491, 1.5756, 0, 0.3336,
		0.9361, 0.5618, 1.5331, 0.3567, 0.7481, 0.439, 0.8453, 0.9403, 0.875, 1.1354, 2.5, 0.7797,
		1.3412, 3.121, 9.2759, 0, 0.7387, 1.5656, 1.1154, 1.1536, 0.6445, 2.5, 0.2751, 1.5888, 0.4739
	]
};

/** Whether a word names a family that has weights. */
export const isFamily = (name: string): name is Family => Object.hasOwn(weights, name);

/**
 * Picture joiners have three bytes, so they cannot be the fitted `joiner` of up to nine tokens. Measured on 108 pictures
 * with signs between and behind them, for the five families whose tokenizers are public; the others get the mean.
 */
const joining: Readonly<Partial<Record<Family, number>>> = {
	o200k: 0.97,
	cl100k: 1.33,
	claude2: 1.27,
	llama3: 0.9,
	mistral1: 0.75
};
const joiningElsewhere = 1.05;

type FinerScript = Exclude<FinerName, 'pictureJoiner'>;

/**
 * Weights of the finer classes of letters where a public tokenizer could be asked, fitted on everyday sentences of our own in each
 * script. The other families weigh them as the class they were taken from.
 */
const finer: Readonly<Partial<Record<Family, Readonly<Record<FinerScript, number>>>>> = {
	o200k: {
		greek: 0.417,
		hebrew: 0.451,
		armenian: 0.376,
		gurmukhi: 0.586,
		gujarati: 0.4,
		telugu: 0.436,
		kannada: 0.397,
		malayalam: 0.311,
		sinhala: 0.636,
		lao: 1.921,
		vietnamese: 0
	},
	cl100k: {
		greek: 1.028,
		hebrew: 1.182,
		armenian: 2.192,
		gurmukhi: 2.021,
		gujarati: 2.008,
		telugu: 2.014,
		kannada: 2.008,
		malayalam: 1.8,
		sinhala: 2.163,
		lao: 2.205,
		vietnamese: 0.578
	},
	claude2: {
		greek: 1.309,
		hebrew: 1.061,
		armenian: 2.221,
		gurmukhi: 3.258,
		gujarati: 3.218,
		telugu: 2.396,
		kannada: 2.414,
		malayalam: 2.417,
		sinhala: 1.917,
		lao: 3.094,
		vietnamese: 1.598
	},
	llama3: {
		greek: 0.46,
		hebrew: 1.182,
		armenian: 1.912,
		gurmukhi: 2.011,
		gujarati: 2.007,
		telugu: 2.014,
		kannada: 2.007,
		malayalam: 1.799,
		sinhala: 2.157,
		lao: 2.055,
		vietnamese: 0
	}
};

const families = Object.keys(weights) as Family[];

function allOf(family: Family): Float64Array {
	const all = new Float64Array(slots);
	all.set(weights[family]);
	for (const [name, parent] of Object.entries(finerNames) as [FinerName, ClassName][])
		all[slotOf(name)] =
			name === 'pictureJoiner'
				? (joining[family] ?? joiningElsewhere)
				: (finer[family]?.[name] ?? all[slotOf(parent)] ?? 0);
	return all;
}

/** Tokens for each count of a vector, the finer classes too. */
export const allWeights = Object.fromEntries(
	families.map((family) => [family, allOf(family)])
) as Readonly<Record<Family, Float64Array>>;
