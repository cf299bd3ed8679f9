import fc from 'fast-check';
import type { AssistantBlock, ToolResultBlock, UserBlock } from '#core/log/blocks.ts';
import { chainStart, linkResults, linkStep, linkTurn, chainEndOfStep } from '#core/log/chain.ts';
import { trunk } from '#core/session/session.ts';
import type { Exchange, Step, Turn } from '#core/log/turn.ts';

/** Logs as they come in real life: tools, thinking, images, broken steps, open calls, very long pieces. */

interface StepShape {
	readonly words: number;
	readonly thinking: boolean;
	/** Words of each result; an empty list: no calls. */
	readonly results: readonly number[];
	readonly image: boolean;
	readonly state: Step['state'];
}

export interface TurnShape {
	readonly words: number;
	readonly images: number;
	readonly steps: readonly StepShape[];
}

const sizes = fc.oneof(
	{ weight: 8, arbitrary: fc.nat({ max: 60 }) },
	{ weight: 3, arbitrary: fc.nat({ max: 800 }) },
	{ weight: 1, arbitrary: fc.nat({ max: 4000 }) }
);

const stepShape: fc.Arbitrary<StepShape> = fc.record({
	words: sizes,
	thinking: fc.boolean(),
	results: fc.array(sizes, { maxLength: 3 }),
	image: fc.boolean(),
	state: fc.constantFrom<Step['state'][]>('complete', 'complete', 'complete', 'stopped', 'failed')
});

export const turnShape: fc.Arbitrary<TurnShape> = fc.record({
	words: sizes,
	images: fc.nat({ max: 2 }),
	steps: fc.array(stepShape, { maxLength: 5 })
});

export const logShape: fc.Arbitrary<readonly TurnShape[]> = fc.array(turnShape, { maxLength: 30 });

const vocabulary = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet'.split(' ');
const wordsOf = (count: number, salt: number): string =>
	Array.from({ length: count }, (_, at) => vocabulary[(at * 7 + salt) % 10] ?? '').join(' ');

/** A log of a branch as the database would give it back, its hash chain included. */
export function makeLog(
	shapes: readonly TurnShape[],
	{
		sessionId = 's',
		branch = trunk,
		open = false,
		startAt = 1000,
		from = 0,
		chained = false
	}: {
		readonly sessionId?: string;
		readonly branch?: string;
		/** Leave the calls of the last step open. */
		readonly open?: boolean;
		readonly startAt?: number;
		/** Seq of the first turn: a branch begins where it left the path. */
		readonly from?: number;
		/** Compute the real hash chain: slow for long logs, needed where they are stored. */
		readonly chained?: boolean;
	} = {}
): readonly Exchange[] {
	let link = chained ? chainStart(sessionId) : '';
	let at = startAt;
	return shapes.map((shape, offset) => {
		const seq = from + offset;
		const turnId = `turn-${branch}-${seq}`;
		const named = branch === trunk ? String(seq) : `${branch} ${seq}`;
		const asked: UserBlock[] = [
			{ type: 'text', text: `Request ${named}: ${wordsOf(shape.words, seq)}` },
			...Array.from({ length: shape.images }, () => image)
		];
		const turn: Turn = {
			sessionId,
			branch,
			seq,
			turnId,
			hash: chained ? linkTurn(link, turnId, asked) : turnId,
			asked,
			askedAt: (at += 10),
			stamp: 'Friday 2026-11-20 13:05 Europe/Berlin',
			source: 'typed'
		};
		link = turn.hash;
		const steps = shape.steps.map((step, index) => {
			const isLast = offset === shapes.length - 1 && index === shape.steps.length - 1;
			const made = makeStep(
				{ turn, index, link, at: (at += 10), open: open && isLast, chained },
				step
			);
			link = chainEndOfStep(made);
			return made;
		});
		return { turn, steps };
	});
}

const image: UserBlock = {
	type: 'image',
	source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' }
};

function makeStep(
	place: {
		readonly turn: Turn;
		readonly index: number;
		readonly link: string;
		readonly at: number;
		readonly open: boolean;
		readonly chained: boolean;
	},
	shape: StepShape
): Step {
	const { turn, index } = place;
	const { turnId } = turn;
	const content: AssistantBlock[] = [];
	if (shape.thinking) content.push({ type: 'thinking', thinking: 'hm', signature: 'sig' });
	if (shape.words > 0)
		content.push({
			type: 'text',
			text: `Answer ${turn.seq}.${index}: ${wordsOf(shape.words, index)}`
		});
	for (const at of shape.results.keys())
		content.push({
			type: 'tool_use',
			id: `call-${turn.seq}-${index}-${at}`,
			name: 'read_file',
			input: { path: `/src/file-${at}.ts` }
		});
	const results: ToolResultBlock[] = shape.results.map((words, at) => ({
		type: 'tool_result',
		tool_use_id: `call-${turn.seq}-${index}-${at}`,
		content: [
			{ type: 'text', text: `Result ${wordsOf(words, at)}` },
			...(shape.image && image.type === 'image' ? [image] : [])
		]
	}));
	const hash = place.chained
		? linkStep(place.link, { turnId, index }, content)
		: `${turnId}-${index}`;
	const answered = results.length > 0 && !place.open;
	return {
		sessionId: turn.sessionId,
		branch: turn.branch,
		seq: turn.seq,
		index,
		turnId,
		hash,
		content,
		model: 'claude-test',
		state: shape.state,
		stopReason: results.length > 0 ? 'tool_use' : 'end_turn',
		usage: null,
		cost: null,
		epoch: 1,
		basis: null,
		startedAt: place.at - 5,
		endedAt: place.at,
		failure: null,
		continues: false,
		results: answered ? results : null,
		resultsHash: answered ? (place.chained ? linkResults(hash, results) : `${hash}-r`) : null
	};
}
