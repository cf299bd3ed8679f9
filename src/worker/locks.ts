import type { Locks } from '#flows/ports.ts';
import { settledOrStop } from '#flows/ports/waiting.ts';

/** Who may write: one at a time under each name. */

/** One writer over all tabs of this origin. */
export const locksOfTabs = (manager: LockManager): Locks => ({
	reach: 'every-tab',
	async hold(name, work, how) {
		const own: { begun: ReturnType<typeof work> | null } = { begun: null };
		// A wait can be left; `ifAvailable` does not go with a signal.
		const asked = how?.wait ? (how.signal ? { signal: how.signal } : {}) : { ifAvailable: true };
		try {
			return await manager.request(`keepsake:${name}`, asked, async (lock) => {
				if (!lock) return { status: 'busy' as const };
				own.begun = work();
				return { status: 'done' as const, value: await own.begun };
			});
		} catch (error) {
			// Where the lock was taken by force this is told at once, and what was begun goes on: it ends as it would have ended.
			if (own.begun) return { status: 'done', value: await own.begun };
			if (!how?.signal?.aborted) throw error;
			return { status: 'busy' };
		}
	},
	isHeld: async (name) =>
		(await manager.query()).held?.some((lock) => lock.name === `keepsake:${name}`) ?? false
});

/** One writer in this tab, where the browser has no locks (old ones, and pages without https). */
export function locksOfThisTab(): Locks {
	const held = new Map<string, Promise<unknown>>();
	return {
		reach: 'this-tab',
		async hold(name, work, how) {
			const before = held.get(name);
			if (before && !how?.wait) return { status: 'busy' };
			const signal = how?.signal;
			const own = { begun: false };
			const mine = (before ?? Promise.resolve()).then(async () => {
				if (before && signal?.aborted) return { status: 'busy' } as const;
				own.begun = true;
				return { status: 'done', value: await work() } as const;
			});
			const settled = mine.catch(() => undefined);
			const free = () => {
				if (held.get(name) === settled) held.delete(name);
			};
			held.set(name, settled);
			if (before && signal) await settledOrStop(before, signal);
			if (before && signal?.aborted && !own.begun) {
				void settled.then(free);
				return { status: 'busy' };
			}
			try {
				return await mine;
			} finally {
				free();
			}
		},
		isHeld: (name) => Promise.resolve(held.has(name))
	};
}
