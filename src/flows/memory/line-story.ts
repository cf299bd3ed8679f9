import { textOf } from '#core/log/blocks.ts';
import { turnsMarked } from '#core/log/marks.ts';
import { turnNumber } from '#core/log/turn.ts';
import { bulletLike } from '#core/memory/compared-lines.ts';
import {
	judgementOf,
	type Judged,
	type MemoryOrigin,
	type MemoryRevision
} from '#core/memory/memory.ts';
import { knownBy } from '#core/lines/same-line.ts';
import type { Learnt, LineStory, SourceTurn } from '#core/provenance/line-story.ts';
import { originsOfLine, revisionsOf } from '#db/memory/files.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { findTurn, marksOf } from '#db/log/turns.ts';
import { holdingNow } from '#flows/memory/line-sources.ts';
import type { App } from '#flows/ports.ts';

/** Tells where a line comes from: which conversation, which turns, whose words, by which job, when, and what is gone. */

type StoryPorts = Pick<App, 'db'>;

/** Characters of a message that are enough to know it again. */
const longest = 160;

/** The story of a line of a file. Its origins are found under any path: files are renamed and lines move. */
export async function storyOfLine(
	ports: StoryPorts,
	{ path, text }: { readonly path: string; readonly text: string }
): Promise<LineStory> {
	const { line, signs } = knownBy(text);
	const [origins, revisions] = await Promise.all([
		originsOfLine(ports.db, line),
		revisionsOf(ports.db, path)
	]);
	const told = await holdingNow(
		ports.db,
		origins.filter((row) => (row.signs ?? signs) === signs)
	);
	const newest = dedupe(told).sort((a, b) => b.at - a.at);
	return {
		line: text,
		learnt: await Promise.all(
			newest.map((origin) => tell(ports, { ...origin, by: origin.writer }))
		),
		written: firstWrite(revisions, text)
	};
}

/** The story of a line that waits at the desk; null when it is there no more. */
export async function storyOfProposal(ports: StoryPorts, id: string): Promise<LineStory | null> {
	const proposal = await ports.db.proposals.get(id);
	if (!proposal) return null;
	const { text, source, createdAt } = proposal;
	const learnt = await tell(ports, { ...proposal, by: source, at: createdAt });
	return { line: text, learnt: [learnt], written: null };
}

/** A line that was moved has the same fact once for each path it stood in. */
function dedupe(origins: readonly MemoryOrigin[]): MemoryOrigin[] {
	const found = new Map<string, MemoryOrigin>();
	for (const origin of origins)
		found.set(`${origin.sessionId ?? ''} ${String(origin.at)} ${origin.turnIds.join(' ')}`, origin);
	return [...found.values()];
}

function firstWrite(revisions: readonly MemoryRevision[], line: string): LineStory['written'] {
	const holds = ({ text, deleted }: MemoryRevision): boolean =>
		!deleted && bulletLike(text, line) !== undefined;
	const first = revisions.findLast(holds);
	return first ? { at: first.at, by: first.by } : null;
}

async function tell(
	{ db }: StoryPorts,
	{
		origin,
		by,
		at,
		sessionId,
		turnIds,
		...judged
	}: Judged & Pick<MemoryOrigin, 'origin' | 'sessionId' | 'turnIds'> & Pick<Learnt, 'by' | 'at'>
): Promise<Learnt> {
	const told = { origin, by, at, ...judgementOf(judged) };
	if (sessionId === null) return { ...told, session: null, turns: [] };
	const session = await sessionOf(db, sessionId);
	const deleted = turnsMarked(await marksOf(db, sessionId), 'deleted');
	const turns = await Promise.all(
		turnIds.map(async (turnId): Promise<SourceTurn> => {
			const turn = session && (await findTurn(db, sessionId, turnId));
			if (!turn) return { turnId, number: null, said: '', href: null, state: 'gone' };
			const number = turnNumber(turn.seq);
			if (turn.forgottenAt !== undefined)
				return { turnId, number, said: '', href: null, state: 'forgotten' };
			const said = textOf(turn.asked).replace(/\s+/gu, ' ').trim().slice(0, longest);
			const href = `/chat/${sessionId}#${turnId}`;
			return { turnId, number, said, href, state: deleted.has(turnId) ? 'deleted' : 'here' };
		})
	);
	const href = session ? `/chat/${sessionId}` : null;
	return { ...told, session: { title: session?.title ?? '', href }, turns };
}
