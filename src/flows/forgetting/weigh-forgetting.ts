import { textOf } from '#core/log/blocks.ts';
import { holdsAny, passagesOf, tracesIn } from '#core/forgetting/traces.ts';
import type { ForgettingFound, Forgotten } from '#core/forgetting/what.ts';
import { bulletsOf } from '#core/memory/file.ts';
import { normaliseLine } from '#core/memory/line.ts';
import { memoryFiles } from '#db/memory.ts';
import { isTold, withoutIt } from '#flows/forgetting/forget-summaries.ts';
import { beginWalk, type ForgettingPorts, type Walk } from '#flows/forgetting/walk.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** What forgetting something would touch: shown before it is done, so that the user decides about what was learnt. */

/** Other messages that say the same, at most; there they are the user's to forget. */
const mostElsewhere = 20;

export async function weighForgetting(
	ports: ForgettingPorts,
	{ what }: WorkshopJobs['weigh-forgetting']['ask']
): Promise<WorkshopJobs['weigh-forgetting']['outcome']> {
	const walk = await beginWalk(ports, { what, lines: [], summaries: {} });
	const [summaries, lines, elsewhere, hosts] = await Promise.all([
		summariesTold(walk),
		linesLearnt(walk),
		saidElsewhere(walk, what),
		hostsReached(walk)
	]);
	return { status: 'weighed', found: { summaries, lines, elsewhere, hosts } };
}

/** Summaries in use or waiting that tell it, each with what would be left of its text. */
async function summariesTold(walk: Walk): Promise<ForgettingFound['summaries']> {
	if (walk.isWhole) return [];
	const rows = await walk.db.summaries
		.filter(
			(row) =>
				(walk.sessionId === null || row.sessionId === walk.sessionId) &&
				(row.status === 'active' || row.status === 'draft') &&
				isTold(walk, row)
		)
		.toArray();
	return rows.map(({ id, round, text, status }) => ({
		id,
		round,
		isDraft: status === 'draft',
		text: withoutIt(walk, text),
		words: tracesIn(text, walk.terms).slice(0, 12)
	}));
}

/** Memory lines that came from the forgotten turns and stand in a file. */
async function linesLearnt(walk: Walk): Promise<ForgettingFound['lines']> {
	const { db, turnIds, sessionId, isWhole } = walk;
	const origins = await db.memoryOrigins
		.filter(
			(origin) =>
				origin.turnIds.some((id) => turnIds.has(id)) || (isWhole && origin.sessionId === sessionId)
		)
		.toArray();
	const wanted = new Set(origins.map(({ line }) => line));
	if (wanted.size === 0) return [];
	return (await memoryFiles(db)).flatMap(({ path, text }) =>
		bulletsOf(text)
			.filter((bullet) => wanted.has(normaliseLine(bullet.text)))
			.map((bullet) => ({ path, text: bullet.text }))
	);
}

/** Other turns in which somebody said the same words. */
async function saidElsewhere(walk: Walk, what: Forgotten): Promise<ForgettingFound['elsewhere']> {
	const { db, turnIds } = walk;
	const passages =
		what.kind === 'line'
			? passagesOf([what.line])
			: passagesOf(
					walk.exchanges.flatMap(({ turn, steps }) => [
						textOf(turn.asked),
						...steps.map((step) => textOf(step.content))
					])
				);
	if (passages.length === 0 || walk.isWhole) return [];
	const found = new Map<string, ForgettingFound['elsewhere'][number]>();
	const add = ({ sessionId, turnId }: { sessionId: string; turnId: string }) => {
		if (!turnIds.has(turnId) && found.size < mostElsewhere)
			found.set(turnId, { sessionId, turnId });
	};
	await db.turns.each((turn) => {
		if (holdsAny([textOf(turn.asked)], passages)) add(turn);
	});
	await db.steps.each((step) => {
		if (holdsAny([textOf(step.content)], passages)) add(step);
	});
	return [...found.values()];
}

/** Where it may have been sent: nobody can take it back from there. */
async function hostsReached({ db, sessionId, exchanges }: Walk): Promise<readonly string[]> {
	const since = Math.min(...exchanges.map(({ turn }) => turn.askedAt), Infinity);
	const entries = await db.ledger
		.filter(
			(entry) =>
				entry.host !== 'this device' &&
				(sessionId === null || (entry.sessionId === sessionId && entry.at >= since))
		)
		.toArray();
	return [...new Set(entries.map(({ host }) => host))];
}
