import { languageTyped } from '#core/log/language-asked.ts';
import { comparePositions, turnNumber, type Exchange } from '#core/log/turn.ts';
import { saidBy, type NoOpinion, type OpinionGaps } from '#core/opinion/opinion.ts';
import { answerRoomOf, newestThatFit, roomFor, type Fitting } from '#core/opinion/what-fits.ts';
import { itemsOf } from '#core/plan/items.ts';
import { weighRows } from '#core/plan/weigh-rows.ts';
import { scaleOf, type Scale } from '#core/prompt/weight/weigh-parts.ts';
import { policyFor } from '#core/presets/policy.ts';
import { cardOf, onDevice, type ModelCard } from '#core/models/model-card.ts';
import type { Settings } from '#core/settings.ts';
import type { Excluded } from '#core/summarise/excluded.ts';
import { partOf, writtenBy } from '#core/summarise/part.ts';
import type { TranscriptRules } from '#core/summarise/transcript.ts';
import { summaryBefore, type Summary } from '#core/summary/summary.ts';
import type { Failed } from '#core/failure.ts';
import { forgottenSoFar } from '#db/forgetting/tombstones.ts';
import { readSettings } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { toldWithin } from '#core/log/coverage.ts';
import { readSummarised } from '#flows/compaction/case/read-originals.ts';
import { failed } from '#flows/done.ts';
import { weightOf } from '#flows/prompt/ask-apart.ts';
import { readExcluded } from '#flows/prompt/still-so.ts';
import { opinionRequest, type OpinionCase } from '#prompts/opinion.ts';
import type { RequestText } from '#prompts/prompt-text.ts';

/** The one request for a second opinion about a summary: the same for the price that is shown and for what is sent. */

interface Question {
	readonly summary: Summary;
	readonly settings: Settings;
	readonly card: ModelCard;
	readonly scale: Scale;
	readonly prompt: RequestText;
	/** `max_tokens`. */
	readonly output: number;
	/** The turns that are shown, by their number as people count them. */
	readonly turnIds: ReadonlyMap<number, string>;
	readonly gaps: OpinionGaps;
	/** How much had been forgotten when it was read, see `forgottenSoFar`. */
	readonly forgotten: number;
}

type ReadQuestion =
	| { readonly status: 'read'; readonly question: Question }
	| { readonly status: 'nothing'; readonly why: NoOpinion }
	| Failed;

/**
 * Read what a model is to be asked. Turns that are left out or off the record are not shown; of a later round the
 * summary before it stands for what came earlier, as it did when this one was written.
 */
export async function readQuestion(
	{ db, clock }: Pick<CompactPorts, 'db' | 'clock'>,
	{ summaryId, answerer }: { readonly summaryId: string; readonly answerer: string }
): Promise<ReadQuestion> {
	if (answerer === onDevice) return { status: 'nothing', why: 'no-model' };
	const forgotten = await forgottenSoFar(db);
	// What is being forgotten may not be told again.
	if (forgotten === null) return failed({ kind: 'changed-meanwhile' });
	const read = await readSummarised(db, summaryId);
	if (read.status === 'failed') return read;
	const { summary, session, path } = read;
	const settings = await readSettings(db);
	const exchanges = toldWithin(read.exchanges, summary);
	const excluded = await readExcluded(db, session, exchanges);
	const before = summaryBefore(summary, await summariesOf(db, session.id), path);
	const card = cardOf(settings, answerer);
	const asking: Asking = {
		summary,
		before: before && saidBy(before),
		settings,
		card: { ...card, window: policyFor(settings, session, card).window },
		scale: scaleOf(session, answerer),
		exchanges,
		hidden: {
			...excluded,
			leftOut: new Set([...excluded.leftOut, ...excluded.offRecord])
		},
		nonce: clock.newId().slice(-12)
	};
	const fitting = fit(asking);
	return 'why' in fitting
		? { status: 'nothing', why: fitting.why }
		: { status: 'read', question: { ...questionOf(asking, fitting), forgotten } };
}

interface Asking extends Pick<Question, 'summary' | 'settings' | 'card' | 'scale'> {
	readonly before: string | null;
	readonly exchanges: readonly Exchange[];
	readonly hidden: Excluded;
	readonly nonce: string;
}

const noGaps: OpinionGaps = { turns: null, pieces: 0, images: 0, kept: 0 };
/** What is said of gaps that are not known yet, tokens. */
const forGaps = 150;

function fit(asking: Asking): Fitting | { readonly why: NoOpinion } {
	const { summary, settings, card, scale, exchanges, hidden } = asking;
	const written = writtenBy('marked', hidden.offRecord, scale);
	const items = itemsOf(exchanges, {
		weigh: weighRows(scale),
		written,
		leftOut: hidden.leftOut
	}).filter(({ position }) => comparePositions(summary.from, position) <= 0);
	if (items.every(({ input }) => input === 0)) return { why: 'nothing-to-read' };
	const alone = promptOf(asking, { transcript: '', fromTurn: 1, throughTurn: 1, gaps: noGaps });
	const beside = weightOfQuestion({ scale, prompt: alone }) + forGaps;
	const room = roomFor(card, { beside, cap: settings.contextCap });
	return newestThatFit(items, room) ?? { why: 'no-room' };
}

const promptOf = (
	{ summary, before, settings, nonce, exchanges }: Asking,
	told: Pick<OpinionCase, 'transcript' | 'fromTurn' | 'throughTurn' | 'gaps'>
): RequestText =>
	opinionRequest(
		{ ...told, nonce, summary: saidBy(summary), before, language: languageTyped(exchanges) },
		settings.prompts
	);

function questionOf(asking: Asking, fitting: Fitting): Omit<Question, 'forgotten'> {
	const { summary, settings, card, scale, exchanges, hidden, nonce } = asking;
	const rules: TranscriptRules = { style: 'marked', nonce };
	const part = partOf(exchanges, fitting, rules, hidden);
	const { transcript, images, shortened, fromTurn, throughTurn } = part;
	const gaps: OpinionGaps = {
		turns: fitting.unread,
		pieces: shortened.length,
		images,
		kept: exchanges.filter(({ turn }) => hidden.leftOut.has(turn.turnId)).length
	};
	return {
		summary,
		settings,
		card,
		scale,
		prompt: promptOf(asking, { transcript, fromTurn, throughTurn, gaps }),
		output: answerRoomOf(card),
		turnIds: new Map(part.exchanges.map(({ turn }) => [turnNumber(turn.seq), turn.turnId])),
		gaps
	};
}

/** What a question weighs, tokens. */
export const weightOfQuestion = ({ scale, prompt }: Pick<Question, 'scale' | 'prompt'>): number =>
	weightOf(prompt, (text) => scale.text(text));
