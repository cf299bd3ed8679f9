import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readOf } from '#db/archives/cold.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { branchFrom } from '#flows/answer/edit-message.ts';
import { sendWhenOnline } from '#flows/answer/send-when-online.ts';
import { undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { tellDeleted } from '#flows/forgetting/tell-deleted.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { firstRound } from '#flows/house/rounds.ts';
import { pinsPlaced, textsThatGo } from '#flows/prompt/placed-pins.ts';
import { rememberText } from '#flows/memory/memory-files.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { withCooling } from '../../support/apps/with-cooling.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';

/** While archives cannot be opened, as where the workshop does not start, each act says so or does without them. */

const cooling = withCooling();
const { exchanges, snapshot, cool } = cooling;
const notLoaded = { status: 'failed', failure: { kind: 'not-loaded' } } as const;
const { turnId } = exchanges[5]!.turn;
const place = { sessionId: 's1', turnId };
let open: typeof cooling.db.openArchive;

/** The message asked once more, in another branch: whoever looks at its attempts has to read it. */
const fork = () =>
	cooling.db.branches.put({
		sessionId: 's1',
		branch: 'edited',
		parent: 'trunk',
		forkSeq: 5,
		headSeq: 5,
		createdAt: 1
	});

beforeEach(async () => {
	await snapshot();
	await cool();
	const { db } = cooling;
	open = db.openArchive;
	db.openArchive = () => Promise.resolve().then(() => readOf(notLoaded));
});
afterEach(() => {
	cooling.db.openArchive = open;
});

const stored = async () => [
	await cooling.db.marks.toArray(),
	await cooling.db.pins.toArray(),
	await branchesOf(cooling.db, 's1')
];

test.each([
	['a pin', () => setMark(cooling.app, { ...place, kind: 'pinned', on: true })],
	['what is left out', () => setMark(cooling.app, { ...place, kind: 'left-out', on: true })],
	['a deleted message', () => deleteTurn(cooling.app, place)],
	['one that is brought back', () => restoreTurn(cooling.app, place)],
	[
		'a line to remember',
		() => rememberText(cooling.app, { text: 'I like tea.', sessionId: 's1', turnId, guest: false })
	]
])('%s says why it could not be done, and nothing of it is', async (_, act) => {
	await fork();
	const before = await stored();
	expect(await act()).toEqual(notLoaded);
	expect(await stored()).toEqual(before);
});

test('a branch from a message, and a message that is to go out by itself, need no archive', async () => {
	const { app, db } = cooling;
	const branched = await branchFrom(app, place);
	expect(branched).toMatchObject({ status: 'done' });
	const branch = 'branch' in branched ? branched.branch : '';
	expect(await db.branches.get(['s1', branch])).toMatchObject({ parent: 'trunk', forkSeq: 6 });
	expect(await sendWhenOnline(app, place)).toEqual({ status: 'done' });
});

test('pins of messages on the branch on screen go along, and a message that was asked once is deleted', async () => {
	const { app, db } = cooling;
	await db.branches.put({
		sessionId: 's1',
		branch: 'edited',
		parent: 'trunk',
		forkSeq: 35,
		headSeq: 35,
		createdAt: 1
	});
	await db.pins.put({ id: 'p1', sessionId: 's1', text: 'number 5', turnId, at: 1 });
	expect(textsThatGo(await pinsPlaced(db, 's1'))).toEqual(['number 5']);
	expect(await deleteTurn(app, place)).toEqual({ status: 'done' });
	expect(await pinsPlaced(db, 's1')).toMatchObject([{ absent: 'left-out' }]);
});

test('what is deleted stays in the list of what can be brought back', async () => {
	const { app, db } = cooling;
	await db.marks.put({ ...place, kind: 'deleted', at: app.clock.at });
	expect(await tellDeleted(app)).toMatchObject([{ said: '' }]);
});

describe('where nothing is sent because a summary was undone', () => {
	const small = aCard({ window: 20_000, maxOutput: 2000 });
	let asked: string[];

	beforeEach(async () => {
		const { app } = cooling;
		app.jobs['warm-session'] = () => Promise.resolve(notLoaded);
		app.jobs.compact = ({ sessionId }) => {
			asked.push(sessionId);
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		asked = [];
		await undoCompaction(app, 's1', 'm1');
		await writeSetting(app.db, 'model', small.id);
		await writeSetting(app.db, 'models', { [small.id]: small });
		await writeSetting(app.db, 'preset', 'two-phase');
		await writeSetting(app.db, 'backgroundDrafts', 'yes');
	});

	test.each(['soft', 'manual'] as const)('a draft (%s) fails and says why', async (trigger) => {
		expect(await prepareDraft(cooling.app, { sessionId: 's1', trigger }, never)).toEqual(notLoaded);
	});

	test('the keeper leaves that conversation alone and compacts the others', async () => {
		const { app, db } = cooling;
		await storeSession(db, aSession({ id: 's2' }), someExchanges(400, { sessionId: 's2' }));
		let opened = 0;
		const { openArchive } = db;
		db.openArchive = (wanted) => {
			opened++;
			return openArchive(wanted);
		};
		const rounds = firstRound(app.clock.at);
		await keepHouse(app, never, rounds);
		expect(asked).toEqual(['s2']);
		const once = opened;
		await keepHouse(app, never, rounds);
		expect(opened).toBe(once);
	});
});
