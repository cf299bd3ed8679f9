import type { Policy } from '#core/presets/policy.ts';
import type { Chunks } from '#core/presets/preset.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { takesTemperature } from '#core/summarise/models.ts';

/** How large a summary may be, and how much of a transcript fits into one call. All in tokens. */
export interface SummarySizes {
	/** Asked for. */
	readonly budget: number;
	/** More is not accepted (INV-35). */
	readonly cap: number;
	/** The anchor list beside it. */
	readonly anchors: number;
	/** Transcript of one call. */
	readonly chunk: number;
	/** `max_tokens` of one call. */
	readonly output: number;
}

const clamp = (value: number, low: number, high: number): number =>
	Math.max(low, Math.min(high, Math.floor(value)));

/** A summary is worth reading at this size, however small the window. */
const smallest = 160;
/** The smallest summary that can say anything, tokens. */
export const leastSummary = 60;

/**
 * The budget is a twenty-fifth of usable between 400 and 3,000 tokens, or what the preset says, and never more than
 * half of what is covered. A call fits 0.9 of the window minus its output, and stays below a price step (INV-40).
 */
export function sizesOf({
	policy,
	summariser,
	instructions,
	held = 0,
	usable,
	content,
	most = Infinity
}: {
	readonly policy: Policy;
	readonly summariser: ModelCard | null;
	readonly instructions: number;
	/** The summary it goes on from, which the first part is told. */
	readonly held?: number;
	readonly usable: number;
	readonly content: number;
	/** More would make the prompt larger than it was. */
	readonly most?: number;
}): SummarySizes {
	const { asked, anchors } = policy.preset;
	const wanted = asked.budget ?? clamp(usable / 25, 400, 3000);
	const least = Math.min(smallest, Math.max(wanted, leastSummary));
	const budget = Math.min(clamp(Math.min(wanted, content / 2), least, wanted), most);
	// Words cost differently in each language: what is asked for is a wish, this is the limit.
	const loose = Math.max(Math.ceil(budget * 1.5) + 100, Math.floor(Math.min(1200, usable / 6)));
	const cap = Math.min(loose, most);
	const list = anchors ? clamp(Math.min(2000, usable / 20, content / 4), 0, 2000) : 0;
	return {
		budget,
		cap,
		anchors: list,
		...callSizes({ policy, summariser, instructions, held, usable, cap })
	};
}

/** What one call of a model may read and say: each that is asked has a window and an output of its own. */
export function callSizes({
	policy,
	summariser,
	instructions,
	held,
	usable,
	cap
}: {
	readonly policy: Pick<Policy, 'preset'>;
	readonly summariser: ModelCard | null;
	readonly instructions: number;
	/** The summary it goes on from: made with another model or preset, it may be larger than one is now. */
	readonly held: number;
	readonly usable: number;
	readonly cap: number;
}): Pick<SummarySizes, 'chunk' | 'output'> {
	const { asked, chunks } = policy.preset;
	const output = outputOf(asked.maxTokens, cap, summariser);
	const overhead = instructions + Math.max(cap, held);
	return { output, chunk: chunkSize(chunks, summariser, { output, overhead, usable }) };
}

/**
 * Whether a summary may be written behind the conversation: its window takes the prompt, `tokens` with the instructions,
 * and what is answered. An unknown window is no reason against it.
 */
export const hasRoomInside = (
	{ output }: Pick<SummarySizes, 'output'>,
	{ tokens, window }: { readonly tokens: number; readonly window: number | null }
): boolean => window === null || tokens + output <= window;

/** Thinking counts as output: so many tokens of it are always allowed, and the memory lines with it. */
const forThinking = 3000;

/** Room for the summary, the memory lines and some thinking. */
function outputOf(asked: number | null, cap: number, summariser: ModelCard | null): number {
	// The limit of a document holds for the models it knew; newer ones may think first, inside the same limit.
	const holds = asked !== null && (summariser === null || takesTemperature(summariser.id));
	const wanted = holds ? asked : Math.max(cap, asked ?? 0) + forThinking;
	const window = summariser?.window ?? null;
	const most = Math.min(summariser?.maxOutput ?? wanted, window === null ? wanted : window / 4);
	return Math.floor(Math.min(wanted, most));
}

function chunkSize(
	chunks: Chunks,
	summariser: ModelCard | null,
	room: { readonly output: number; readonly overhead: number; readonly usable: number }
): number {
	const window = summariser?.window ?? room.usable;
	const fits = 0.9 * window - room.output - room.overhead;
	const cheap = (summariser?.priceStep ?? Infinity) - room.overhead;
	const share = chunks.kind === 'one' ? window : chunks.share * window;
	const most = chunks.kind === 'one' ? Infinity : (chunks.tokens ?? Infinity);
	return Math.max(smallest, Math.floor(Math.min(share, most, fits, cheap)));
}
