/** Sums over measured values. */

/** The value at this share of the sorted list (0–1); 0 of an empty one. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const sum = (values: readonly number[]): number =>
	values.reduce((total, value) => total + value, 0);
