/**
 * Runs one piece of work at a time, in the order it came. What fails is told to whoever asked for it, and keeps nobody
 * from coming next.
 */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function inTurn(): InTurn {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const done = last.then(work);
		last = done.catch(() => undefined);
		return done;
	};
}
