/** How much each class of characters weighs in each family of tokenizers: fitted numbers, kept as data. */
import { finerNames, slotOf, slots, type ClassName, type FinerName } from '#core/tokens/classes.ts';
import { finerWeights, type PublicFamily } from '#core/tokens/finer-weights.ts';

export type Family =
	PublicFamily | 'ai-claude' | 'qwen2.5' | 'gemini' | 'claude3-4.6' | 'claude4.7-5';

/**
 * Tokens for each count of `classNames`, in that order. Fitted on 42 kinds of text against real tokenizers; those of words,
 * marks, numbers and spaces once more for the public families, together with `finerWeights`.
 */
export const weights: Readonly<Record<Family, readonly number[]>> = {
	o200k: [
		0.865, 0.402, 0, 0.106, 0.182, 0.948, 0.275, 0.61, 1.24, 0.651, 0, 0.566, 0.66, 0.56, 0.946,
		0.186, 0.368, 0.271, 0.365, 0.368, 0.426, 0.74, 2.5, 0.496, 0.75, 2.34, 4.27, 0.94, 0.318, 2.01,
		0.64, 0.56, 1.4, 2.5, 0.54, 0.447, 0.062
	],
	cl100k: [
		0.924, 0.591, 0, 0, 0.159, 0.912, 0.292, 0.639, 0.808, 0.585, 0.009, 0.721, 0.7, 0.57, 1.97,
		0.212, 1.23, 0.449, 1.21, 1.48, 0.98, 1.16, 2.5, 0.822, 1.28, 2.82, 4.88, 0.65, 2.13, 2.98,
		1.68, 2.1, 1.12, 2.5, 1.79, 1.87, 0.059
	],
	claude2: [
		0.9, 0.69, 0.207, 0.134, 0.118, 1.1, 0.356, 0.34, 1.07, 0, 0.017, 0.973, 0.66, 0.57, 2.73,
		0.273, 1.3, 0.494, 1.34, 2.08, 1.79, 1.06, 2.5, 0.822, 1.42, 2.95, 3.92, 0, 1.34, 2.97, 3.04, 1,
		1.89, 2.5, 1.81, 2.74, 0.053
	],
	'ai-claude': [
		0.9117, 0.5828, 0.1672, 0.222, 0.0327, 0.9952, 0.2296, 0.7784, 0.5795, 0.2785, 0.0174, 0.5498,
		0.6634, 0.5381, 3.2355, 0.2761, 1.2985, 0.496, 1.332, 2.075, 1.792, 1.1851, 2.5, 0.9719, 1.418,
		2.8103, 4.2379, 0.3919, 1.3359, 2.9733, 3.0378, 1.0008, 0.6376, 2.5, 1.7953, 2.7323, 0.0343
	],
	llama3: [
		0.908, 0.608, 0, 0, 0.136, 0.997, 0.287, 0.566, 1.23, 0.579, 0, 0.599, 0.7, 0.57, 2.13, 0.292,
		0.58, 0.167, 0.63, 1.47, 0.465, 0.79, 2.5, 0.509, 0.78, 2.81, 4.83, 0.49, 2.13, 2.98, 1.68, 2.1,
		1.06, 2.5, 0.134, 1.33, 0.04
	],
	mistral1: [
		0.86, 0.58, 0, 0.331, 0.203, 1.07, 1.01, 0, 1.29, 0, 0.069, 0.674, 0.78, 0.94, 2.39, 0.351,
		1.21, 0.58, 1.25, 1.25, 1.02, 1.11, 2.5, 0.942, 1.38, 4.9, 5.53, 0, 1.13, 2.57, 1.27, 1.62,
		1.26, 2.5, 0.314, 2.24, 0.135
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

/** Picture joiners have three bytes, so they cannot be the fitted `joiner` of up to nine tokens: the mean of the measured. */
const pictureJoining = 1.05;

const families = Object.keys(weights) as Family[];

const isPublic = (family: Family): family is PublicFamily => Object.hasOwn(finerWeights, family);

function allOf(family: Family): Float64Array {
	const all = new Float64Array(slots);
	all.set(weights[family]);
	if (isPublic(family)) {
		all.set(finerWeights[family], weights[family].length);
		return all;
	}
	for (const [name, parent] of Object.entries(finerNames) as [FinerName, ClassName][])
		all[slotOf(name)] = all[slotOf(parent)] ?? 0;
	all[slotOf('pictureJoiner')] = pictureJoining;
	return all;
}

/** Tokens for each count of a vector, the finer classes too. */
export const allWeights = Object.fromEntries(
	families.map((family) => [family, allOf(family)])
) as Readonly<Record<Family, Float64Array>>;
