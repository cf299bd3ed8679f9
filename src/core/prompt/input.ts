import type { ToolDefinition, UserBlock } from '#core/log/blocks.ts';
import type { CacheLifetime } from '#core/wire/cache.ts';
import type { Pin } from '#core/log/pin.ts';
import type { NoteKinds } from '#core/settings.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import type { MemoryFile } from '#core/memory/memory.ts';
import type { Policy } from '#core/presets/policy.ts';
import type { BarredPlaces } from '#core/prompt/text/barred-quotes.ts';
import type { Session } from '#core/session/session.ts';
import type { SummaryForm } from '#core/summary/form.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Exchange, Mark, Turn } from '#core/log/turn.ts';
import type { WireWords } from '#core/wire/wire.ts';

/** Everything a prompt is made of. Time, key and settings are data here; reading them is the flows' work. */

/** What the user says now. */
export type Newest =
	/** Not stored yet: the composer's text, for the inspector and the gauge. */
	| { readonly kind: 'unsent'; readonly asked: readonly UserBlock[]; readonly stamp: string }
	/**
	 * A stored turn that is to be answered. `anew`: a broken last step is left out and written again; `on`: it is
	 * sent, and the answer goes on behind it.
	 */
	| { readonly kind: 'turn'; readonly exchange: Exchange; readonly goes: 'anew' | 'on' };

/** The words that introduce each part of a prompt; they are written in `prompts/`. */
export interface PromptWords extends WireWords {
	memory(path: string, text: string): string;
	pins(texts: readonly string[]): string;
	firstRequest(text: string): string;
	/** `from` and `through` are numbers of turns as people count them, from 1; `writtenOn` is a local day. */
	summary(told: {
		readonly text: string;
		readonly from: number;
		readonly through: number;
		readonly writtenOn: string;
	}): string;
	anchors(text: string): string;
	lastRequest(text: string): string;
	/** Numbers of turns as people count them. */
	lost(turns: readonly number[]): string;
}

export interface AssembleInput {
	readonly session: Pick<
		Session,
		'kind' | 'epoch' | 'epochKey' | 'lastUsage' | 'calibration' | 'switchedOff' | 'saidBefore'
	>;
	/** Who answers, with what is known of it. */
	readonly card: ModelCard;
	readonly policy: Policy;
	/** Fingerprint of endpoint and key: part of what thinking is bound to. */
	readonly key: string;
	/** Its base URL. */
	readonly endpoint: string;
	/** The endpoint is on this device or in its network: files of scope `local` may go there. */
	readonly local: boolean;
	readonly systemText: string;
	readonly memoryRules: string;
	/** The curated file and the notes of `days`, where they exist. */
	readonly memory: readonly MemoryFile[];
	/** What results of tools quote and may not go to whoever answers now. */
	readonly barred: BarredPlaces;
	/** Local days whose notes are loaded, in any order. */
	readonly days: readonly string[];
	/** In which sessions daily notes are loaded. */
	readonly noteKinds: NoteKinds;
	readonly pins: readonly Pin[];
	readonly marks: readonly Mark[];
	readonly summary: Summary | null;
	/** Seq of the first turn that the summary stands for, those of the rounds before it included. */
	readonly summaryFrom: number;
	/** Local day on which the summary was put to use. */
	readonly summaryDay: string;
	readonly form: SummaryForm;
	/** First turn of the path, for when a summary covers it. */
	readonly firstTurn: Turn | null;
	/** The last exchange that the summary covers. */
	readonly lastCovered: Exchange | null;
	/**
	 * What the summary does not cover, in order, without the newest. A turn that is covered up to a step may stand
	 * first.
	 */
	readonly exchanges: readonly Exchange[];
	/** Turns among them that are nowhere, as seqs in order: the archive that held them is damaged. */
	readonly lost?: readonly number[];
	/** How many of the oldest exchanges stay out of this request. */
	readonly dropOldest: number;
	readonly newest: Newest;
	readonly tools: readonly ToolDefinition[];
	/** Sources switched off for this message only, beside those of the session. */
	readonly switchedOff: readonly string[];
	readonly thinking: 'adaptive' | 'off';
	/** For how long the endpoint is asked to keep the prefix; null: not asked. */
	readonly cache: CacheLifetime | null;
	/** The endpoint no longer caches the prefix, so what was left long for the sake of the cache may be pruned. */
	readonly cold: boolean;
	readonly words: PromptWords;
}
