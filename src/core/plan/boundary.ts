import { sumOf, type Item } from '#core/plan/items.ts';
import type { Repeated } from '#core/plan/repeated.ts';
import type { Keep } from '#core/presets/preset.ts';

/** Where the tail begins: what the preset wants, and the nearest place where a cut may fall. */

/** A place where a cut may fall: items before `at` are covered, the rest is the tail. */
export interface Cut {
	/** Index into the items. */
	readonly at: number;
	/** Tokens behind it, with the question of a turn that is cut. */
	readonly tail: number;
	/** All that stays word for word, tokens: the tail, and the request that the summary repeats. */
	readonly stays: number;
	/** Falls between turns. */
	readonly whole: boolean;
}

/**
 * Every place where a cut may fall, oldest first, and the place before everything. The newest user message always
 * stays (INV-18), and with it at least the newest step; a turn with an open call is neither covered nor cut
 * (INV-22); a call is never parted from its results, because both are one step (INV-23).
 */
export function cutsOf(items: readonly Item[], repeated: Repeated): readonly Cut[] {
	const newest = items.findLastIndex((item) => item.question);
	// Behind it stands only what is not sent, such as a stop before anything was said.
	const lastSaid = items.findLastIndex((item) => item.messages > 0);
	const open = items.find((item) => item.open);
	const cuts: Cut[] = [];
	let question = 0;
	let tail = sumOf(items, 'tokens');
	for (let at = 0; at < items.length; at++) {
		const item = items[at];
		if (!item || (open && item.position.seq > open.position.seq)) break;
		if (item.question) {
			question = item.tokens;
			const through = items[at - 1]?.position ?? null;
			if (at <= newest) cuts.push({ at, tail, stays: tail + repeated(through), whole: true });
		} else {
			const first = items[at - 1]?.question;
			const inOpenTurn = item.position.seq === open?.position.seq;
			const stays = tail + question;
			if (!first && !inOpenTurn && at <= lastSaid)
				cuts.push({ at, tail: stays, stays, whole: false });
		}
		tail -= item.tokens;
	}
	return cuts;
}

/** Index where the tail begins that holds at least `amount`; 0 when there is not that much. */
function startOfTail(items: readonly Item[], field: 'tokens' | 'messages', amount: number): number {
	let held = 0;
	for (let at = items.length; at > 0; at--) {
		if (held >= amount) return at;
		held += items[at - 1]?.[field] ?? 0;
	}
	return 0;
}

/** Index where the tail begins that holds at most `amount` tokens. */
function startWithin(items: readonly Item[], amount: number): number {
	let held = 0;
	for (let at = items.length; at > 0; at--) {
		held += items[at - 1]?.tokens ?? 0;
		if (held > amount) return at;
	}
	return 0;
}

/** Index of the question of the n-th last turn that was answered. */
function startOfAnswered(items: readonly Item[], turns: number): number {
	let found = 0;
	let answered = false;
	for (let at = items.length - 1; at >= 0; at--) {
		const item = items[at];
		if (!item) continue;
		if (found === turns) return at + 1;
		if (!item.question) answered ||= item.messages > 0;
		else {
			if (answered) found++;
			answered = false;
		}
	}
	return 0;
}

/** Where the tail would begin if a cut could fall anywhere (checklist 63, 67, 70, 77). */
export function requestedStart(
	items: readonly Item[],
	keep: Keep,
	{ usable, window }: { readonly usable: number; readonly window: number }
): number {
	switch (keep.kind) {
		case 'messages-or-usable':
		case 'messages-or-window': {
			const whole = keep.kind === 'messages-or-usable' ? usable : window;
			return Math.min(
				startOfTail(items, 'messages', keep.messages),
				startOfTail(items, 'tokens', keep.share * whole)
			);
		}
		case 'tokens':
			return startWithin(items, keep.tokens);
		case 'messages':
			return startOfTail(items, 'messages', keep.messages);
		case 'assistant-turns':
			return startOfAnswered(items, keep.turns);
		case 'nothing':
			return items.length;
	}
}

/**
 * The cut that is used. It keeps at least what was asked for, cut between turns if possible, else between steps. If
 * that is more than `most` tokens, it keeps as much as fits; if no cut fits, as little as possible.
 */
export function chooseCut(cuts: readonly Cut[], requested: number, most: number): Cut | undefined {
	const fitting = cuts.filter(({ stays }) => stays <= most);
	const enough = fitting.filter(({ at }) => at <= requested);
	const exact = enough.at(-1);
	const between = enough.findLast(({ whole }) => whole);
	// Between turns, unless that would keep a long piece of work that nobody asked to keep.
	if (exact) return between && between.stays <= exact.stays * 1.5 ? between : exact;
	const [longest] = fitting;
	if (longest) {
		const whole = fitting.find((cut) => cut.whole);
		return whole && whole.stays >= longest.stays * 0.6 ? whole : longest;
	}
	return cuts.reduce<Cut | undefined>(
		(least, cut) => (!least || cut.stays < least.stays ? cut : least),
		undefined
	);
}
