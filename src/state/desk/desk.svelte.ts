import { changeExcerpt } from '#core/text/change-excerpt.ts';
import { mayGoElsewhere } from '#core/desk/proposal.ts';
import type { Proposal } from '#core/memory/memory.ts';
import type { Summary } from '#core/summary/summary.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { done, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { acceptAgain } from '#flows/desk/accept-again.ts';
import { previewProposal, type FilePreview } from '#flows/desk/proposal-write.ts';
import {
	acceptAll,
	acceptLines,
	aimProposal,
	editProposalText,
	rejectProposal,
	replaceLine,
	type Accepted
} from '#flows/desk/review-desk.ts';
import { proposeAnew } from '#flows/desk/propose-line.ts';
import type { ShownLine } from '#flows/desk/accept-together.ts';
import { undoDecisions } from '#flows/desk/undo-decisions.ts';
import { discardSummary, restoreDraft } from '#flows/compaction/discard-draft.ts';
import { redoCompaction, undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { LiveAnswer } from '#state/live.svelte.ts';
import {
	allOf,
	nothingStays,
	oneByOne,
	sumsOf,
	type Decided,
	type Taken
} from '#state/desk/decided-together.ts';
import { Decisions, type Decision, type Undone } from '#state/desk/decisions.ts';
import { deskItems, linesOf, type Beside, type DeskItem } from '#state/desk/desk-items.ts';
import { layWords } from '#state/desk/laid-words.ts';
import { RefusedLines } from '#state/desk/refused-lines.ts';
import { SeenWords } from '#state/desk/seen-words.ts';
import { linesUnderPen } from '#state/tab/under-pen.ts';

/** Those of the lines that are elsewhere and may go to the file. */
const movable = (rows: readonly (Proposal | undefined)[], path: string) =>
	rows.filter((row) => row !== undefined).filter((row) => mayGoElsewhere(row) && row.path !== path);

/** The review desk on screen. Remembers how to take back what was decided here: `u` undoes the last decision. */
export class Desk {
	readonly #live: LiveAnswer<null, readonly DeskItem[]>;
	/** While many lines are decided one after the other: what stood here before. */
	#held = $state.raw<readonly DeskItem[]>();
	readonly refused: RefusedLines;
	readonly #app: App;
	readonly #seen = new SeenWords();
	readonly #decisions = new Decisions();
	#wrote: readonly string[] = [];

	constructor(app: App) {
		this.#app = app;
		let before: readonly DeskItem[] = [];
		this.#live = new LiveAnswer(
			null,
			async () => (before = await deskItems(app.db, [...linesUnderPen.keys()], before))
		);
		this.refused = new RefusedLines(app, this.#decisions);
	}

	/** Undefined until they are read. A line that was decided is here for as long as words written into it are. */
	get items(): readonly DeskItem[] | undefined {
		return (this.#held ?? this.#live.current)?.filter(
			({ kind, id }) => kind !== 'decided' || linesUnderPen.has(id)
		);
	}

	/** What an earlier page had under the pen may be found after the list was read. */
	readonly lookAgain = (): void => this.#live.ask(null);

	/** Many lines are being decided. */
	get isDeciding(): boolean {
		return this.#held !== undefined;
	}

	/**
	 * Decide many lines: the list stands still meanwhile. It would be read, compared with memory and drawn anew after each
	 * of them, which takes longer than all decisions together.
	 */
	async #atOnce<T>(lines: readonly unknown[], work: () => Promise<T>): Promise<T> {
		if (lines.length > 1) this.#held = this.#live.current;
		try {
			return await work();
		} finally {
			this.#held = undefined;
		}
	}

	/** Accept lines as they are shown; those that could not be are left waiting. */
	async accept(lines: readonly ShownLine[]): Promise<Decided<{ readonly known: number }>> {
		return this.#took(await acceptLines(this.#app, lines.map(this.#seen.of)), lines);
	}

	#took(out: Accepted, lines: readonly ShownLine[]) {
		const taken = lines.filter(({ id }) => out.accepted.includes(id));
		this.#wrote = out.written;
		this.#remember('accepted', out.accepted, () => this.#atOnce(taken, () => this.accept(taken)));
		return sumsOf(out);
	}

	/** Ids of what was written when lines were accepted last; the others were in memory already. */
	get written(): readonly string[] {
		return this.#wrote;
	}

	/** Put what was written last into another file. What stands in the place of others stays there. */
	async carry(path: string): Promise<Decided<{ readonly known: number }>> {
		const rows = await this.#app.db.proposals.bulkGet([...this.#wrote]);
		return this.#carry(movable(rows, path), path);
	}

	/** A decision of its own: taken back, the lines stand where they were accepted before. */
	async #carry(lines: readonly Proposal[], path: string) {
		const accept = async (which: readonly Proposal[], at?: string) =>
			sumsOf(await this.#atOnce(which, () => acceptAgain(this.#app, which, at)));
		const sums = await accept(lines, path);
		if (sums.unstored) await accept(lines);
		else if (sums.taken > 0)
			this.#decisions.made(done, {
				what: 'carried',
				back: () => allOf(lines, accept(lines)),
				again: () => allOf(lines, this.#carry(lines, path))
			});
		return sums;
	}

	/** Reject lines as they are shown; words that were being written in one go with it, and come back with it. */
	async reject(lines: readonly ShownLine[]): Promise<Decided> {
		const laid: (() => void)[] = [];
		const { decided, ...sums } = await this.#atOnce(lines, () =>
			oneByOne(lines.map(this.#seen.of), async ({ id, hash }) => {
				const outcome = await rejectProposal(this.#app, id, hash);
				if (outcome.status === 'done') laid.push(layWords(id));
				return outcome;
			})
		);
		const ids = decided.map(({ id }) => id);
		this.#remember('rejected', ids, () => this.reject(decided), laid);
		return sums;
	}

	/**
	 * Accept all that may be taken unread, of what is on the screen. A line whose words are being changed stays: what is
	 * stored is not what is seen, and what is seen may be half a sentence. Summaries are counted and stay.
	 */
	acceptAll(items: readonly DeskItem[]): Promise<Taken> {
		return this.#atOnce(items, () => this.#acceptAll(items));
	}

	async #acceptAll(items: readonly DeskItem[]): Promise<Taken> {
		const waiting = await waitingProposals(this.#app.db);
		const unsaved = waiting.filter(({ id }) => linesUnderPen.has(id)).length;
		const lines = linesOf(items);
		const all = await acceptAll(this.#app, linesUnderPen, lines.map(this.#seen.of));
		const told = this.#took(all, lines);
		if (told.unstored) return { ...told, ...nothingStays };
		return {
			...told,
			unsaved,
			changed: all.changed,
			refused: all.refused,
			tainted: all.stay - all.changed - all.refused - unsaved,
			drafts: items.filter(({ kind }) => kind === 'draft').length
		};
	}

	/** Accept what was picked; as with all, a line whose words are being changed stays. */
	async acceptSelected(lines: readonly ShownLine[]): Promise<Taken> {
		const settled = lines.filter(({ id }) => !linesUnderPen.has(id));
		const done = await this.#atOnce(settled, () => this.accept(settled));
		if (done.unstored) return { ...done, ...nothingStays };
		return {
			...done,
			unsaved: lines.length - settled.length,
			changed: settled.length - done.taken,
			refused: 0,
			tainted: 0,
			drafts: 0
		};
	}

	/** Words for a line that was decided meanwhile wait as a line of their own, unless memory holds them: `known`. */
	async edit(id: string, text: string): Promise<Done | { readonly status: 'known' }> {
		const row = await this.#app.db.proposals.get(id);
		const listed = this.items?.find((item) => item.id === id);
		const decided = row ?? (listed?.kind === 'decided' ? listed.proposal : null);
		if (decided && decided.status !== 'waiting') return proposeAnew(this.#app, decided, text);
		const before = row?.hash ?? '';
		const outcome = await editProposalText(this.#app, id, text);
		if (outcome.status === 'failed') return outcome;
		this.#seen.wrote(id, before, text);
		return outcome;
	}

	/** Put a waiting line in the place of another, or (null) beside it. */
	async replace(proposal: Proposal, line: Beside['row'] | null): Promise<Done> {
		const { path, replaces } = proposal;
		return this.#decisions.made(await replaceLine(this.#app, proposal.id, line), {
			what: 'replaced',
			back: () => aimProposal(this.#app, proposal.id, { path, replaces }),
			again: () => this.replace(proposal, line)
		});
	}

	/** Let waiting lines go to another file; those that stand in the place of others go where those are. */
	async aim(lines: readonly Pick<Proposal, 'id'>[], path: string): Promise<Decided> {
		const { decided: moved, ...sums } = await this.#atOnce(lines, async () => {
			// As they are stored: where they were is what the undo goes back to.
			const rows = await this.#app.db.proposals.bulkGet(lines.map(({ id }) => id));
			return oneByOne(movable(rows, path), ({ id }) =>
				aimProposal(this.#app, id, { path, replaces: null })
			);
		});
		const back = () => this.#atOnce(moved, () => this.#aimBack(moved));
		const again = async () => {
			const { unstored: why } = await this.aim(moved, path);
			return why ? failed(why) : done;
		};
		if (moved.length > 0) this.#decisions.made(done, { what: 'replaced', back, again });
		return sums;
	}

	async #aimBack(lines: readonly Proposal[]): Promise<Done> {
		for (const { id, path, replaces } of lines) {
			const outcome = await aimProposal(this.#app, id, { path, replaces });
			if (outcome.status === 'failed') return outcome;
		}
		return done;
	}

	/** What accepting would change, file by file, with the lines around it. */
	async change(id: string): Promise<readonly FilePreview[] | null> {
		const found = await previewProposal(this.#app, id);
		return (
			found && found.map(({ path, before, after }) => ({ path, ...changeExcerpt(before, after) }))
		);
	}

	async use(draft: Summary): Promise<Done> {
		const { id, sessionId } = draft;
		const decision: Decision = {
			what: 'used',
			back: () => undoCompaction(this.#app, sessionId, id),
			again: async () => this.#decisions.made(await redoCompaction(this.#app, id), decision)
		};
		return this.#decisions.made(await useSummary(this.#app, id), decision);
	}

	async discard(draft: Summary): Promise<Done> {
		return this.#decisions.made(await discardSummary(this.#app, draft.id), {
			what: 'discarded',
			back: () => restoreDraft(this.#app, draft.id),
			again: () => this.discard(draft)
		});
	}

	/** Take the last decision of this visit back; null when there is none. */
	undo(): Promise<Undone | null> {
		return this.#decisions.takeBack();
	}

	/** What was decided together is taken back together, and so it is decided again. */
	#remember(
		what: Decision['what'],
		ids: readonly string[],
		decide: () => Promise<Decided>,
		laid: readonly (() => void)[] = []
	): void {
		if (ids.length === 0) return;
		const back = () =>
			this.#atOnce(ids, async () => {
				const outcome = await undoDecisions(this.#app, ids);
				// Where it is said that some changed meanwhile, the others wait again.
				if (outcome.status === 'done' || outcome.failure.kind === 'changed-meanwhile')
					for (const putBack of laid) putBack();
				return outcome;
			});
		this.#decisions.made(done, { what, back, again: () => allOf(ids, decide()) });
	}
}
