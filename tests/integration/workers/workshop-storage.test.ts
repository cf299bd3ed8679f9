import { expect, test } from 'vitest';
import { IndexStore, Scratch, Truth } from '#db/schema.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { client } from '#worker/channel/client.ts';
import { openWorkshop } from '#worker/workshop/workshop.ts';
import { breakingStorage, faults, type Fault } from '../../support/breaking/breaking-storage.ts';
import { staged } from '../../support/builders/a-channel.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';

/** Storage that breaks under a job of the workshop is told as what it is, also where the job only reads. */

const day = '2026-11-20';
const model = 'claude-sonnet-4-5';

const asked: { readonly [K in keyof WorkshopJobs]?: WorkshopJobs[K]['ask'] } = {
	'weigh-forgetting': { what: { kind: 'session', sessionId: 's1' } },
	weigh: {
		session: aSession({ id: 's1' }),
		unsent: [],
		key: { state: 'none', keep: 'unprotected', fingerprint: null }
	},
	foresee: {
		sessionId: 's1',
		facts: { answerer: model, floor: 800, parts: [] },
		trial: null
	},
	'report-loss': { summaryId: 'sum' },
	'quote-opinion': { summaryId: 'sum', answerer: model },
	'quote-learning': { sessionIds: ['s1'], answerer: model },
	'read-archive': { archiveId: 'a' },
	'export-archive': { archiveId: 'a' },
	'archive-session': { sessionId: 's1' },
	'archive-summary': { summaryId: 'sum' },
	extract: { sessionId: 's1', byCode: true },
	tidy: { path: null, answerer: 'on-device' },
	'export-memory': { day },
	'export-session': { sessionId: 's1', as: 'markdown', day },
	'export-summary': { summaryId: 'sum', day },
	'export-memory-lines': { as: 'list', day, now: 1, version: '1.2.3' },
	'export-vault': { day, now: 1 },
	'export-everything': { day, now: 1, passphrase: null },
	search: {
		query: 'words',
		limit: 5,
		now: 1,
		guest: false,
		sessionId: null,
		fromAt: null,
		throughAt: null,
		prefix: false
	}
};

const told: Readonly<Record<Fault, string>> = {
	full: 'storage-full',
	ended: 'storage-failed',
	closing: 'storage-closed',
	lost: 'storage-failed',
	unknown: 'storage-failed'
};

test.each(Object.entries(asked))('%s', async (kind, ask) => {
	for (const fault of Object.keys(faults) as Fault[]) {
		const db = new Truth(`broken-${kind}-${fault}`);
		const scratch = new Scratch(`${db.name}-scratch`);
		const index = new IndexStore(`${db.name}-index`);
		const storage = breakingStorage(db);
		await storeSession(db, aSession({ id: 's1' }), someExchanges(3, { sessionId: 's1' }));
		await db.summaries.put(aSummary(1, { id: 'sum', sessionId: 's1' }));
		const worker = staged(openWorkshop({ db, scratch, index }, () => 1));
		storage.breakAt(0, fault, true);
		const workshop = client<WorkshopJobs>(worker.channel);
		const outcome = await workshop.run(kind as 'search', ask as never, never);
		expect([fault, outcome]).toMatchObject([
			fault,
			{ status: 'failed', failure: { kind: told[fault] } }
		]);
		storage.mend();
		worker.close();
		for (const one of [db, scratch, index]) await one.delete();
	}
});
