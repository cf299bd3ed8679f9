/** Waiting until the browsers of this process have nothing left to do behind the screen. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

interface Running {
	readonly parent: number;
	/** Processor time since it began, in hundredths of a second. */
	readonly used: number;
}

export function running(): Map<number, Running> {
	const all = new Map<number, Running>();
	for (const name of readdirSync('/proc')) {
		if (!/^\d+$/.test(name)) continue;
		try {
			const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
			// The name of the program stands in brackets and may hold spaces.
			const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			all.set(Number(name), {
				parent: Number(fields[1]),
				used: Number(fields[11]) + Number(fields[12])
			});
		} catch {
			// It has ended meanwhile.
		}
	}
	return all;
}

/** Processor time of all that this process has begun, seconds. */
function usedBelow(): number {
	const all = running();
	const isBelow = (id: number): boolean => {
		const parent = all.get(id)?.parent;
		return parent !== undefined && (parent === process.pid || isBelow(parent));
	};
	let used = 0;
	for (const [id, one] of all) if (isBelow(id)) used += one.used;
	return used / 100;
}

/** Resolves when less than a twentieth of a processor was used for five seconds; the seconds that took. */
export async function untilAtRest(limitSeconds = 900): Promise<number> {
	const began = Date.now();
	let calm = 0;
	let before = usedBelow();
	while (calm < 5) {
		if (Date.now() - began > limitSeconds * 1000)
			throw new Error(`The browser was still busy after ${String(limitSeconds)} s`);
		await wait(1000);
		const used = usedBelow();
		calm = used - before < 0.05 ? calm + 1 : 0;
		before = used;
	}
	return (Date.now() - began) / 1000 - 5;
}
