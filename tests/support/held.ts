import { vi } from 'vitest';

/** A job that ends when it is told to. */
export function held<T>(outcome: T) {
	let end: () => void = () => undefined;
	const ended = new Promise<T>((resolve) => {
		end = () => resolve(outcome);
	});
	return { job: vi.fn(() => ended), end: () => end() };
}
