import { archiveLines, type ArchiveLine } from '#core/archive.ts';
import { chainStart, linkResults, linkStep, linkTurn, tailOf } from '#core/chain.ts';
import type { ImportedSession } from '#core/claude-code.ts';
import { emptySession } from '#core/empty-session.ts';
import { trunk, type Session } from '#core/session.ts';
import { sha256 } from '#core/sha256.ts';
import type { Exchange, Step } from '#core/turn.ts';

/** An imported session in our own shape, with its hash chain. The same file gives the same ids, so a second import is a no-op. */
export function sessionFromClaudeCode(imported: ImportedSession): ArchiveLine[] {
	const id = uuidOf(`claude-code ${imported.id}`);
	let link = chainStart(id);
	const exchanges = imported.turns.map((turn, seq): Exchange => {
		const turnId = uuidOf(`claude-code ${imported.id} ${turn.id}`);
		const place = { sessionId: id, branch: trunk, seq, turnId };
		const hash = linkTurn(link, turnId, turn.asked);
		let before = hash;
		const steps = turn.steps.map((step, index): Step => {
			const stepHash = linkStep(before, { turnId, index }, step.content);
			const results = step.results.length > 0 ? step.results : null;
			const resultsHash = results && linkResults(stepHash, results);
			before = resultsHash ?? stepHash;
			return {
				...place,
				index,
				hash: stepHash,
				content: step.content,
				model: step.model,
				state: 'complete',
				stopReason: step.stopReason,
				usage: step.usage,
				cost: null,
				epoch: 0,
				basis: null,
				startedAt: step.at,
				endedAt: step.at,
				failure: null,
				continues: false,
				results,
				resultsHash
			};
		});
		const exchange: Exchange = {
			turn: { ...place, hash, asked: turn.asked, askedAt: turn.at, stamp: '', source: 'import' },
			steps
		};
		link = tailOf(exchange);
		return exchange;
	});
	const session: Session = {
		...emptySession(id, imported.createdAt),
		title: imported.title,
		titleFrom: 'import',
		activeAt: imported.turns.at(-1)?.at ?? imported.createdAt
	};
	const branch = {
		sessionId: id,
		branch: trunk,
		parent: null,
		forkSeq: 0,
		headSeq: exchanges.length - 1,
		createdAt: imported.createdAt
	};
	return archiveLines({ session, branches: [branch], exchanges, summaries: [] });
}

/** A UUID made from a name (version 8: own scheme), always the same for the same name. */
function uuidOf(name: string): string {
	const hex = sha256(name);
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
