import type { Progress } from '#core/progress.ts';
import type { Clock } from '#flows/ports.ts';

/** How far reading has come, told ten times a second at most: counts the bytes that are handed over. */
export function toldBytes(
	clock: Pick<Clock, 'now'>,
	size: number,
	onProgress: (progress: Progress) => void
): (more: number) => void {
	let bytes = 0;
	let told = 0;
	return (more) => {
		bytes += more;
		const now = clock.now();
		if (now - told < 100) return;
		told = now;
		onProgress({ done: Math.min(bytes, size), of: size });
	};
}
