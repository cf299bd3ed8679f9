/**
 * By which power of its size the work grows: 1 where twice as much takes twice as long, 2 where everything looks at
 * everything else. Two sizes are compared within one run, by what the processor did and not by the clock, so that
 * neither a slow machine nor a busy one changes it. They are far apart, for some sizes cost more at a stroke: the engine
 * keeps texts of more than 128 KB elsewhere.
 */
const apart = 64;
/** Nothing shorter is compared, µs of the processor: what is shorter is done several times. */
const leastMicros = 5000;
/** What looks too steep is tried on: work that is in proportion was disturbed, and work that is not stays as it is. */
const tries = { least: 3, most: 12 };

/** What a piece of work that takes as much longer as it has more to do stays below, with room for the unsteady. */
export const inProportion = 1.5;

function microsOf(work: () => unknown): number {
	const began = process.cpuUsage();
	for (let times = 1; ; times++) {
		work();
		const { user, system } = process.cpuUsage(began);
		if (user + system >= leastMicros) return (user + system) / times;
	}
}

/** `work` is given how much there is to do: `size`, and a small part of it. */
export function growthOf(work: (size: number) => unknown, size: number): number {
	const part = () => work(Math.ceil(size / apart));
	part();
	const least = { part: Infinity, whole: Infinity };
	const growth = () => Math.log(least.whole / least.part) / Math.log(apart);
	for (let at = 0; at < tries.least || (growth() >= inProportion && at < tries.most); at++) {
		least.part = Math.min(least.part, microsOf(part));
		least.whole = Math.min(
			least.whole,
			microsOf(() => work(size))
		);
	}
	return growth();
}

interface LongText {
	/** Behind all of the pieces. */
	readonly end?: string;
	/** Characters, about. */
	readonly length?: number;
}

/** Of work that reads a text, where all of it is one piece again and again. */
export const growthOfReading = (
	read: (text: string) => unknown,
	piece: string,
	{ end = '', length: most = 200_000 }: LongText = {}
): number => growthOf((length) => read(piece.repeat(Math.ceil(length / piece.length)) + end), most);
