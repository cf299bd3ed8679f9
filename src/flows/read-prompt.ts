import type { AssembleInput, Newest } from '#core/assemble-input.ts';
import { assemblePrompt } from '#core/assemble.ts';
import type { UserBlock } from '#core/blocks.ts';
import { isCold } from '#core/cache.ts';
import { isLocalEndpoint } from '#core/endpoint.ts';
import { curatedPath, dailyPath } from '#core/memory.ts';
import { headOf, type Path } from '#core/path.ts';
import { policyOf } from '#core/presets.ts';
import type { Prompt } from '#core/prompt.ts';
import { answererOf, cardOf, onDevice, type Settings } from '#core/settings.ts';
import { sha256 } from '#core/sha256.ts';
import type { Session } from '#core/session.ts';
import { lastDays, localDayOf, stampOf } from '#core/stamp.ts';
import { summaryFormOf } from '#core/summary-form.ts';
import { standsFrom, summaryInUse, type Summary } from '#core/summary.ts';
import type { Exchange } from '#core/turn.ts';
import { withAssumedWindow } from '#core/weigh.ts';
import { memoryFilesAt } from '#db/memory.ts';
import { pinsOf } from '#db/records.ts';
import { readPath } from '#db/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { summariesOf } from '#db/summaries.ts';
import { marksOf, readExchanges } from '#db/turns.ts';
import type { App, KeyStatus, Telephone } from '#flows/ports.ts';
import { keepKnown } from '#flows/known-exchanges.ts';
import { memoryRules } from '#prompts/memory-rules.ts';
import { promptWords } from '#prompts/prompt-words.ts';
import { systemTextOf } from '#prompts/system.ts';
import { toolDefinitions } from '#tools/definitions.ts';

/** Reads everything a prompt is made of, and assembles it. The only place that knows where each part is stored. */

/** What is asked: the composer's text, or the newest stored turn of the branch on screen. */
type Asked =
	| { readonly kind: 'unsent'; readonly blocks: readonly UserBlock[] }
	/** In the place of the newest stored turn, which waits for its answer. */
	| { readonly kind: 'beside'; readonly blocks: readonly UserBlock[] }
	| { readonly kind: 'newest-turn'; readonly goes: 'anew' | 'on' };

export interface PromptAsk {
	readonly session: Session;
	readonly asked: Asked;
	/** Who answers, when it is not who the settings say. */
	readonly answerer?: string;
	readonly switchedOff?: readonly string[];
	readonly dropOldest?: number;
}

/** What is read here; the workshop has these too, the state of the key as data. */
export interface PromptPorts extends Pick<App, 'db' | 'clock'> {
	readonly telephone: Pick<Telephone, 'keyStatus'>;
}

export interface ReadPrompt {
	readonly input: AssembleInput;
	readonly prompt: Prompt;
	readonly settings: Settings;
	readonly summaries: readonly Summary[];
	readonly path: Path;
}

/** What thinking is bound to beside the prefix: endpoint and key; never the key itself. */
const fingerprintOf = (settings: Settings, key: KeyStatus): string =>
	sha256(`${settings.endpoint}\n${key.fingerprint ?? ''}`).slice(0, 16);

export async function readPrompt(app: PromptPorts, ask: PromptAsk): Promise<ReadPrompt> {
	const { db, clock } = app;
	const { session } = ask;
	const [settings, key, path, summaries, marks, pins] = await Promise.all([
		readSettings(db),
		app.telephone.keyStatus(),
		readPath(db, session.id, session.branch),
		summariesOf(db, session.id),
		marksOf(db, session.id),
		pinsOf(db, session.id)
	]);
	const summary = summaryInUse(summaries, path);
	const now = clock.now();
	const zone = clock.zone();
	const days = lastDays(localDayOf(now, zone), settings.noteDays);
	const [first, read, memory] = await Promise.all([
		summary ? readExchanges(db, session.id, path, { fromSeq: 0, throughSeq: 0 }) : [],
		readExchanges(db, session.id, path, {
			fromSeq: summary?.through.seq ?? 0,
			throughSeq: headOf(path)
		}),
		// Years of notes lie in the table; only those that may go along are read.
		memoryFilesAt(db, [curatedPath, ...days.map(dailyPath)])
	]);
	const exchanges = keepKnown(db, session.id, read);
	const card = cardOf(settings, ask.answerer ?? answererOf(settings, session, key.state));
	const here = card.id === onDevice;
	const local = here || isLocalEndpoint(settings.endpoint);
	const policy = policyOf(settings, session, withAssumedWindow(card));
	const cache = local ? null : settings.cacheLifetime;
	const newest = newestOf(ask.asked, exchanges, stampOf(now, zone));
	const input: AssembleInput = {
		session,
		card,
		policy,
		key: here ? 'this device' : fingerprintOf(settings, key),
		local,
		systemText: systemTextOf(settings.systemText),
		memoryRules: memoryRules(session.kind),
		memory,
		days,
		noteKinds: settings.noteKinds,
		pins,
		marks,
		summary,
		summaryFrom: summary ? standsFrom(summary, summaries, path).seq : 0,
		summaryDay: summary ? localDayOf(summary.committedAt ?? summary.createdAt, zone) : '',
		form: summaryFormOf(policy.preset),
		firstTurn: first[0]?.turn ?? null,
		lastCovered: summary
			? (exchanges.find(({ turn }) => turn.seq === summary.through.seq) ?? null)
			: null,
		exchanges: ask.asked.kind === 'unsent' ? exchanges : exchanges.slice(0, -1),
		dropOldest: ask.dropOldest ?? 0,
		newest,
		tools: toolDefinitions,
		switchedOff: ask.switchedOff ?? [],
		thinking: settings.thinking,
		cache,
		cold: isCold(session, { model: card.id, lifetime: cache, now }),
		words: promptWords
	};
	return { input, prompt: assemblePrompt(input), settings, summaries, path };
}

function newestOf(asked: Asked, exchanges: readonly Exchange[], stamp: string): Newest {
	if (asked.kind !== 'newest-turn') return { kind: 'unsent', asked: asked.blocks, stamp };
	const exchange = exchanges.at(-1);
	if (!exchange) throw new Error('There is no stored turn to answer');
	return { kind: 'turn', exchange, goes: asked.goes };
}
