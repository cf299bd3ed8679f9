import { archiveLines } from '#core/archive.ts';
import { chainStart, linkResults, linkStep, linkTurn } from '#core/chain.ts';
import type { Session } from '#core/session.ts';
import type { Exchange } from '#core/turn.ts';
import { sessionOf } from '#db/sessions.ts';
import { aSummary } from './a-summary.ts';
import { call, result, text } from './a-turn.ts';
import type { TestApp } from './an-app.ts';
import { gardenTurns } from './compactable.ts';
import { importFile } from './importing.ts';
import { said, type Attack } from './red-team.ts';
import { aBranch, aStoredSession, storeSession } from './stored-session.ts';

/** Sessions with an instruction hidden somewhere in them, brought in the way such text really comes in. */

/** A first turn in which the user tells of themselves and the assistant reads something foreign. */
function firstTurn(
	asked: string,
	foreign: { readonly tool: string; readonly text: string } | null
) {
	const turnId = 'turn-0';
	const blocks = [text(asked)];
	const hash = linkTurn(chainStart('s1'), turnId, blocks);
	const [model] = gardenTurns(1);
	if (!model?.steps[0]) throw new Error('no model of a turn');
	const shape = model.steps[0];
	const content = foreign ? [call('r1', foreign.tool, { path: 'x' })] : [text('I see.')];
	const first = linkStep(hash, { turnId, index: 0 }, content);
	const results = foreign ? [result('r1', foreign.text)] : null;
	const resultsHash = results && linkResults(first, results);
	const steps = [
		{
			...shape,
			hash: first,
			content,
			stopReason: foreign ? 'tool_use' : 'end_turn',
			results,
			resultsHash
		}
	];
	if (resultsHash !== null) {
		const end = [text('I have read it.')];
		steps.push({
			...shape,
			index: 1,
			hash: linkStep(resultsHash, { turnId, index: 1 }, end),
			content: end,
			stopReason: 'end_turn',
			results: null,
			resultsHash: null
		});
	}
	return { turn: { ...model.turn, hash, asked: blocks }, steps } satisfies Exchange;
}

/** Store what the attack needs; gives the session it is met in. */
export async function plant(app: TestApp, attack: Attack): Promise<Session> {
	const words = said[attack.language];
	const stored = async (exchange: Exchange): Promise<Session> => {
		const session = aStoredSession();
		await storeSession(app.db, session, gardenTurns(29, [exchange]));
		return session;
	};
	switch (attack.carrier) {
		case 'tool':
			return stored(firstTurn(words, { tool: 'read_file', text: attack.text }));
		case 'web':
			return stored(firstTurn(words, { tool: 'web_fetch', text: attack.text }));
		case 'alt': {
			const told = firstTurn(words, null);
			const turns = gardenTurns(29, [told]);
			const at = turns.findIndex(({ turn }) => turn.seq === 1);
			const turn = turns[at];
			if (!turn) throw new Error('no second turn');
			turns[at] = { ...turn, turn: { ...turn.turn, asked: [text(attack.text)] } };
			const session = aStoredSession();
			await storeSession(app.db, session, turns);
			return session;
		}
		case 'recall':
			app.jobs.search = () =>
				Promise.resolve({
					status: 'found',
					hits: [
						{
							id: 'h',
							kind: 'turn',
							score: 1,
							sessionId: null,
							sessionTitle: 'An old talk',
							turnId: null,
							branch: null,
							seq: null,
							place: null,
							role: 'assistant',
							at: app.clock.at - 1e9,
							snippet: [],
							text: attack.text
						}
					]
				});
			return stored(firstTurn(words, null));
		case 'memory-file':
			await bringIn(app, '2026-11-20.md', attack.text);
			return stored(firstTurn(words, null));
		case 'import':
			await bringIn(app, 'talk.jsonl', claudeCode(attack.text));
			return sessionBroughtIn(app);
		case 'summary': {
			const session = aStoredSession({ id: 's9' });
			const exchanges = gardenTurns(30, [firstTurn(words, null)]).map(({ turn, steps }) => ({
				turn: { ...turn, sessionId: 's9' },
				steps: steps.map((step) => ({ ...step, sessionId: 's9' }))
			}));
			const lines = archiveLines({
				session,
				branches: [aBranch({ sessionId: 's9', headSeq: exchanges.length - 1 })],
				exchanges,
				summaries: [
					aSummary(3, {
						sessionId: 's9',
						text: attack.text,
						originalText: attack.text,
						taint: 'none'
					})
				]
			});
			await bringIn(app, 'talk.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
			return sessionBroughtIn(app);
		}
	}
}

async function sessionBroughtIn(app: TestApp): Promise<Session> {
	const [head] = await app.db.sessions.toArray();
	const session = head && (await sessionOf(app.db, head.id));
	if (!session) throw new Error('nothing was imported');
	return session;
}

/** Everything the user does to import a file: choose it, look at the preview, press Import now. */
async function bringIn(app: TestApp, name: string, content: string): Promise<void> {
	const outcome = await importFile(app.db, { file: new Blob([content]), name });
	if (outcome.status !== 'imported') throw new Error(`${name} was not imported`);
}

/** A session of another program in which a person seems to say it. */
function claudeCode(hidden: string): string {
	const rows = gardenTurns(24).flatMap(({ turn, steps }, seq) => {
		const at = new Date(turn.askedAt).toISOString();
		const asked = seq === 1 ? hidden : turn.asked[0]?.type === 'text' ? turn.asked[0].text : '';
		const row = { sessionId: 'cc', timestamp: at };
		return [
			{
				...row,
				type: 'user',
				uuid: `u${String(seq)}`,
				parentUuid: seq === 0 ? null : `a${String(seq - 1)}`,
				message: { role: 'user', content: asked }
			},
			{
				...row,
				type: 'assistant',
				uuid: `a${String(seq)}`,
				parentUuid: `u${String(seq)}`,
				message: {
					id: `m${String(seq)}`,
					role: 'assistant',
					model: 'claude-test-5',
					content: steps[0]?.content ?? []
				}
			}
		];
	});
	return rows.map((row) => JSON.stringify(row)).join('\n');
}
