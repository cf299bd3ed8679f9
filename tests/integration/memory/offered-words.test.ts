import { describe, expect, it } from 'vitest';
import type { Proposal } from '#core/memory/memory.ts';
import type { LineToPropose } from '#flows/desk/propose-line.ts';
import { memoryFile } from '#db/memory/files.ts';
import { refusals } from '#db/memory/proposals.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { IndexStore, type Truth } from '#db/schema.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import {
	acceptAll,
	acceptProposal,
	allowLine,
	editProposalText,
	refuseLine,
	rejectProposal
} from '#flows/desk/review-desk.ts';
import { undoDecision } from '#flows/desk/undo-decisions.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { proposeLearnt } from '#flows/learning/propose-learnt.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { anApp, sendWords } from '../../support/apps/an-app.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import { heldClock } from '../../support/builders/a-clock.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** A line whose words were changed at the desk, and one that was forbidden while it waited. */

let db: Truth;
const clock = heldClock();
const ports = () => ({ db, clock });
const path = 'memory/2026-11-18.md';
const baker = 'Works as a baker in Lyon';
const cook = 'Works as a cook in Lyon';

withDatabase((own) => (db = own));

const propose = (text: string, over: Partial<LineToPropose> = {}) =>
	proposeLine(ports(), {
		text,
		path,
		source: 'compaction',
		origin: 'assistant',
		sessionId: 's1',
		turnIds: ['t1'],
		...over
	});
async function corrected(from: string, to: string) {
	const out = await propose(from);
	if (!('proposal' in out)) throw new Error(out.status);
	await editProposalText(ports(), out.proposal.id, `${to}, or so`);
	await editProposalText(ports(), out.proposal.id, to);
	return out.proposal.id;
}

describe('a line that was put otherwise', () => {
	it('does not come back in its first words, neither while it waits nor once it is accepted', async () => {
		const id = await corrected(baker, cook);
		expect((await propose(`The user ${baker.toLowerCase()}`)).status).toBe('known');
		await acceptProposal(ports(), id);
		expect((await propose(baker)).status).toBe('known');
		expect((await propose(baker, { origin: 'own' })).status).toBe('known');
		expect(await waitingProposals(db)).toEqual([]);
	});

	it('is heard where the user says it anew, and shown against what they had put', async () => {
		await acceptProposal(ports(), await corrected(baker, cook));
		const anew = await propose(baker, { origin: 'own', turnIds: ['t9'] });
		expect(anew).toMatchObject({ status: 'waiting', proposal: { replaces: cook } });
	});

	it('comes back where the user took it out of memory since, and not where they only reworded it', async () => {
		await acceptProposal(ports(), await corrected(baker, cook));
		const write = async (text: string) =>
			saveMemoryFile(ports(), {
				path,
				text,
				expectedRev: (await memoryFile(db, path))?.rev ?? null
			});
		await write(`- ${cook}, at the station\n`);
		expect((await propose(baker)).status).toBe('known');
		await write('- Likes tea\n');
		expect((await propose(baker)).status).toBe('waiting');
	});

	it('is looked up once for all lines that are proposed together', async () => {
		await acceptProposal(ports(), await corrected(baker, cook));
		let read = 0;
		db.proposals.hook('reading', (row: Proposal) => {
			if (row.status === 'accepted') read++;
			return row;
		});
		const lines = [baker, 'Likes tea', 'Keeps bees'].map((text) => ({
			...{ text, turnIds: ['t2'], importance: null, tags: [] }
		}));
		const job = { sessionId: 's1', source: 'compaction', taint: 'none', read: [] } as const;
		expect(await proposeLearnt(ports(), { ...job, lines })).toEqual({ status: 'stored', value: 2 });
		expect(read).toBe(1);
	});

	it('tells a guest nothing of what others have put', async () => {
		await db.sessions.put(aSession({ id: 'g', kind: 'guest' }));
		await acceptProposal(ports(), await corrected(baker, cook));
		expect((await propose(baker, { sessionId: 'g' })).status).toBe('waiting');
	});

	it('is refused in both when it is rejected, and comes back in both with the undo', async () => {
		const id = await corrected('Was in prison', 'Visited a friend abroad');
		await rejectProposal(ports(), id);
		for (const text of ['Was in prison', 'Visited a friend abroad'])
			expect((await propose(text)).status).toBe('refused');
		await undoDecision(ports(), id);
		expect(await refusals(db)).toEqual([]);
		expect(await waitingProposals(db)).toMatchObject([{ id, text: 'Visited a friend abroad' }]);
	});

	it('is not refused in words that were not on the screen', async () => {
		const id = await corrected('Likes tea', 'Likes coffee');
		const shown = aProposal('Likes tea').hash;
		expect(await rejectProposal(ports(), id, shown)).toMatchObject({
			failure: { kind: 'changed-meanwhile' }
		});
		expect(await refusals(db)).toEqual([]);
		expect(await rejectProposal(ports(), id, aProposal('Likes coffee').hash)).toEqual({
			status: 'done'
		});
	});
});

describe('a line that is never to be remembered', () => {
	it('waits no longer, in whatever form it waited; a clean-up that would drop it does', async () => {
		await propose('The user was in prison in 2012');
		const tidy = {
			act: 'drop',
			takes: [{ path, line: 'Was in prison in 2012' }],
			why: ''
		} as const;
		await db.proposals.put(aProposal('Was in prison in 2012', { source: 'tidy', tidy }));
		await propose('Likes tea');
		await refuseLine(ports(), 'Was in prison in 2012');
		expect((await waitingProposals(db)).map(({ text, tidy: plan }) => [text, plan?.act])).toEqual([
			['Was in prison in 2012', 'drop'],
			['Likes tea', undefined]
		]);
	});

	it('waits again when it is taken off the list, as does nothing else that was rejected', async () => {
		await propose('The user was in prison in 2012');
		const tea = await propose('Likes tea');
		if ('proposal' in tea) await rejectProposal(ports(), tea.proposal.id);
		await refuseLine(ports(), 'Was in prison in 2012');
		expect(await waitingProposals(db)).toEqual([]);
		const [refusal] = (await refusals(db)).filter(({ line }) => line.includes('prison'));
		await allowLine(ports(), refusal?.hash ?? '');
		expect((await waitingProposals(db)).map((row) => row.text)).toEqual([
			'The user was in prison in 2012'
		]);
	});

	it('is passed over by “Accept all” where it waits all the same', async () => {
		await refuseLine(ports(), 'Was in prison in 2012');
		await db.proposals.bulkPut([aProposal('Was in prison in 2012.'), aProposal('Likes tea')]);
		expect(await acceptAll(ports())).toMatchObject({
			accepted: ['p-Likes tea'],
			changed: 0,
			refused: 1,
			stay: 1
		});
		expect((await memoryFile(db, 'memory/2026-11-20.md'))?.text).not.toContain('prison');
	});
});

it('of what is forgotten no offered words stay behind the user’s own', async () => {
	const index = new IndexStore('offered-index');
	const app = withWorkshop(await anApp(), index);
	const line = { path, source: 'compaction', origin: 'assistant', sessionId: 's1' } as const;
	const out = await proposeLine(app, { ...line, text: baker, turnIds: ['t1'] });
	const id = 'proposal' in out ? out.proposal.id : '';
	await editProposalText(app, id, cook);
	await acceptProposal(app, id);
	expect(await app.db.proposals.get(id)).toMatchObject({ offered: baker });
	const what = { kind: 'line', line: baker } as const;
	await forget(app, { what, lines: [], summaries: {} });
	expect(await app.db.proposals.get(id)).toMatchObject({ text: cook, offered: '' });
	expect((await memoryFile(app.db, path))?.text).toContain(cook);
	await app.close();
	await index.delete();
});

it('nor on the do-not-remember list, where the user’s own words stay', async () => {
	const index = new IndexStore('refused-index');
	const app = withWorkshop(await anApp(), index);
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('Ok.'), say('Fine.'));
	const secret = await sendWords(app, session, 'My locker code is xyloquartz');
	const other = await sendWords(app, session, 'I like tea');
	const turnIds = [secret.turnId ?? '', other.turnId ?? ''];
	const offered = 'The locker code is xyloquartz';
	await app.db.proposals.put(aProposal(offered, { id: 'p', sessionId: session.id, turnIds }));
	await editProposalText(app, 'p', 'Likes tea');
	await rejectProposal(app, 'p');
	const what = { kind: 'turn', sessionId: session.id, turnId: secret.turnId ?? '' } as const;
	await forget(app, { what, lines: [], summaries: {} });
	expect((await refusals(app.db)).map(({ line }) => line).sort()).toEqual(['', 'Likes tea']);
	expect(
		(
			await proposeLine(app, {
				...{ text: offered, path, turnIds: ['t9'] },
				source: 'compaction',
				origin: 'own',
				sessionId: null
			})
		).status
	).toBe('refused');
	await undoDecision(app, 'p');
	expect(await refusals(app.db)).toEqual([]);
	await app.close();
	await index.delete();
});
