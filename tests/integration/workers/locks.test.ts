import { expect, test } from 'vitest';
import { locksOfTabs, locksOfThisTab } from '#worker/locks.ts';
import { eventually } from '../../support/eventually.ts';

/** One writer at a time, where the browser itself keeps no locks. */

const done = <T>(value: T) => ({ status: 'done' as const, value });
const busy = { status: 'busy' };

function gate() {
	let open = (): void => undefined;
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open, opened };
}

test('who does not wait is told that somebody writes; under another name one writes at once', async () => {
	const locks = locksOfThisTab();
	const { open, opened } = gate();
	const first = locks.hold('a', () => opened);
	expect(await locks.isHeld('a')).toBe(true);
	expect(await locks.hold('a', () => Promise.resolve(2))).toEqual(busy);
	expect(await locks.hold('b', () => Promise.resolve(3))).toEqual(done(3));
	open();
	expect(await first).toEqual(done(undefined));
	expect(await locks.isHeld('a')).toBe(false);
});

test('who waits comes in turn, also behind one that failed', async () => {
	const locks = locksOfThisTab();
	const { open, opened } = gate();
	const order: number[] = [];
	const write = async (turn: number) => {
		order.push(turn);
		if (turn === 1) {
			await opened;
			throw new Error('broken');
		}
	};
	const holds = [1, 2, 3].map((turn) => locks.hold('a', () => write(turn), { wait: true }));
	const first = expect(holds[0]).rejects.toThrow('broken');
	open();
	await first;
	expect(await Promise.all(holds.slice(1))).toEqual([done(undefined), done(undefined)]);
	expect(order).toEqual([1, 2, 3]);
	expect(await locks.isHeld('a')).toBe(false);
});

test('a wait can be left: nothing is written for it, and who stands behind keeps the place', async () => {
	const locks = locksOfThisTab();
	const { open, opened } = gate();
	const order: string[] = [];
	const write = (who: string) => () => {
		order.push(who);
		return who === 'first' ? opened : Promise.resolve();
	};
	const leaving = new AbortController();
	const first = locks.hold('a', write('first'));
	const second = locks.hold('a', write('second'), { wait: true, signal: leaving.signal });
	const third = locks.hold('a', write('third'), { wait: true });
	leaving.abort();
	expect(await second).toEqual(busy);
	expect(order).toEqual(['first']);
	open();
	expect(await Promise.all([first, third])).toEqual([done(undefined), done(undefined)]);
	expect(order).toEqual(['first', 'third']);
});

test('one is held until the last of those who came has written, or has left', async () => {
	const locks = locksOfThisTab();
	const [one, two] = [gate(), gate()];
	const first = locks.hold('a', () => one.opened);
	const second = locks.hold('a', () => two.opened, { wait: true });
	const leaving = new AbortController();
	const third = locks.hold('a', () => Promise.resolve(), { wait: true, signal: leaving.signal });
	leaving.abort();
	expect(await third).toEqual(busy);
	one.open();
	await first;
	expect(await locks.isHeld('a')).toBe(true);
	expect(await locks.hold('a', () => Promise.resolve())).toEqual(busy);
	two.open();
	await second;
	await eventually(async () => expect(await locks.isHeld('a')).toBe(false));
	expect(await locks.hold('a', () => Promise.resolve('free'))).toEqual(done('free'));
});

test.each(['at once', 'behind another'])(
	'who has begun to write, %s, is not stopped by the signal it waited with',
	async (when) => {
		const locks = locksOfThisTab();
		const first = when === 'behind another' && locks.hold('a', () => Promise.resolve());
		const leaving = new AbortController();
		const write = () => {
			leaving.abort();
			return Promise.resolve('written');
		};
		expect(await locks.hold('a', write, { wait: true, signal: leaving.signal })).toEqual(
			done('written')
		);
		await first;
	}
);

test('what was begun is waited for where the lock is taken by force, and comes to what it comes to', async () => {
	/** As browsers do it: the request is refused at once, and nobody stops what was begun under it. */
	const stolen = {
		request: (_name: string, _how: unknown, granted: (lock: object) => Promise<unknown>) => {
			void granted({}).catch(() => undefined);
			return Promise.reject(new DOMException('Lock broken', 'AbortError'));
		}
	} as unknown as LockManager;
	const { open, opened } = gate();
	const hold = (work: () => Promise<unknown>) => locksOfTabs(stolen).hold('a', work);
	const held = hold(async () => {
		await opened;
		return 'written';
	});
	const broken = expect(hold(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
	open();
	expect(await held).toEqual(done('written'));
	await broken;
});
