import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all that nobody holds, and lets those who want to hear of it hear of it. */
export async function collectGarbage(): Promise<void> {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	for (let round = 0; round < 3; round++) {
		collect();
		await wait(20);
	}
}
