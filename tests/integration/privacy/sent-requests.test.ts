import { beforeEach, expect, test } from 'vitest';
import type { LedgerEntry } from '#core/ledger/ledger-entry.ts';
import { latestRequests, ledgerOf } from '#db/ledger/ledger.ts';
import { IndexStore } from '#db/schema.ts';
import { watch } from '#db/watch.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { freeUp, measureUse } from '#flows/copies/storage-use.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { memoryFile } from '#db/memory/files.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { packer } from '#worker/workshop/packer.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { text } from '../../support/builders/a-turn.ts';
import { eventually } from '../../support/eventually.ts';
import { never, unseen } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** What was sent is kept for as long as the user set; content goes with the last request that holds it. */

const day = 24 * 60 * 60_000;

let app: TestApp;
let sessionId: string;
withApp((own) => (app = own));
beforeEach(async () => {
	await remember('- Likes tea\n');
	const session = newSession(app, { kind: 'main', offRecord: false });
	sessionId = session.id;
	app.model.next(say('Good morning.'));
	const words = [text('Where is the lighthouse?')];
	await sendMessage(app, { session, blocks: words }, unseen, never);
});

async function remember(words: string): Promise<void> {
	const expectedRev = (await memoryFile(app.db, 'MEMORY.md'))?.rev ?? null;
	await saveMemoryFile(app, { path: 'MEMORY.md', text: words, expectedRev });
}

async function ask(words: string): Promise<void> {
	const session = await sessionOf(app.db, sessionId);
	if (!session) throw new Error('no session');
	app.model.next(say('Good day.'));
	await sendWords(app, session, words);
}

const contentOf = ({ system, tools, messages }: LedgerEntry): readonly string[] => [
	...system,
	...messages,
	...(tools === null ? [] : [tools])
];

const contentOfAll = (entries: readonly LedgerEntry[]) => entries.flatMap(contentOf);

const sent = async () => (await ledgerOf(app.db, sessionId)).toSorted((a, b) => a.at - b.at);
const kept = async () => (await app.db.blobs.toCollection().primaryKeys()).toSorted();

test('a request goes after as many days as are set, and of its content what no later one holds', async () => {
	// Another one of the same session: most of its content is that of the first, the memory is not.
	await remember('- Likes rye\n');
	app.clock.at += 20 * day;
	const between = app.clock.at;
	const isLater = ({ at }: LedgerEntry) => at >= between;
	await ask('And the harbour?');
	const all = await sent();
	const [first, second] = [all.filter((one) => !isLater(one)), all.filter(isLater)];
	const shared = contentOfAll(first).filter((hash) => contentOfAll(second).includes(hash));
	const own = contentOfAll(first).filter((hash) => !contentOfAll(second).includes(hash));
	expect([shared.length > 0, own.length > 0]).toEqual([true, true]);

	app.clock.at += 9 * day;
	await keepHouse(app, never);
	expect(await sent()).toEqual(all);

	app.clock.at += 2 * day;
	await keepHouse(app, never);
	expect(await sent()).toEqual(second);
	const left = await kept();
	expect(left).toEqual([...new Set(contentOfAll(second))].toSorted());
	expect(left).toEqual(expect.arrayContaining(shared));
	expect(left.filter((hash) => own.includes(hash))).toEqual([]);

	await writeSetting(app.db, 'ledgerDays', 3);
	await keepHouse(app, never);
	expect(await sent()).toEqual([]);
	expect(await kept()).toEqual([]);
});

test('a request of a clock that ran ahead stands behind all others when the clock is right again', async () => {
	const right = app.clock.at;
	const first = (await sent()).map(({ id }) => id);
	app.clock.at = right + 400 * day;
	await ask('In which year is this?');
	app.clock.at = right + day;
	const early = (await sent()).map(({ id }) => id).filter((id) => !first.includes(id));
	await ask('And the harbour?');
	const late = (await sent())
		.map(({ id }) => id)
		.filter((id) => !first.includes(id) && !early.includes(id));
	const listed = async (limit: number) =>
		(await latestRequests(app.db, limit, app.clock.now())).map(({ id }) => id);
	const all = [late, first, early].flatMap((ids) => ids.toReversed());
	expect(await listed(100)).toEqual(all);
	for (const limit of [1, late.length, late.length + 1, all.length - 1])
		expect(await listed(limit)).toEqual(all.slice(0, limit));
});

test('who looks at the newest requests sees the next one come', async () => {
	const seen: (string | undefined)[] = [];
	const watched = watch(() => latestRequests(app.db, 1, app.clock.now()));
	const looking = watched.subscribe(
		(rows) => seen.push(rows[0]?.id),
		() => seen.push('failed')
	);
	await eventually(() => expect(seen).toHaveLength(1));
	await ask('And the harbour?');
	const last = (await sent()).at(-1)!.id;
	await eventually(() => expect(seen.at(-1)).toBe(last));
	looking();
});

test('making room lets go of requests older than a week, as many as were named before', async () => {
	const before = (await sent()).length;
	app.clock.at += 8 * day;
	await ask('And the harbour?');
	const { db, clock, vault } = app;
	const index = new IndexStore(`${db.name}-index`);
	const ports = { db, clock, packer, vault, index };
	expect(await measureUse(ports)).toMatchObject({ freeing: { oldRequests: before } });
	const later = (await sent()).slice(before);
	expect(later).not.toEqual([]);
	expect(await freeUp(ports, { what: ['requests'] }, never)).toEqual({ status: 'freed' });
	expect(await sent()).toEqual(later);
	expect(await kept()).toEqual([...new Set(contentOfAll(later))].toSorted());
	expect(await measureUse(ports)).toMatchObject({ freeing: { oldRequests: 0 } });
	await index.delete();
});
