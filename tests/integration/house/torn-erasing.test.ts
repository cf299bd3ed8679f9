import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import type { Erasable } from '#core/erased.ts';
import { eraseEverything } from '#flows/house/erase-everything.ts';
import { anApp } from '../../support/apps/an-app.ts';

/** Erasing in which the browser refuses any step, or never answers it: what stays is named, all else is gone, and done again nothing stays. */

type How = 'refused' | 'unanswered';

/** A browser with something in each place; the step that is broken fails. */
async function aBrowser() {
	// One at a time.
	vi.restoreAllMocks();
	const app = await anApp();
	const { name } = app.db;
	await app.scratch.open();
	const steps = new Set<string>();
	let broken: readonly string[] = [];
	let as: How = 'refused';
	const isBroken = (step: string, how: How) => as === how && broken.includes(step);
	const at = (step: string) => {
		steps.add(step);
		if (isBroken(step, 'refused')) throw new DOMException('no', 'UnknownError');
	};
	const asked = async <T>(step: string, work: () => T | Promise<T>): Promise<T> => {
		at(step);
		return isBroken(step, 'unanswered') ? new Promise<never>(() => undefined) : work();
	};
	for (const beside of ['keys', 'index', 'restore', 'copy', 'start']) {
		const db = new Dexie(`${name}-${beside}`);
		db.version(1).stores({ rows: '++' });
		await db.table('rows').add('a word');
		db.close();
	}
	const files = new Set(['copies', 'other']);
	const kept = new Set(['keepsake-1']);
	const workers = new Set(['one']);
	const removing = (from: Set<string>, what: string) => (one: string) =>
		asked(`${what} ${one}`, () => from.delete(one));
	const root = {
		keys: async function* () {
			yield* await asked('files listed', () => [...files]);
		},
		removeEntry: removing(files, 'files')
	};
	vi.stubGlobal('navigator', {
		storage: { getDirectory: () => asked('files opened', () => root) },
		serviceWorker: {
			getRegistrations: () =>
				asked('worker listed', () =>
					[...workers].map((one) => ({ unregister: () => removing(workers, 'worker')(one) }))
				)
		}
	});
	vi.stubGlobal('caches', {
		keys: () => asked('cache listed', () => [...kept]),
		delete: removing(kept, 'cache')
	});
	const notes = ['localStorage', 'sessionStorage'].map((what) => {
		const here = new Set(['words']);
		vi.stubGlobal(what, {
			clear: () => {
				at(`notes ${what}`);
				here.clear();
			}
		});
		return here;
	});
	const drop = indexedDB.deleteDatabase.bind(indexedDB);
	vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((database) => {
		const step = `database${database.replace(name, '')}`;
		steps.add(step);
		if (!broken.includes(step)) return drop(database);
		const request = { error: new DOMException('no', 'UnknownError') } as IDBOpenDBRequest;
		if (isBroken(step, 'refused'))
			setTimeout(() => {
				request.onerror?.({ target: request } as unknown as Event);
			});
		return request;
	});
	const here = async () => ({
		files: [...files],
		kept: [...kept],
		workers: [...workers],
		notes: notes.flatMap((one) => [...one]),
		databases: (await Dexie.getDatabaseNames()).filter((one) => one.startsWith(name))
	});
	return {
		app,
		steps,
		here,
		/** How these steps end; all others end well. */
		end: (how: How, ...of: readonly string[]) => {
			broken = of;
			as = how;
		}
	};
}

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** What a person knows of what a step removes. */
const named: Readonly<Record<string, Erasable>> = {
	files: 'copies',
	cache: 'app',
	worker: 'app',
	notes: 'unsent',
	database: 'sessions',
	'database-keys': 'key',
	'database-scratch': 'unsent',
	'database-index': 'index',
	'database-restore': 'copies',
	'database-copy': 'copies',
	'database-start': 'app'
};
const nothing = { files: [], kept: [], workers: [], notes: [], databases: [] };

test('each step', async () => {
	const unbroken = await aBrowser();
	expect(await eraseEverything(unbroken.app)).toEqual({ status: 'erased' });
	expect(await unbroken.here()).toEqual(nothing);
	expect(unbroken.steps.size).toBe(17);
	for (const step of unbroken.steps) {
		const { app, here, end } = await aBrowser();
		end('refused', step);
		const left = named[step.split(' ')[0] ?? ''];
		expect([step, await eraseEverything(app)]).toEqual([step, { status: 'left', left: [left] }]);
		const rest = Object.values(await here()).flat().length;
		// Where not even a list is to be had, all that is in it stays.
		const stays = /^files (opened|listed)/.test(step) ? 2 : 1;
		expect([step, rest]).toEqual([step, stays]);
		end('refused');
		expect(await eraseEverything(app)).toEqual({ status: 'erased' });
		expect(await here()).toEqual(nothing);
	}
});

test('steps that nobody answers', async () => {
	const { app, here, end } = await aBrowser();
	const steps = ['files copies', 'worker one', 'database-keys'];
	end('unanswered', ...steps);
	const outcome = await eraseEverything(app, { patience: 2000 });
	expect(outcome).toEqual({ status: 'left', left: ['copies', 'app', 'key'] });
	const left = { files: ['copies'], workers: ['one'], databases: [`${app.db.name}-keys`] };
	expect(await here()).toEqual({ ...nothing, ...left });
	end('refused');
	expect(await eraseEverything(app)).toEqual({ status: 'erased' });
	expect(await here()).toEqual(nothing);
});

test('where the site may have no files of its own there are none to erase', async () => {
	const { app } = await aBrowser();
	const refused = () => Promise.reject(new DOMException('not here', 'SecurityError'));
	vi.stubGlobal('navigator', { storage: { getDirectory: refused } });
	expect(await eraseEverything(app)).toEqual({ status: 'erased' });
});

test('a copy that does not come to its end keeps erasing from beginning, which is told', async () => {
	const { app, here } = await aBrowser();
	const before = await here();
	let end = () => {};
	const copying = app.locks.hold('copies', () => new Promise<void>((met) => (end = met)));
	expect(await eraseEverything(app, { patience: 50 })).toEqual({ status: 'busy' });
	expect(await here()).toEqual(before);
	end();
	await copying;
	expect(await eraseEverything(app)).toEqual({ status: 'erased' });
	expect(await here()).toEqual(nothing);
});
