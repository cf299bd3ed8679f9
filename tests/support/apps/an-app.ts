import type { Failure } from '#core/failure.ts';
import type { Settings, SettingKey } from '#core/settings.ts';
import { Scratch, Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { withoutKeys } from '#core/asking/secrets.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import type { Session } from '#core/session/session.ts';
import type { KeyStatus } from '#core/key.ts';
import type { App, Clock, Locks } from '#flows/ports.ts';
import type { Model, ModelsOutcome } from '#flows/ports/model.ts';
import type { Telephone } from '#flows/ports/telephone.ts';
import type { ProgressOf, Workshop, WorkshopJob, WorkshopJobs } from '#flows/ports/workshop.ts';
import { text } from '../builders/a-turn.ts';
import { aVault, type TestVault } from '../builders/a-vault.ts';
import { locksOfThisTab } from '#worker/locks.ts';
import { never, unseen } from '../never.ts';
import { scriptedModel, type ScriptedModel } from '../scripted/scripted-model.ts';

/** The app for tests: the real database, a clock that stands still but for a tick a look, a scripted model. */

export interface TestApp extends App {
	/** Answers on the telephone. */
	readonly model: ScriptedModel;
	readonly here: ScriptedModel;
	readonly jobs: Jobs;
	readonly clock: TestClock;
	/** The key as the telephone tells it. */
	key: KeyStatus;
	/** What the telephone alone knows. */
	secret: string | null;
	models: ModelsOutcome;
	isOnline: boolean;
	readonly vault: TestVault;
	close(): Promise<void>;
}

interface TestClock extends Clock {
	/** Unix ms; a look at the clock moves it by one. */
	at: number;
}

type Job<K extends WorkshopJob> = (
	ask: WorkshopJobs[K]['ask'],
	signal: AbortSignal,
	tell?: (progress: ProgressOf<WorkshopJobs[K]>) => void
) => Promise<WorkshopJobs[K]['outcome']>;

/** What the workshop does when it is asked; tests replace what they care about. */
type Jobs = { [K in WorkshopJob]?: Job<K> };

/** Friday 2026-11-20, 13:05 in Berlin. */
const testNow = Date.UTC(2026, 10, 20, 12, 5);

let databases = 0;

/** Those of one tab, for all the tabs of a test. */
export const locksInMemory = (): Locks => ({ ...locksOfThisTab(), reach: 'every-tab' });

function testClock(): TestClock {
	let ids = 0;
	const clock: TestClock = {
		at: testNow,
		now: () => clock.at++,
		zone: () => 'Europe/Berlin',
		newId: () => `id-${String(++ids).padStart(6, '0')}`
	};
	return clock;
}

const unheard: Failure = { kind: 'crashed', detail: 'this test has no such job' };

function workshopOf(jobs: Jobs): Workshop {
	return {
		async run(kind, ask, signal, tell) {
			const job = jobs[kind];
			if (job) return job(ask, signal, tell);
			if (kind === 'search') return { status: 'found', hits: [] };
			return { status: 'failed', failure: unheard };
		}
	};
}

/** What an app may share with another: a second tab, or the session a test has stored. */
export type Shared = Partial<
	Pick<TestApp, 'db' | 'scratch' | 'clock' | 'locks' | 'model' | 'here'>
>;

/** An app around what is there already; whatever is missing is made new. */
export function appWith(shared: Shared): TestApp {
	const name = `test-${String(++databases)}`;
	const {
		db = new Truth(name),
		scratch = new Scratch(`${name}-scratch`),
		clock = testClock(),
		locks = locksInMemory(),
		model = scriptedModel(),
		here = scriptedModel()
	} = shared;
	const jobs: Jobs = {
		compact: () => Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' })
	};
	const status = (): Promise<KeyStatus> => Promise.resolve(app.key);
	const telephone: Telephone = {
		stream: (asked, signal) => model.stream(asked, signal),
		count: (asked, signal) => model.count(asked, signal),
		open: () => Promise.resolve(null),
		configure: status,
		keyStatus: status,
		setKey: status,
		keepKey: status,
		forgetKey: status,
		lock: status,
		unlock: status,
		withoutKeys: (runs) => Promise.resolve(runs.map((run) => withoutKeys(run, app.secret))),
		models: () => Promise.resolve(app.models),
		tryNow: () => Promise.resolve()
	};
	const app: TestApp = {
		db,
		scratch,
		telephone,
		onDevice: here,
		workshop: workshopOf(jobs),
		clock,
		locks,
		online: () => app.isOnline,
		model,
		here,
		jobs,
		key: { state: 'set', keep: 'unprotected', fingerprint: 'key-1' },
		secret: null,
		models: { status: 'listed', models: [] },
		isOnline: true,
		vault: aVault(),
		close: async () => {
			db.close();
			scratch.close();
			await Promise.all([db.delete(), scratch.delete()]);
		}
	};
	return app;
}

/** A new app, with a model chosen. */
export async function anApp(settings: Partial<Settings> = {}): Promise<TestApp> {
	const app = appWith({});
	const all = { model: 'claude-test-5', ...settings };
	for (const [key, value] of Object.entries(all))
		await writeSetting(app.db, key as SettingKey, value as never);
	return app;
}

/** A second tab: the same databases and locks, a line of its own. */
export const anotherTab = ({ db, scratch, clock, locks }: TestApp): TestApp =>
	appWith({ db, scratch, clock, locks });

/** The same app with a line to somebody else on the telephone. */
export const calling = (app: TestApp, line: Model): TestApp => ({
	...app,
	telephone: {
		...app.telephone,
		stream: (asked, signal) => line.stream(asked, signal),
		count: (asked, signal) => line.count(asked, signal)
	}
});

/** Say something in a session and wait for the end of its reply. */
export const sendWords = (app: App, session: Session, words: string, signal = never) =>
	sendMessage(app, { session, blocks: [text(words)] }, unseen, signal);

/** All that was said in a session, on one of its branches. */
export const logOf = async ({ db }: { readonly db: Truth }, sessionId: string, branch?: string) =>
	readExchanges(db, sessionId, await readPath(db, sessionId, branch));

/** The requests that were made for a session, in their order; counting is left out. */
export const requestKinds = async ({ db }: { readonly db: Truth }, { id }: Pick<Session, 'id'>) =>
	(await ledgerOf(db, id)).map(({ kind }) => kind).filter((kind) => kind !== 'count');
