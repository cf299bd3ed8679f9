import { leftOutTurns } from '#core/prompt/chosen-steps.ts';
import { barredFiles, barredFrom } from '#core/memory/access.ts';
import { quotedFiles, withoutBarred } from '#core/prompt/text/barred-quotes.ts';
import { isOff } from '#core/prompt/parts.ts';
import type { MemoryFile } from '#core/memory/memory.ts';
import { cleanLine } from '#core/memory/line.ts';
import { headOf, slicePath, type Path } from '#core/log/path.ts';
import type { Session } from '#core/log/session.ts';
import { beginOfDay, localDayOf } from '#core/log/stamp.ts';
import { taintOf, worse } from '#core/lines/taint.ts';
import type { Taint } from '#core/summary/summary.ts';
import type { Exchange } from '#core/log/turn.ts';
import { memoryFiles, placesAt } from '#db/memory/files.ts';
import { readPath } from '#db/log/sessions.ts';
import { marksOf, readExchanges } from '#db/log/turns.ts';
import type { SearchHit } from '#core/search/found.ts';
import type { App } from '#flows/ports.ts';
import { proposeLine } from '#flows/memory/propose-line.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';
import { wordsOfSession, type SessionWords } from '#flows/memory/session-words.ts';
import type { Proposed, ToolPorts } from '#tools/ports.ts';

/** What the tools of one turn reach: this session, what a guest may see of memory, and the desk. */

/** Memory lines that one turn may propose. */
const mostProposals = 20;
/** How long a model waits for an index that is still being made, ms. */
const searchPatience = 20_000;

export function toolPortsFor(
	app: App,
	turn: {
		readonly session: Session;
		readonly turnId: string;
		readonly read: Pick<ReadPrompt, 'input' | 'path'>;
		readonly signal: AbortSignal;
		/** The job on whose behalf lines are proposed, where it is not the conversation. */
		readonly proposes?: 'flush';
		/** What that job has read of tools, which is stored nowhere. */
		readonly readBeside?: () => Taint;
	}
): ToolPorts {
	const { db, clock } = app;
	const { session, read, signal } = turn;
	const zone = clock.zone();
	const guest = session.kind === 'guest';
	let proposed = 0;
	/** The session as this reply found it, read with its first line for memory. */
	let log: Promise<readonly Exchange[]> | null = null;

	const { local, noteKinds } = read.input;
	/** Files that may be read here: not MEMORY.md for guests, not beyond their scope, none the user has switched off. */
	const readable = async (): Promise<readonly MemoryFile[]> =>
		(await memoryFiles(db)).filter(
			(file) =>
				barredFrom(file, { kind: session.kind, local, noteKinds }) === null &&
				!isOff(read.input, file.path)
		);

	/** Turns the user keeps out of the prompt are kept from the tools as well; so are those off the record elsewhere. */
	const without = async (exchanges: readonly Exchange[], sessionId: string) => {
		const marks = await marksOf(db, sessionId);
		const out = leftOutTurns(marks);
		const isSecret = (turnId: string): boolean =>
			sessionId !== session.id &&
			marks.some((mark) => mark.kind === 'off-record' && mark.turnId === turnId);
		return exchanges.filter(({ turn: { turnId } }) => !out.has(turnId) && !isSecret(turnId));
	};

	return {
		session: { id: session.id, kind: session.kind, offRecord: session.offRecord },
		today: localDayOf(clock.now(), zone),
		dayOf: (at) => localDayOf(at, zone),
		beginOf: (day) => beginOfDay(day, zone),

		async search(ask) {
			const outcome = await app.workshop.run(
				'search',
				{
					...ask,
					// What may not be shown here takes no place from what may.
					limit: ask.limit * 2,
					now: clock.now(),
					guest,
					sessionId: null,
					prefix: false,
					askedIn: session.id,
					...asking(session.id, read.path),
					patience: searchPatience
				},
				signal
			);
			if (outcome.status !== 'found') return null;
			const hits: SearchHit[] = [];
			for (const hit of outcome.hits) {
				if (hit.sessionId !== null && hit.turnId !== null) {
					const marks = await marksOf(db, hit.sessionId);
					if (leftOutTurns(marks).has(hit.turnId)) continue;
				}
				// The newest message is what is being answered: finding it again says nothing.
				if (hit.turnId !== turn.turnId) hits.push(hit);
			}
			const paths = new Set((await readable()).map((file) => file.path));
			return {
				hits: hits
					.filter((hit) => hit.kind !== 'memory' || paths.has(hit.place ?? ''))
					.slice(0, ask.limit),
				unread: outcome.unread ?? 0
			};
		},

		async around({ sessionId, branch, seq }) {
			if (sessionId === null || branch === null || seq === null) return [];
			const path = await readPath(db, sessionId, branch);
			const range = { fromSeq: Math.max(0, seq - 1), throughSeq: seq + 1 };
			return without(await readExchanges(db, sessionId, path, range), sessionId);
		},

		async exchanges(fromSeq, throughSeq) {
			const parts = slicePath(read.path, fromSeq, throughSeq);
			const found = await readExchanges(db, session.id, parts, { fromSeq, throughSeq });
			// What may not go along as it was read then is not read out again.
			const quoted = await placesAt(db, quotedFiles(found));
			const barred = barredFiles(quoted, { kind: session.kind, local, noteKinds });
			return without(withoutBarred(found, barred), session.id);
		},

		memoryPaths: async () => (await readable()).map((file) => file.path),
		memoryText: async (path) => (await readable()).find((file) => file.path === path)?.text ?? null,

		desk: {
			async propose(line): Promise<Proposed> {
				if (session.offRecord) return 'off-record';
				if (proposed >= mostProposals) return 'too-many';
				const text = cleanLine(line.text);
				const words = await wordsSeen();
				const isHidden = !turn.proposes && words.offRecord.has(turn.turnId);
				if (isHidden || words.isSecret(text)) return 'off-record';
				const origin = words.originOf(text);
				const outcome = await proposeLine(app, {
					...line,
					source: turn.proposes ?? line.source,
					origin,
					sessionId: session.id,
					turnIds: [turn.turnId]
				});
				if (outcome.status === 'waiting' || outcome.status === 'written') proposed++;
				// By guessing lines a guest must not learn what MEMORY.md holds.
				if (guest && outcome.status === 'known') return 'waiting';
				return outcome.status;
			}
		}
	};

	/** What the model has read: the turns of this prompt, those its summary stands for, and its own calls. */
	async function wordsSeen(): Promise<SessionWords> {
		const { input, path } = read;
		const newest = await readExchanges(db, session.id, path, fromHead(path));
		const taint = taintOf(
			[...input.exchanges, ...newest],
			worse(input.summary?.taint ?? 'none', turn.readBeside?.() ?? 'none')
		);
		log ??= readExchanges(db, session.id, path);
		return wordsOfSession(db, session.id, { taint, log: await log });
	}
}

/** The turn that is being answered, which is no answer to itself. */
function asking(sessionId: string, path: Path) {
	const branch = path.at(-1)?.branch;
	return branch === undefined ? {} : { except: { sessionId, branch, seq: headOf(path) } };
}

/** The newest turn as it stands now, with the results that have come since. */
const fromHead = (path: Path) => ({ fromSeq: headOf(path), throughSeq: headOf(path) });
