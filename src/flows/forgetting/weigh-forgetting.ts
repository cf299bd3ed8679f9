import { textOf, textsIn, type UserBlock } from '#core/log/blocks.ts';
import { turnsMarked } from '#core/log/marks.ts';
import { branchAt } from '#core/log/path.ts';
import { callsOf, type Exchange, type Turn } from '#core/log/turn.ts';
import { onDevice } from '#core/models/model-card.ts';
import { holdsAny, passagesOf, saidIn, sentenceWith, tracesIn } from '#core/forgetting/traces.ts';
import { sessionOfForgotten, type ForgettingFound, type Forgotten } from '#core/forgetting/what.ts';
import { plainWords } from '#core/search/plain-words.ts';
import { headOfWords } from '#core/text/excerpt.ts';
import { attemptsAt } from '#db/log/attempts.ts';
import { readPath } from '#db/log/sessions.ts';
import type { Truth } from '#db/schema.ts';
import { withoutIt } from '#flows/forgetting/stores/forget-summaries.ts';
import { linesLearnt } from '#flows/memory/lines-learnt.ts';
import {
	isTold,
	beginWalk,
	saidThereAlone,
	type ForgettingPorts,
	type Walk
} from '#flows/forgetting/walk.ts';
import { asSession, withAttempts } from '#flows/forgetting/what-goes.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** What forgetting something would touch: shown before it is done, so that the user decides about what was learnt. */

/** Other messages that say the same, at most; there they are the user's to forget. */
const mostElsewhere = 20;
/** What is shown of each, and of the question it answers, characters. */
const mostSaid = 200;
const mostAsked = 80;

export async function weighForgetting(
	ports: ForgettingPorts,
	{ what: chosen, also = [] }: WorkshopJobs['weigh-forgetting']['ask']
): Promise<WorkshopJobs['weigh-forgetting']['outcome']> {
	const what = await withAttempts(ports.db, await asSession(ports.db, chosen));
	const { kind } = what;
	const nothing = { kind, summaries: [], lines: [], elsewhere: [], damaged: [], hosts: [] };
	if (kind === 'archive') return { status: 'weighed', found: nothing };
	const sessionId = sessionOfForgotten(what) ?? '';
	// As they are deleted: with every attempt at them.
	const attempts = also.map((turnId) => attemptsAt(ports.db, { sessionId, turnId }));
	const deleted = (await Promise.all(attempts)).flat();
	const walk = await beginWalk(ports, { what, lines: [], summaries: {} }, deleted);
	const [summaries, lines, elsewhere, hosts] = await Promise.all([
		summariesTold(walk),
		linesLearntIn(walk),
		saidElsewhere(walk, what),
		hostsReached(walk)
	]);
	const damaged = walk.isWhole ? [] : walk.damaged;
	return { status: 'weighed', found: { kind, summaries, lines, elsewhere, damaged, hosts } };
}

/** Summaries that tell it, each with what would be left of its text; first those in use or waiting. */
async function summariesTold(walk: Walk): Promise<ForgettingFound['summaries']> {
	if (walk.isWhole) return [];
	const { wideTraces, covering } = walk;
	const rows = await walk.db.summaries.bulkGet([...covering]);
	return rows
		.filter((row) => row !== undefined)
		.filter((row) => isTold(walk, row, wideTraces))
		.map(({ id, round, text, status }) => ({
			id,
			round,
			isDraft: status === 'draft' || status === 'discarded',
			isShown: status === 'active' || status === 'draft',
			text: withoutIt(wideTraces, text),
			words: tracesIn(text, wideTraces.terms).slice(0, 12)
		}))
		.sort((a, b) => Number(b.isShown) - Number(a.isShown) || b.round - a.round);
}

/** Memory lines that stand in a file and came from the forgotten turns, or from their session and tell what only those say. */
async function linesLearntIn(walk: Walk): Promise<ForgettingFound['lines']> {
	const { db, turnIds, sessionId, isWhole } = walk;
	const isSaidThere = saidThereAlone(walk);
	const lines = await linesLearnt(
		db,
		(origin) =>
			origin.turnIds.some((id) => turnIds.has(id)) ||
			(sessionId !== null &&
				origin.sessionId === sessionId &&
				(isWhole || isSaidThere(origin.line)))
	);
	return lines.map(({ path, text }) => ({ path, text }));
}

type Elsewhere = ForgettingFound['elsewhere'];
type Hit = Pick<Turn, 'sessionId' | 'turnId' | 'branch' | 'seq'> & {
	readonly said: string;
	readonly isAnswer: boolean;
};

/** Other turns in which somebody said the same words, called a tool with them, or sent the same file. */
async function saidElsewhere(walk: Walk, what: Forgotten): Promise<Elsewhere> {
	const { db, turnIds } = walk;
	if (walk.isWhole) return [];
	const passages = passagesOf(what.kind === 'line' ? [what.line] : saidIn(walk.exchanges.map(own)));
	const files = new Set(walk.exchanges.flatMap(({ turn }) => turn.asked.flatMap(fileIn)));
	// What was deleted is forgotten in its time, and deleted once more it would come back with these.
	const deleted = turnsMarked(await db.marks.toArray(), 'deleted');
	const found = new Map<string, Hit>();
	const add = (
		{ sessionId, turnId, branch, seq }: Omit<Hit, 'said' | 'isAnswer'>,
		texts: string[],
		isAnswer: boolean
	) => {
		if (turnIds.has(turnId) || found.has(turnId) || deleted.has(turnId)) return;
		const said = shownOf(sentenceWith(texts, passages) || texts.join(' '), mostSaid);
		found.set(turnId, { sessionId, turnId, branch, seq, said, isAnswer });
	};
	await db.turns.each((turn) => {
		const hasFile = files.size > 0 && turn.asked.flatMap(fileIn).some((data) => files.has(data));
		const texts = [textOf(turn.asked)];
		if (hasFile || holdsAny(texts, passages)) add(turn, texts, false);
	});
	await db.steps.each((step) => {
		const texts = [textOf(step.content), ...callsOf(step).flatMap(({ input }) => textsIn(input))];
		if (holdsAny(texts, passages)) add(step, texts, true);
	});
	return onceEach(db, found);
}

/** As people read it, in a line. */
const shownOf = (text: string, most: number): string =>
	headOfWords(plainWords(text).replace(/\s+/gu, ' '), most);

/** One place for each message, however often it was asked: the attempt on screen, if that is among them. */
async function onceEach(db: Truth, found: ReadonlyMap<string, Hit>): Promise<Elsewhere> {
	const places: Elsewhere[number][] = [];
	const told = new Set<string>();
	for (const hit of found.values()) {
		if (places.length === mostElsewhere) break;
		if (told.has(hit.turnId)) continue;
		const session = await db.sessions.get(hit.sessionId);
		if (typeof session?.deletedAt === 'number') continue;
		const attempts = await attemptsAt(db, hit);
		for (const id of attempts) told.add(id);
		const hits = attempts.flatMap((id) => found.get(id) ?? []);
		const path = hits.length > 1 ? await readPath(db, hit.sessionId) : [];
		const shown = hits.find(({ branch, seq }) => branchAt(path, seq) === branch) ?? hit;
		const { sessionId, turnId, said, isAnswer } = shown;
		const turn = await db.turns.get([sessionId, shown.branch, shown.seq]);
		const question = isAnswer && turn ? shownOf(textOf(turn.asked), mostAsked) : '';
		const title = session?.title ?? '';
		places.push({ sessionId, turnId, title, said, question, at: turn?.askedAt ?? 0 });
	}
	return places;
}

/** What is its own: an answer on this device says what others said, in a frame of words that every one of them has. */
const own = ({ turn, steps }: Exchange): Exchange => ({
	turn,
	steps: steps.filter(({ model }) => model !== onDevice)
});

/** An image or a packed file, whole: of their beginnings many are alike. */
const fileIn = (block: UserBlock): readonly string[] =>
	block.type === 'image' || block.type === 'document' ? [block.source.data] : [];

/** Where it may have been sent: nobody can take it back from there. */
async function hostsReached({
	db,
	sessionId,
	exchanges,
	others
}: Walk): Promise<readonly string[]> {
	const first = Math.min(...exchanges.map(({ turn }) => turn.seq));
	const earlier = new Set(others.flatMap(({ turn }) => (turn.seq < first ? [turn.turnId] : [])));
	const entries = await db.ledger
		.filter(
			(entry) =>
				entry.host !== 'this device' &&
				(sessionId === null ||
					(entry.sessionId === sessionId && !(entry.turnId && earlier.has(entry.turnId))))
		)
		.toArray();
	return [...new Set(entries.map(({ host }) => host))];
}
