import { beforeEach, expect, test } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { draftOf } from '#core/summary/summary.ts';
import { pathOf } from '#core/log/path.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { firstRound } from '#flows/house/rounds.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { sendWords, type TestApp, requestKinds } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { compacting } from '../../support/apps/compacting.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { text } from '../../support/builders/a-turn.ts';
import { gardenTurns } from '../../support/apps/compactable.ts';
import { never } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { storeSession } from '../../support/builders/stored-session.ts';
import { whileFull } from '../../support/breaking/while-full.ts';

/** The two phases of `two-phase`: while nobody is there, and in an emergency; the journal always comes first. */

const card = aCard({ window: 20_000, maxOutput: 2000 });
const journal = say(
	'<memories>\n- Request 3 is about bed B3. [turn 4] {importance: 7; tags: garden, beds}\n</memories>'
);
const narrative = say('They planned beds.\n\nThe soil is wet; cedar is dear.');
const minute = 60_000;

let app: TestApp;
let session: Session;

withApp((own) => (app = compacting(own)), {
	models: { [card.id]: card },
	preset: 'two-phase',
	backgroundDrafts: 'yes'
});
beforeEach(() => {
	session = aSession({ activeAt: app.clock.at - 6 * minute });
});

/** Of a window of 20,000 tokens: 50 turns are above the idle share, 62 above the emergency share, 30 below both. */
const store = (turns: number) => storeSession(app.db, session, gardenTurns(turns));
const kinds = () => requestKinds(app, session);
const draft = async () =>
	draftOf(
		await summariesOf(app.db, session.id),
		pathOf(await branchesOf(app.db, session.id), 'trunk')
	);

test('#17 #21 #179 a session in which nothing was said for five minutes is compacted, its facts first', async () => {
	await store(50);
	app.model.next(journal, narrative);
	await keepHouse(app, never);
	expect(await kinds()).toEqual(['extraction', 'summary']);
	expect((await draft())?.text).toContain('They planned beds.');
});

test('a summary that is made again writes no journal once more', async () => {
	await store(50);
	app.model.next(journal, narrative, narrative);
	await keepHouse(app, never);
	const made = await draft();
	expect(await useSummary(app, made?.id ?? '')).toMatchObject({ status: 'used' });
	const again = await prepareDraft(app, { sessionId: session.id, trigger: 'again' }, never);
	expect(again.status).toBe('drafted');
	expect(await kinds()).toEqual(['extraction', 'summary', 'summary']);
});

test.each([
	[5, ['extraction', 'summary']],
	[4, []]
])(
	'#17 #21 while the app is open, %i minutes after what was last said, the keeper has asked for %j',
	async (minutes, asked) => {
		session = { ...session, activeAt: app.clock.at - minutes * minute };
		await store(50);
		app.model.next(journal, narrative);
		await keepHouse(app, never, firstRound(app.clock.at - 20 * minute));
		expect(await kinds()).toEqual(asked);
	}
);

test('#158 #181 entries carry importance and tags, and the synthesis is proposed for the daily note under its heading', async () => {
	await store(50);
	app.model.next(journal, narrative);
	await keepHouse(app, never);
	const proposals = await app.db.proposals.orderBy('id').toArray();
	expect(proposals.map(({ source, text }) => [source, text])).toEqual([
		['compaction', 'Request 3 is about bed B3.'],
		['synthesis', 'They planned beds.'],
		['synthesis', 'The soil is wet; cedar is dear.']
	]);
	expect(proposals.map(({ importance, tags }) => [importance, tags])).toEqual([
		[7, ['garden', 'beds']],
		[null, ['synthesis']],
		[null, ['synthesis']]
	]);
	for (const { id } of proposals) await acceptProposal(app, id);
	const note = await app.db.memoryFiles.get('memory/2026-11-20.md');
	expect(note?.text).toMatch(
		/### Extracted from context compaction \(13:05\)\n- Request 3[^#]*### Context synthesis \(13:05\)\n- They planned beds\.\n- The soil/
	);
	const [origin] = await app.db.memoryOrigins.toArray();
	expect(origin).toMatchObject({ importance: 7, tags: ['garden', 'beds'] });
});

test.each([
	['was active a minute ago, since the app was started', 50, { activeAt: 0 }, {}],
	['is below the idle share', 30, {}, {}],
	['belongs to a preset without an idle phase', 50, {}, { preset: 'gsv' }],
	['may cost nothing that was not asked for', 50, {}, { backgroundDrafts: 'no' }],
	['is never compacted by itself', 62, {}, { automaticCompaction: false }]
] as const)('#15 a session that %s is left alone', async (_, turns, over, settings) => {
	const activeAt = 'activeAt' in over ? app.clock.at - minute : session.activeAt;
	session = { ...session, activeAt };
	await store(turns);
	for (const [key, value] of Object.entries(settings)) await app.db.settings.put({ key, value });
	await keepHouse(app, never, firstRound(app.clock.at - 2 * minute));
	expect(await kinds()).toEqual([]);
});

test.each([
	['its key is not there', { state: 'none' }, true],
	['its key is locked', { state: 'locked' }, true],
	['there is no network', {}, false]
] as const)(
	'a session whose model cannot be asked (%s) is not compacted for this device, and is looked at again',
	async (_, over, isOnline) => {
		await store(50);
		const { key } = app;
		const rounds = firstRound(app.clock.at);
		app.key = { ...key, ...over };
		app.isOnline = isOnline;
		await keepHouse(app, never, rounds);
		expect(await app.db.compactions.count()).toBe(0);
		app.key = key;
		app.isOnline = true;
		app.model.next(journal, narrative);
		await keepHouse(app, never, rounds);
		expect((await draft())?.tier).toBe('full');
	}
);

test('at the next start of the app it is compacted without waiting for the minutes, unless something was said since', async () => {
	session = { ...session, activeAt: app.clock.at - minute };
	await store(50);
	app.model.next(journal, narrative);
	await keepHouse(app, never);
	expect(await kinds()).toEqual(['extraction', 'summary']);
});

test('it is weighed once for what was last said, and again at the next start', async () => {
	await store(50);
	let asked = 0;
	app.jobs.compact = () => {
		asked++;
		return Promise.resolve({ status: 'failed', failure: { kind: 'offline' } });
	};
	const rounds = firstRound(app.clock.at);
	await keepHouse(app, never, rounds);
	await keepHouse(app, never, rounds);
	expect(asked).toBe(1);
	await keepHouse(app, never);
	expect(asked).toBe(2);
});

test('#19 #20 #22 #182 an emergency takes the same path at once, loses no fact, and is counted', async () => {
	await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
	await store(62);
	app.model.next(journal, narrative, say('On we go.'));
	const outcome = await sendWords(app, session, 'And now?');
	expect(outcome.status).toBe('answered');
	expect(await kinds()).toEqual(['extraction', 'summary', 'chat']);
	expect((await app.db.proposals.toArray()).map(({ text: line }) => line)).toContain(
		'Request 3 is about bed B3.'
	);
	expect(JSON.stringify(app.model.bodies.at(-1))).toContain('[CONTEXT SUMMARY]');
	expect((await sessionOf(app.db, session.id))?.counters.emergencyCompactions).toBe(1);
	const told = await app.db.activity.filter(({ kind }) => kind === 'compaction').toArray();
	expect(told[0]?.details).toMatchObject({ emergency: true, trigger: 'emergency' });
});

test.each([
	['ask', 'waits until it is read', 'needs-review', 'draft'],
	['notify', 'goes out with it', 'answered', 'active']
] as const)(
	'#20 under the rule %s an emergency prepares its draft at once, and the message %s',
	async (rule, _, status, summary) => {
		await app.db.settings.put({ key: 'reviewSummaries', value: rule });
		await store(62);
		app.model.next(journal, narrative, say('On we go.'));
		expect((await sendWords(app, session, 'And now?')).status).toBe(status);
		expect((await kinds()).slice(0, 2)).toEqual(['extraction', 'summary']);
		expect((await kinds()).includes('chat')).toBe(summary === 'active');
		expect(await summariesOf(app.db, session.id)).toMatchObject([{ status: summary }]);
	}
);

test('between the two shares a message starts nothing: that phase is for when nobody is there', async () => {
	await store(50);
	app.model.next(say('On we go.'));
	await sendWords(app, session, 'And now?');
	await expect.poll(() => app.model.bodies.length).toBe(1);
	expect(await kinds()).toEqual(['chat']);
});

test('the card tells what the journal has cost, too', async () => {
	await store(50);
	app.model.next(journal, narrative);
	await keepHouse(app, never);
	const paid = (await ledgerOf(app.db, 's1')).map(({ cost }) => cost ?? 0);
	expect(paid).toHaveLength(2);
	expect((await draft())?.cost).toBeCloseTo(paid[0]! + paid[1]!, 10);
});

test('what is off the record is in no entry and no synthesis', async () => {
	await store(50);
	await app.db.marks.put({ sessionId: 's1', turnId: 'turn-2', kind: 'off-record', at: 1 });
	app.model.next(journal, narrative);
	await keepHouse(app, never);
	const [asked] = app.model.bodies;
	expect(JSON.stringify(asked)).not.toContain('Request 2 about');
	expect((await app.db.proposals.toArray()).map(({ source }) => source)).toEqual(['compaction']);
});

test.each([
	['is off the record, nor does the next one, which goes on from it', true, 0],
	['is not, it does, and so does the next one', false, 2]
])('where a message that a synthesis covers %s', async (_, isOff, lines) => {
	const log = gardenTurns(110).map(({ turn, steps }) =>
		turn.seq === 1
			? { turn: { ...turn, asked: [text('Marta sees a lawyer about her divorce.')] }, steps }
			: { turn, steps }
	);
	await storeSession(app.db, session, log.slice(0, 50));
	if (isOff)
		await app.db.marks.put({ sessionId: 's1', turnId: 'turn-1', kind: 'off-record', at: 1 });
	// In other words than those of the message, so that only its place tells.
	const strain = 'The couple behind the garden is under strain.';
	const none = say('<memories>\n</memories>');
	const ask = { sessionId: session.id, trigger: 'manual' } as const;
	app.model.next(none, say(strain));
	expect((await prepareDraft(app, ask, never)).status).toBe('drafted');
	expect(await useSummary(app, (await draft())?.id ?? '')).toMatchObject({ status: 'used' });
	await app.db.turns.bulkPut(log.slice(50).map(({ turn }) => turn));
	await app.db.steps.bulkPut(log.slice(50).flatMap(({ steps }) => steps));
	await app.db.branches.update(['s1', 'trunk'], { headSeq: 109 });
	app.model.next(
		none,
		...Array<ReturnType<typeof say>>(4).fill(say(`${strain} Beds are planned.`))
	);
	expect((await prepareDraft(app, ask, never)).status).toBe('drafted');
	const sources = (await app.db.proposals.toArray()).map(({ source }) => source);
	expect(sources.filter((source) => source === 'synthesis')).toHaveLength(lines);
});

test('where facts cannot be stored nothing is summarised, and it says why', async () => {
	await store(50);
	app.model.next(journal);
	const { proposals } = app.db;
	await whileFull(proposals.hook('creating'), () => keepHouse(app, never));
	expect(await kinds()).toEqual(['extraction']);
	expect(await draft()).toBeNull();
	expect(await app.db.compactions.toArray()).toMatchObject([
		{ status: 'failed', failure: { kind: 'storage-full' } }
	]);
	expect(await proposals.count()).toBe(0);
});
