import type { Forgotten } from '#core/forgetting/what.ts';
import { memoryFile } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import {
	acceptShown,
	rejectProposal,
	type Acceptance,
	type DeskPorts
} from '#flows/desk/review-desk.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { accepted } from './memory-holds.ts';
import { byHand, chosen, type Does, type Life, type Moves } from './life.ts';

/** What a user can do with memory, and what can be forgotten. */

const forgetAll = (life: Life, what: Forgotten) =>
	forget(life.app, { what, lines: [], summaries: {} });

const inMemory = async (life: Life, at: number): Promise<unknown> => {
	const before = await memoryFile(life.app.db, 'MEMORY.md');
	const written = `${before?.text ?? ''}- ${byHand} ${String(at)}.\n`;
	return saveMemoryFile(life.app, {
		path: 'MEMORY.md',
		text: written,
		expectedRev: before?.rev ?? null
	});
};

const decide =
	(does: (ports: DeskPorts, id: string) => Promise<unknown>): Does =>
	async (life, at) => {
		const line = chosen(await waitingProposals(life.app.db), at);
		return line ? does(life.app, line.id) : null;
	};

/** Accepts a line, and notes that somebody did. */
export async function accept(ports: DeskPorts, id: string): Promise<Acceptance> {
	const { text = '', hash = '' } = (await ports.db.proposals.get(id)) ?? {};
	accepted.add(text);
	return acceptShown(ports, { id, hash });
}

export const ofMemory: Moves = {
	accept: [5, decide(accept)],
	reject: [3, decide(rejectProposal)],
	'write memory': [3, inMemory],
	'forget message': [
		2,
		async (life, at) => {
			const one = life.one(at, at % 2 === 0 ? 'here' : 'deleted');
			return one ? forgetAll(life, { kind: 'turn', ...one }) : null;
		}
	],
	'forget session': [
		1,
		async (life, at) => {
			const one = at % 3 === 0 ? life.one(at) : undefined;
			return one ? forgetAll(life, { kind: 'session', sessionId: one.sessionId }) : null;
		}
	],
	'forget line': [
		1,
		async (life, at) => {
			const lines = (await memoryFile(life.app.db, 'MEMORY.md'))?.text.match(/(?<=^- ).*/gm);
			const line = chosen(lines ?? [], at);
			return line === undefined ? null : forgetAll(life, { kind: 'line', line });
		}
	]
};
