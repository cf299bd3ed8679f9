import type { AnchorList } from '#core/anchors/rank.ts';
import { textOf } from '#core/log/blocks.ts';
import { isKeptOut, leftOutTurns } from '#core/log/marks.ts';
import { languageTyped } from '#core/log/language-asked.ts';
import type { Language } from '#core/text/language.ts';
import { pathOf, type Path } from '#core/log/path.ts';
import type { Weigh } from '#core/plan/items.ts';
import { shorterSteps, weighRows } from '#core/plan/weigh-rows.ts';
import { repeatedBy } from '#core/plan/repeated.ts';
import { policyFor, type Policy } from '#core/presets/policy.ts';
import type { Preset } from '#core/presets/preset.ts';
import type { Session } from '#core/session/session.ts';
import { cardOf } from '#core/models/model-card.ts';
import type { Settings } from '#core/settings.ts';
import { summaryModels, type SummaryModels } from '#core/summarise/models.ts';
import { excludedAmong, type Excluded } from '#core/summarise/excluded.ts';
import { summaryFormOf } from '#core/summary/form.ts';
import { wordsKey } from '#core/summary/ground.ts';
import { spoken, standsFrom, summaryInUse, wearOf, type Summary } from '#core/summary/summary.ts';
import type { PromptStand } from '#core/wire/cache.ts';
import { standing } from '#core/reply/reply-parts.ts';
import { exchangesAfter } from '#core/log/coverage.ts';
import type { Exchange, Position, Step } from '#core/log/turn.ts';
import { scaleOf, type Scale } from '#core/prompt/weight/weigh-parts.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { forgettings } from '#db/forgetting/tombstones.ts';
import { exchangeAt, marksOf } from '#db/log/turns.ts';
import { readKnown } from '#flows/prompt/known-exchanges.ts';
import { readStoredJob } from '#core/compaction/stored-job.ts';

/** Everything a compaction is decided from. Whether it is still as it was read (`stillSo`), is asked before it is told or stored. */

export interface CompactionCase {
	readonly settings: Settings;
	readonly session: Session;
	readonly branch: string;
	readonly path: Path;
	/** From the turn in which the summary in use ends, or the first, to the head. */
	readonly exchanges: readonly Exchange[];
	/** The first turn of the path; null also where the user has left it out or deleted it. */
	readonly first: Exchange | null;
	readonly previous: Summary | null;
	/** Rounds that the summary in use holds, its own included: what the model is told. Rows are numbered on, discarded ones too. */
	readonly rounds: number;
	/** The summary in use, where it is made again from its messages: then nothing is `previous`. */
	readonly replaces: Summary | null;
	/** Where the line of rounds begins that the summary in use stands on. */
	readonly from: Position;
	/** What a new summary brings along word for word, tokens: its fences, the first request if it is not there yet. */
	readonly carried: number;
	/** The anchor list of the summary in use as it was made, with its counts. */
	readonly previousAnchors: AnchorList | null;
	readonly excluded: Excluded;
	readonly policy: Policy;
	readonly answerer: string;
	readonly models: SummaryModels;
	readonly scale: Scale;
	/** That of the prompt as it would be sent now. */
	readonly epoch: number;
	/** Knows the steps of `exchanges` by the objects that stand there. */
	readonly weigh: Weigh;
	/** What the user writes in, as far as it can be told. */
	readonly language: Language | null;
	/** Notes of today, where the preset wants them told; read with `withNotes`. */
	readonly notes: string | null;
	/** How much was forgotten before any of it was read, see `forgettingNow`. */
	readonly forgotten: number;
}

/** Read a session for compaction, or null when it is gone. `branch` null: the one on screen. */
export async function readCase(
	db: Truth,
	{
		sessionId,
		branch,
		answerer,
		prompt,
		trial = null
	}: {
		readonly sessionId: string;
		readonly branch: string | null;
		readonly answerer: string;
		/** What the prompt stands on as it would be sent now; left out: what was sent last. */
		readonly prompt?: PromptStand | undefined;
		/** A preset that is only tried on: it takes the place of what the session has. */
		readonly trial?: Preset | null;
	}
): Promise<CompactionCase | null> {
	const { now, isUnderWay } = await forgettings(db);
	const session = await sessionOf(db, sessionId);
	const branches = await branchesOf(db, sessionId);
	if (!session || branches.length === 0) return null;
	const settings = await readSettings(db);
	const name = branch ?? session.branch;
	const path = pathOf(branches, name);
	const summaries = await summariesOf(db, sessionId);
	const previous = summaryInUse(summaries, path);
	const before = spoken(previous);
	const fromSeq = previous?.through.seq ?? 0;
	const forgotten = isUnderWay ? null : now;
	const exchanges = await readKnown(db, { sessionId, path, fromSeq, forgotten });
	const head = fromSeq === 0 ? exchanges[0] : await exchangeAt(db, sessionId, path, 0);
	const marks = await marksOf(db, sessionId);
	// Of all marks: `excluded` holds those of `exchanges`, and after a round the first turn is not among them.
	const first = head && !leftOutTurns(marks).has(head.turn.turnId) ? head : null;
	const excluded = excludedAmong(exchanges, session, marks);
	const card = cardOf(settings, answerer);
	const policy = policyFor(settings, session, card, trial ?? undefined);
	const scale = scaleOf(session, answerer);
	const epoch = prompt?.epoch ?? session.epoch;
	return {
		settings,
		session,
		branch: name,
		path,
		exchanges,
		first,
		previous,
		rounds: before ? wearOf(before, summaries, path).rounds : 0,
		replaces: null,
		from: previous ? standsFrom(previous, summaries, path) : { seq: 0, step: -1 },
		carried: carriedBy({ policy, previous, scale }, first),
		previousAnchors: await readAnchors(db, previous),
		excluded,
		policy,
		answerer,
		models: summaryModels(settings, policy, answerer),
		scale,
		epoch,
		weigh: weighOf({ session, exchanges, excluded, policy, scale, epoch }),
		language: languageTyped(exchanges),
		notes: null,
		forgotten: now
	};
}

/** The weights of what is sent of these exchanges: as things stand, and behind a new summary. */
export function weighOf({
	session,
	exchanges,
	excluded: { leftOut },
	policy,
	scale,
	epoch
}: Pick<
	CompactionCase,
	'session' | 'exchanges' | 'excluded' | 'policy' | 'scale' | 'epoch'
>): Weigh {
	const shorterIn = (at: number) => shorterSteps(exchanges, { leftOut, policy, epoch: at });
	return weighRows(scale, shorterIn(epochBehind(session, epoch)), shorterIn(epoch));
}

/** A summary begins a new epoch, which takes the results of all before it for old; of a session that was never sent it does not. */
const epochBehind = ({ epochKey }: Session, now: number): number =>
	epochKey === null ? now : Infinity;

/** What stands around summary and anchors, tokens: attribution and fences of ours, and the mark of a preset. */
const around = { fences: 150, mark: 20 };

function carriedBy(
	found: Pick<CompactionCase, 'policy' | 'previous' | 'scale'>,
	first: Exchange | null
): number {
	const { policy, previous, scale } = found;
	const { mark, firstRequest } = summaryFormOf(policy.preset);
	const marks = around.fences + (mark === '' ? 0 : around.mark);
	if (!firstRequest || spoken(previous)) return marks;
	return marks + (first ? scale.text(textOf(first.turn.asked)) : 0);
}

/** Changes when another summary is in use, or the same one says something else. */
export const previousKeyOf = ({ previous }: CompactionCase): string | null =>
	previous && wordsKey(previous);

/** The summary that a new one is written on, or in whose place it is written; null: there is none. */
export const writtenOn = ({ previous, replaces }: CompactionCase): Summary | null =>
	previous ?? replaces;

/** What no summary stands for yet: of a turn that was covered in part, the steps that are left. */
export const toTell = ({
	exchanges,
	previous
}: Pick<CompactionCase, 'exchanges' | 'previous'>): readonly Exchange[] =>
	exchangesAfter(exchanges, previous?.through ?? null);

/**
 * What is sent word for word with a summary that reaches so far (null: without one), tokens: the request that it
 * repeats, and all behind it, as it goes once a new summary stands there, or as things stand.
 */
export function verbatimTokens(
	{ exchanges, excluded, policy, weigh }: CompactionCase,
	through: Position | null,
	when: 'then' | 'now' = 'then'
): number {
	const weightOf = (step: Step): number =>
		when === 'now' ? weigh.stepNow(step) : weigh.step(step);
	const { leftOut } = excluded;
	let sum = repeatedBy({ exchanges, policy, leftOut, weigh })(through);
	for (const { turn, steps } of exchangesAfter(exchanges, through)) {
		if (isKeptOut(turn, leftOut)) continue;
		const sent = standing(steps);
		sum += weigh.question(turn) + sent.reduce((all, step) => all + weightOf(step), 0);
	}
	return sum;
}

/** The list is stored with the job that made it. */
async function readAnchors(db: Truth, previous: Summary | null): Promise<AnchorList | null> {
	if (!previous?.compactionId || previous.standsFor === 'nothing') return null;
	const job = await db.compactions.get(previous.compactionId);
	return readStoredJob(job?.plan).anchors;
}
