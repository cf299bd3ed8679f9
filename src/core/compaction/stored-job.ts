import type { AnchorList } from '#core/anchors/rank.ts';
import type { Plan } from '#core/plan/planned.ts';
import type { PartWeight } from '#core/prompt/weight/part-weight.ts';
import type { PromptStand } from '#core/wire/cache.ts';

/** What a compaction keeps in its row beside the results of its parts, so that a closed tab resumes. */

/** What the page knows of the prompt when it asks for a summary: decided there once, passed on as data (INV-19). */
export interface PromptFacts {
	/** Who answers in this session, e.g. `on-device` while there is no key. */
	readonly answerer: string;
	/** System, tools, memory, pins and first request, tokens. */
	readonly floor: number;
	readonly parts: readonly PartWeight[];
	/** All of it, tokens: by the provider's count where there is one; rows from before this was kept lack it. */
	readonly tokens?: number;
	/** What it stands on, for what a cache may hold of it; rows from before this was kept lack it. */
	readonly prompt?: PromptStand;
}

export interface StoredJob {
	readonly facts: PromptFacts | null;
	/** Base URL it was begun for: nothing of it is sent anywhere else. */
	readonly endpoint: string | null;
	readonly plan: Plan | null;
	/** The journal was written before the summary, where the preset asks for that; how many lines are new. */
	readonly learnt: number | null;
	/** US dollars that the journal has cost; null: unknown. */
	readonly learntCost: number | null;
	/** Key of the marks the plan was made with: another one says that they have changed. */
	readonly excludedKey: string | null;
	/** Turns that it was not told of, when it was planned; null: not kept. */
	readonly leftOut: readonly string[] | null;
	/** Key of the summary text it goes on from; null: from messages alone, or from before this was kept. */
	readonly previousKey: string | null;
	/** The summary was written inside the conversation: whoever wrote it had read what follows the boundary too. */
	readonly inside: boolean;
	/** How often it was begun since it last stored a part: a job that always breaks off there ends (INV-5). */
	readonly starts: number;
	/** Rungs of the ladder that had come to nothing when it last stored a part. */
	readonly rung: number;
	/** The anchor list of the finished draft, with its counts, for the next round. */
	readonly anchors: AnchorList | null;
}

const nothing: StoredJob = {
	facts: null,
	endpoint: null,
	plan: null,
	learnt: null,
	learntCost: 0,
	excludedKey: null,
	leftOut: null,
	previousKey: null,
	inside: false,
	starts: 0,
	rung: 0,
	anchors: null
};

/** Rows are written by this app alone; one from an import or an older version may lack fields. */
export const readStoredJob = (stored: Partial<StoredJob> | null | undefined): StoredJob => ({
	...nothing,
	...stored
});
