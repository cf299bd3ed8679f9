import { headOf, type Path } from '#core/log/path.ts';
import { leftOutTurns } from '#core/log/marks.ts';
import type { SearchHit } from '#core/search/found.ts';
import { marksOf } from '#db/log/turns.ts';
import type { Readable } from '#flows/answer/tools/readable.ts';
import type { CallingReply } from '#flows/answer/tools/reply.ts';
import type { App } from '#flows/ports.ts';
import type { ToolPorts } from '#tools/ports.ts';

/** How long a model waits for an index that is still being made, ms. */
const searchPatience = 20_000;

/** The search as a reply may use it. */
export const searchFor =
	(app: App, reply: CallingReply, readable: Readable): ToolPorts['search'] =>
	async (ask) => {
		const { session, read, signal } = reply;
		const files = (await readable.files()).map(({ path }) => path);
		const outcome = await app.workshop.run(
			'search',
			{
				...ask,
				// What may not be shown here takes no place from what may.
				limit: ask.limit * 2,
				now: app.clock.now(),
				guest: session.kind === 'guest',
				sessionId: null,
				prefix: false,
				askedIn: session.id,
				...asking(session.id, read.path),
				files,
				patience: searchPatience
			},
			signal
		);
		if (outcome.status !== 'found') return null;
		const isLeftOut = await leftOutOf(app, outcome.hits);
		const hits = outcome.hits.filter((hit) => {
			if (hit.kind === 'memory') return files.includes(hit.place ?? '');
			// The newest message is what is being answered: finding it again says nothing.
			return hit.turnId !== reply.turnId && !isLeftOut(hit);
		});
		return { hits: hits.slice(0, ask.limit), unread: outcome.unread ?? 0 };
	};

/** Whether the user keeps the turn of a hit out of the prompt. Each session is looked at once. */
async function leftOutOf(
	{ db }: App,
	hits: readonly SearchHit[]
): Promise<(hit: SearchHit) => boolean> {
	const ids = [...new Set(hits.flatMap(({ sessionId }) => sessionId ?? []))];
	const left = await Promise.all(ids.map(async (id) => leftOutTurns(await marksOf(db, id))));
	const bySession = new Map(ids.map((id, at) => [id, left[at]]));
	return ({ sessionId, turnId }) =>
		sessionId !== null && turnId !== null && bySession.get(sessionId)?.has(turnId) === true;
}

/** The turn that is being answered, which is no answer to itself. */
function asking(sessionId: string, path: Path) {
	const branch = path.at(-1)?.branch;
	return branch === undefined ? {} : { except: { sessionId, branch, seq: headOf(path) } };
}
