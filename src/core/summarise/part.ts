import type { Excluded } from '#core/summarise/excluded.ts';
import { textOf } from '#core/log/blocks.ts';
import { isKeptOut } from '#core/log/marks.ts';
import { standing } from '#core/reply/reply-parts.ts';
import { startOfText } from '#core/text/excerpt.ts';
import type { PlannedChunk } from '#core/plan/chunks.ts';
import type { Weigh, WrittenRows } from '#core/plan/items.ts';
import {
	cutPiece,
	mediaIn,
	renderQuestion,
	renderStep,
	separatorOf,
	type TranscriptRules,
	type TranscriptStyle
} from '#core/summarise/transcript.ts';
import {
	isWithin,
	turnNumber,
	type Exchange,
	type Position,
	type Step,
	type Turn
} from '#core/log/turn.ts';

/** One part of the covered range, ready for the summariser. */
export interface TranscriptPart {
	readonly transcript: string;
	/** Exchanges of which at least a step or the question is shown. */
	readonly exchanges: readonly Exchange[];
	readonly images: number;
	/** Where a text was not written down whole: by its length alone, or because the plan had no room (INV-16). */
	readonly shortened: readonly Position[];
	readonly fromTurn: number;
	readonly throughTurn: number;
}

interface Rendered {
	question(turn: Turn): string;
	step(step: Step): string;
}

/** How pieces of a log are written for the summariser: the planner weighs the same text that the flow sends. */
const renderer = (rules: TranscriptRules, offRecord: ReadonlySet<string>): Rendered => ({
	question: (turn) => renderQuestion(turn, rules, { offRecord: offRecord.has(turn.turnId) }),
	step: (step) => renderStep(step, rules)
});

/** Stands in for the nonce of a job while weighing: as long as any, and no lighter. */
const someNonce = 'a1b2c3d4e5f6';

/** What the pieces weigh. Rows are weighed once, whatever the job: its nonce makes no difference. */
export function writtenBy(
	style: TranscriptStyle,
	offRecord: ReadonlySet<string>,
	weigh: Pick<Weigh, 'written'>
): WrittenRows {
	const render = renderer({ style, nonce: someNonce }, offRecord);
	const key = (turn: Turn): string =>
		offRecord.has(turn.turnId) ? `${style}, off the record` : style;
	return {
		key,
		question: (turn) => weigh.written(turn, key(turn), () => render.question(turn)),
		step: (step) => weigh.written(step, style, () => render.step(step))
	};
}

/** What is written down of a log. */
interface Stretch extends Pick<PlannedChunk, 'from' | 'through' | 'lossy'> {
	/** The question that stays word for word behind the summary: no part weighs it, so none tells it whole. */
	readonly kept?: Position | null;
}

/** Write a part down. Its cuts were decided by the plan; a part that begins inside a turn says what was asked there. */
export function partOf(
	exchanges: readonly Exchange[],
	chunk: Stretch,
	rules: TranscriptRules,
	{ leftOut, offRecord }: Excluded
): TranscriptPart {
	let isCut = false;
	const render = renderer({ ...rules, onCut: () => (isCut = true) }, offRecord);
	const shortened: Position[] = [];
	const lengths = new Map(chunk.lossy.map(({ position, length }) => [keyOf(position), length]));
	const fit = (text: string, place: Position): string => {
		const length = lengths.get(keyOf(place));
		if (isCut || length !== undefined) shortened.push(place);
		isCut = false;
		return length === undefined ? text : cutPiece(text, length);
	};
	const pieces: string[] = [];
	const shown: Exchange[] = [];
	let images = 0;
	for (const { turn, steps } of exchanges) {
		if (isKeptOut(turn, leftOut)) continue;
		isCut = false;
		const asked: Position = { seq: turn.seq, step: -1 };
		const inside = standing(steps).filter(({ index }) =>
			isWithin({ seq: turn.seq, step: index }, chunk)
		);
		const begins = isWithin(asked, chunk) && chunk.kept?.seq !== turn.seq;
		if (!begins && inside.length === 0) continue;
		pieces.push(
			begins
				? fit(render.question(turn), asked)
				: continued(render.question(turn), textOf(turn.asked))
		);
		for (const step of inside) {
			isCut = false;
			const said = render.step(step);
			if (said !== '') pieces.push(fit(said, { seq: turn.seq, step: step.index }));
		}
		shown.push({ turn, steps: inside });
		images += mediaIn(begins ? turn : null, inside);
	}
	return {
		transcript: pieces.join(separatorOf(rules.style)),
		exchanges: shown,
		images,
		shortened,
		fromTurn: turnNumber(shown[0]?.turn.seq ?? chunk.from.seq),
		throughTurn: turnNumber(shown.at(-1)?.turn.seq ?? chunk.through.seq)
	};
}

/**
 * How many characters of a question are repeated to a later part. Two such may stand in one part, of the turn it begins
 * in and of the one it ends in, and both must go into the room beside the instructions.
 */
const longestAsked = 300;

/** The question of a turn whose beginning was told before: its heading, and enough to know what it is about. */
function continued(rendered: string, asked: string): string {
	const heading = rendered.split('\n', 1)[0] ?? '';
	return `${heading}\n(asked before this part: ${startOfText(asked.replace(/\s+/g, ' '), longestAsked)})`;
}

const keyOf = ({ seq, step }: Position): string => `${seq}:${step}`;
