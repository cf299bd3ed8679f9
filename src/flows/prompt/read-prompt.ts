import type { AssembleInput, Newest } from '#core/prompt/input.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import type { UserBlock } from '#core/log/blocks.ts';
import { isCold } from '#core/wire/cache.ts';
import { pinsSent, type Pin } from '#core/log/pin.ts';
import { barredFiles, readerOf } from '#core/memory/access.ts';
import { curatedPath, dailyPath, type MemoryFile } from '#core/memory/memory.ts';
import { headOf, pathOf, pathWith, type Path } from '#core/log/path.ts';
import { policyFor } from '#core/presets/policy.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import { answererOf } from '#core/models/answerer.ts';
import { cacheLifetimeOf, type Settings } from '#core/settings.ts';
import { cardOf, onDevice } from '#core/models/model-card.ts';
import type { Session } from '#core/session/session.ts';
import { lastDays, localDayOf, stampOf } from '#core/time/stamp.ts';
import { summaryFormOf } from '#core/summary/form.ts';
import { standsFrom, summaryInUse, type Summary } from '#core/summary/summary.ts';
import type { Exchange, Mark, Turn } from '#core/log/turn.ts';
import { memoryFilesAt } from '#db/memory/files.ts';
import { pinsOf } from '#db/log/pins.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { forgettings } from '#db/forgetting/tombstones.ts';
import { exchangeAt, marksOf } from '#db/log/turns.ts';
import type { KeyStatus } from '#core/key.ts';
import { fingerprintOf } from '#core/wire/bound-key.ts';
import { goneFrom, type GonePlaces } from '#core/prompt/text/gone-places.ts';
import type { App } from '#flows/ports.ts';
import type { Telephone } from '#flows/ports/telephone.ts';
import { readKnown } from '#flows/prompt/known-exchanges.ts';
import { readQuoted } from '#flows/prompt/gone-quotes.ts';
import { placePins } from '#flows/prompt/placed-pins.ts';
import { memoryRules } from '#prompts/memory-rules.ts';
import { promptWords } from '#prompts/prompt-words.ts';
import { systemTextOf } from '#prompts/system.ts';
import { toolDefinitions } from '#tools/definitions.ts';

/** Reads everything a prompt is made of, and assembles it. The only place that knows where each part is stored. */

/** What is asked: the composer's text, or the newest stored turn of the branch on screen. */
type Asked =
	| { readonly kind: 'unsent'; readonly blocks: readonly UserBlock[] }
	/** Another question in the place of the newest stored turn, which waits for its answer. */
	| { readonly kind: 'beside'; readonly blocks: readonly UserBlock[] }
	| {
			readonly kind: 'newest-turn';
			readonly goes: 'anew' | 'on';
			/** When the answer that is under way began (Unix ms). */
			readonly begunAt: number;
	  };

export interface PromptAsk {
	readonly session: Session;
	/** The branch it is made of, where that is not the one on screen: another may be put there while a message is answered. */
	readonly branch?: string;
	readonly asked: Asked;
	/** Who answers, when it is not who the settings say. */
	readonly answerer?: string | undefined;
	readonly switchedOff?: readonly string[] | undefined;
	readonly dropOldest?: number | undefined;
}

/** What is read here; the workshop has these too, the state of the key as data. */
export interface PromptPorts extends Pick<App, 'db' | 'clock'> {
	readonly telephone: Pick<Telephone, 'keyStatus'>;
}

/** What a prompt is made of, as it is stored. */
export interface Sources {
	readonly session: Session;
	readonly settings: Settings;
	readonly key: KeyStatus;
	readonly path: Path;
	readonly summaries: readonly Summary[];
	readonly marks: readonly Mark[];
	/** Those that go along. */
	readonly pins: readonly Pin[];
	readonly memory: readonly MemoryFile[];
	/** Files that results of tools quote. */
	readonly quoted: readonly Pick<MemoryFile, 'path' | 'scope'>[];
	/** Places of what they quote and was deleted where it stands. */
	readonly gone: GonePlaces;
	/** From the last turn that the summary covers, or the first, to the head. */
	readonly exchanges: readonly Exchange[];
	/** First turn of the path where a summary is in use. */
	readonly firstTurn: Turn | null;
	readonly now: number;
	readonly zone: string;
	readonly days: readonly string[];
	/** Before any of it was read, see `forgettings`. */
	readonly forgotten: number;
}

export interface ReadPrompt {
	readonly session: Session;
	readonly input: AssembleInput;
	readonly prompt: Prompt;
	readonly settings: Settings;
	readonly summaries: readonly Summary[];
	readonly path: Path;
	/** Before any of it was read, see `forgettings`. */
	readonly forgotten: number;
}

export const readPrompt = async (app: PromptPorts, ask: PromptAsk): Promise<ReadPrompt> =>
	promptFrom(await readSources(app, ask.session, ask.branch), ask);

/**
 * Reads everything in two rounds, and a third where tools quoted memory, however long the session is. Of a session
 * that was read before only what is new is read.
 */
export async function readSources(
	app: PromptPorts,
	wanted: Session,
	branch?: string
): Promise<Sources> {
	const { db, clock } = app;
	const { id } = wanted;
	const [{ now: forgotten, isUnderWay }, ...rest] = await Promise.all([
		// First: what is forgotten behind it may be in all the rest.
		forgettings(db),
		readSettings(db),
		app.telephone.keyStatus(),
		sessionOf(db, id),
		branchesOf(db, id),
		summariesOf(db, id),
		marksOf(db, id),
		pinsOf(db, id)
	]);
	const [settings, key, stored, branches, summaries, marks, pins] = rest;
	const onScreen = stored ?? wanted;
	const session = branch === undefined ? onScreen : { ...onScreen, branch };
	const path = branches.length === 0 ? [] : pathOf(branches, session.branch);
	const summary = summaryInUse(summaries, path);
	const now = clock.now();
	const zone = clock.zone();
	const days = lastDays(localDayOf(now, zone), settings.noteDays);
	const [first, exchanges, memory, placed] = await Promise.all([
		summary && exchangeAt(db, id, path, 0),
		readKnown(db, {
			sessionId: id,
			path,
			fromSeq: summary?.through.seq ?? 0,
			forgotten: isUnderWay ? null : forgotten
		}),
		// Only the files that may go along are read: the table may hold notes of years.
		memoryFilesAt(db, [curatedPath, ...days.map(dailyPath)]),
		placePins(db, pins, { path, marks, branches: branches.length })
	]);
	const firstTurn = first?.turn ?? null;
	const { quoted, gone } = await readQuoted(db, exchanges, path);
	const read = { session, settings, key, path, summaries, marks, pins: pinsSent(placed) };
	return { ...read, memory, quoted, gone, exchanges, firstTurn, now, zone, days, forgotten };
}

/** The sources as they are once a turn is stored behind them. */
export const withTurn = (sources: Sources, turn: Turn): Sources => ({
	...sources,
	path: pathWith(sources.path, turn),
	exchanges: [...sources.exchanges, { turn, steps: [] }]
});

export function promptFrom(sources: Sources, ask: Omit<PromptAsk, 'session'>): ReadPrompt {
	const { session, settings, key, path, summaries, marks, pins, memory, exchanges } = sources;
	const { quoted, gone, now, zone, days, firstTurn, forgotten } = sources;
	const summary = summaryInUse(summaries, path);
	const card = cardOf(settings, ask.answerer ?? answererOf(settings, session, key.state));
	const here = card.id === onDevice;
	const reader = readerOf(settings, { kind: session.kind, answerer: card.id });
	const { local, noteKinds } = reader;
	const policy = policyFor(settings, session, card);
	const cache = cacheLifetimeOf(settings, card.id);
	const newest = newestOf(ask.asked, exchanges, stampOf(now, zone));
	const begunAt = ask.asked.kind === 'newest-turn' ? ask.asked.begunAt : now;
	const input: AssembleInput = {
		session,
		card,
		policy,
		key: here ? 'this device' : fingerprintOf({ ...settings, key }),
		endpoint: settings.endpoint,
		local,
		systemText: systemTextOf(settings.systemText),
		memoryRules: memoryRules(session.kind, settings.prompts),
		memory,
		barred: new Map([...barredFiles(quoted, reader), ...goneFrom(gone, newest, begunAt)]),
		days,
		noteKinds,
		pins,
		marks,
		summary,
		summaryFrom: summary ? standsFrom(summary, summaries, path).seq : 0,
		summaryDay: summary ? localDayOf(summary.committedAt ?? summary.createdAt, zone) : '',
		form: summaryFormOf(policy.preset),
		firstTurn,
		lastCovered: summary
			? (exchanges.find(({ turn }) => turn.seq === summary.through.seq) ?? null)
			: null,
		lost: lostOf(path, exchanges, summary ? summary.through.seq + 1 : 0),
		exchanges: ask.asked.kind === 'unsent' ? exchanges : exchanges.slice(0, -1),
		dropOldest: ask.dropOldest ?? 0,
		newest,
		tools: toolDefinitions,
		switchedOff: ask.switchedOff ?? [],
		thinking: settings.thinking,
		cache,
		cold: isCold(session, { model: card.id, lifetime: cache, now, local }),
		words: promptWords
	};
	return { session, input, prompt: assemblePrompt(input), settings, summaries, path, forgotten };
}

/** Seqs of the path that are nowhere. What lies in an archive that cannot be read just now has failed before. */
function lostOf(path: Path, exchanges: readonly Exchange[], fromSeq: number): readonly number[] {
	const found = new Set(exchanges.map(({ turn }) => turn.seq));
	const length = Math.max(0, headOf(path) + 1 - fromSeq);
	return Array.from({ length }, (_, at) => fromSeq + at).filter((seq) => !found.has(seq));
}

function newestOf(asked: Asked, exchanges: readonly Exchange[], stamp: string): Newest {
	if (asked.kind !== 'newest-turn') return { kind: 'unsent', asked: asked.blocks, stamp };
	const exchange = exchanges.at(-1);
	if (!exchange) throw new Error('There is no stored turn to answer');
	return { kind: 'turn', exchange, goes: asked.goes };
}
