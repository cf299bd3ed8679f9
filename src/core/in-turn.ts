/**
 * Runs one piece of work at a time, in the order it came. What fails is told to whoever asked for it, and keeps nobody
 * from coming next. It is in core, where nothing else waits, because rooms that share no other use it: the keys, the
 * search, and the page on its side of the telephone.
 */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function inTurn(): InTurn {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const done = last.then(work);
		last = done.catch(() => undefined);
		return done;
	};
}
