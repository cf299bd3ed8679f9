import { goesAlongFor } from '#core/memory/access.ts';
import { curatedPath, type Proposal } from '#core/memory/memory.ts';
import { mayGoElsewhere } from '#core/desk/proposal.ts';
import { todayOf } from '#flows/today.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { Decided } from '#state/desk/decided-together.ts';
import type { Desk } from '#state/desk/desk.svelte.ts';
import type { Notice } from '#state/notices.svelte.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/all-words.ts';
import { redo, said, undo } from '../acts/said.ts';

/** What decisions at the desk came to, as it is said, each with its way back. */
export class ToldDecisions {
	readonly #keepsake: AppState;
	readonly #desk: Desk;
	readonly takeBack = undo(() => this.putBack());

	constructor(keepsake: AppState, desk: Desk) {
		this.#keepsake = keepsake;
		this.#desk = desk;
	}

	/** Many decisions take a while: that they are under way is said for as long. */
	async taking<T>(work: Promise<T>): Promise<T> {
		const { notices } = this.#keepsake;
		const going = this.#desk.isDeciding ? notices.follow(words.desk.deciding, undefined) : null;
		try {
			return await work;
		} finally {
			going?.end();
		}
	}

	accepted(outcome: Decided<{ readonly known: number }>, line: Proposal): boolean {
		if (outcome.known > 0) return this.#told(outcome, 1, words.desk.known);
		const { says, more } = this.#reachOf([line]);
		const text = words.desk.accepted(line.path);
		return this.#told(outcome, 1, [text, ...says].join(' '), more);
	}

	acceptedAll(sums: Awaited<ReturnType<Desk['acceptAll']>>, lines: readonly Proposal[]): void {
		const { notices } = this.#keepsake;
		const { taken, unstored } = sums;
		const written = lines.filter(({ id }) => this.#desk.written.includes(id));
		const { says, more } = this.#reachOf(written);
		const text = words.desk.acceptedAll(sums, ...says);
		if (!unstored) notices.say(text, taken > 0 ? this.takeBack : undefined, more);
		else notices.warn([...(taken > 0 ? [text] : []), failureText(unstored)].join(' '));
	}

	rejected(outcome: Decided, wanted: number): boolean {
		const text = wanted === 1 ? words.desk.rejected : words.desk.rejectedSome(outcome.taken);
		return this.#told(outcome, wanted, text);
	}

	/** Take the last decision back, with the way to make it again. */
	async putBack(): Promise<void> {
		const { notices } = this.#keepsake;
		const outcome = await this.taking(this.#desk.undo());
		if (outcome?.status === 'failed') said(notices, outcome);
		else if (outcome)
			notices.say(
				words.desk.undone[outcome.what],
				redo(async () =>
					said(notices, await this.taking(outcome.again()), words.desk.redone, this.takeBack)
				)
			);
	}

	/** Say what a decision came to; a line that changed meanwhile still waits. */
	#told(
		{ taken, unstored }: Decided,
		wanted: number,
		text: string,
		more?: Notice['action']
	): boolean {
		const { notices } = this.#keepsake;
		if (unstored) notices.warn(failureText(unstored));
		else if (taken < wanted) notices.warn(words.desk.changed);
		else notices.say(text, this.takeBack, more);
		return !unstored && taken === wanted;
	}

	/** What is accepted into a note goes along for days only: that is said, with the way to let it go along for good. */
	#reachOf(lines: readonly Proposal[]): { says: string[]; more?: Notice['action'] } {
		const { app, settings } = this.#keepsake;
		const { current } = settings;
		if (!current) return { says: [] };
		const today = todayOf(app.clock);
		const days = lines.flatMap(({ path }) => {
			const left = goesAlongFor(path, { ...current, today });
			return left === 'always' ? [] : [left ?? -1];
		});
		if (days.length === 0) return { says: [] };
		const first = Math.min(...days);
		return {
			says: [
				words.desk.goesAlong({
					all: lines.length,
					lines: days.length,
					days: first < 0 ? null : first
				})
			],
			...(lines.some((line) => line.path !== curatedPath && mayGoElsewhere(line)) && {
				more: { label: words.memory.moveTo(curatedPath), onpress: () => void this.#carry() }
			})
		};
	}

	async #carry(): Promise<void> {
		const { notices } = this.#keepsake;
		const { taken, known, unstored } = await this.taking(this.#desk.carry(curatedPath));
		if (unstored) notices.warn(failureText(unstored));
		else if (taken === 0) notices.warn(words.desk.changed);
		else
			notices.say(
				known < taken ? words.desk.accepted(curatedPath) : words.desk.known,
				this.takeBack
			);
	}
}
