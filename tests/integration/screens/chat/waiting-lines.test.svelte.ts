import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Truth } from '#db/schema.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { watchWaitingLines } from '#state/chat/waiting-lines.ts';
import { heldClock } from '../../../support/builders/a-clock.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { withDatabase } from '../../../support/builders/a-database.ts';

/** Under a reply it is said how many lines of memory from there wait, as long as they do. */

let db: Truth;
let leave: () => void = () => undefined;
const clock = heldClock();
withDatabase((own) => (db = own));
beforeEach(async () => {
	await storeSession(db, aSession(), someExchanges(3));
});
afterEach(() => {
	leave();
});

const propose = (text: string, turnIds: readonly string[], sessionId = 's1') =>
	proposeLine(
		{ db, clock },
		{
			text,
			path: 'memory/2026-11-20.md',
			source: 'compaction',
			origin: 'own',
			sessionId,
			turnIds: [...turnIds]
		}
	);

it('counts by turn what waits from this session, and forgets what was decided', async () => {
	await propose('Likes tea', ['t1', 't1', 't2']);
	await propose('Plays the cello', ['t2']);
	await propose('Elsewhere', ['t1'], 's2');
	const waiting = watchWaitingLines(db, 's1');
	let seen: Record<string, number> = {};
	leave = $effect.root(() => {
		$effect(() => {
			seen = Object.fromEntries(waiting.current ?? []);
		});
	});
	flushSync();
	await eventually(() => {
		expect(seen).toEqual({ t1: 1, t2: 2 });
	});
	const cello = (await waitingProposals(db)).find(({ text }) => text === 'Plays the cello');
	await acceptProposal({ db, clock }, cello?.id ?? '');
	await eventually(() => {
		expect(seen).toEqual({ t1: 1, t2: 1 });
	});
});
