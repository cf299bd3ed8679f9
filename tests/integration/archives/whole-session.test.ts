/** All of a session is read at one moment, in one round: what it holds is the same as when each branch is asked for. */
import { expect, test } from 'vitest';
import { ownPart } from '#core/log/path.ts';
import type { Branch } from '#core/session/session.ts';
import { readWholeSession } from '#db/log/whole-session.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { readHotExchanges } from '#db/log/turns.ts';
import { aStep, aTurn } from '../../support/builders/a-turn.ts';
import { db, withTarget } from '../../support/apps/import-target.ts';

withTarget();

const branch = (name: string, parent: string | null, forkSeq: number, headSeq: number): Branch => ({
	...{ sessionId: 's1', branch: name, parent, forkSeq, headSeq, createdAt: 1 }
});

test('turns stand in the order of their branches, with their own steps, and none beyond a head', async () => {
	await db.branches.bulkAdd([branch('trunk', null, 0, 2), branch('b', 'trunk', 1, 2)]);
	for (const [name, seqs] of [
		['trunk', [0, 1, 2, 3]],
		['b', [1, 2]],
		['gone', [1]]
	] as const)
		for (const seq of seqs) {
			const turn = aTurn(seq, `In ${name}`, { branch: name, turnId: `${name}${String(seq)}` });
			await db.turns.add(turn);
			await db.steps.bulkAdd([aStep(turn, 0), aStep(turn, 1)]);
		}
	await db.turns.add(aTurn(1, 'Elsewhere', { sessionId: 's10' }));
	const { exchanges } = await readWholeSession(db, 's1');
	const ids = exchanges.map(({ turn }) => turn.turnId);
	expect(ids).toEqual(['b1', 'b2', 'trunk0', 'trunk1', 'trunk2']);
	const asked = await Promise.all(
		(await branchesOf(db, 's1')).map((row) => readHotExchanges(db, 's1', [ownPart(row)]))
	);
	expect(exchanges).toEqual(asked.flat());
});
