import { textOf, type UserBlock } from '#core/log/blocks.ts';
import { isGone, leftOutTurns, marksByTurn, waitingMark } from '#core/log/marks.ts';
import { branchAt } from '#core/log/path.ts';
import type { Failure } from '#core/failure.ts';
import type { AskedSo } from '#core/reply/not-sent.ts';
import { withUnknown, type Listed } from '#core/summary/held-draft.ts';
import type { Prompt, RequestBody, Weight } from '#core/prompt/prompt.ts';
import { closedBy, isOpenSession, type Session } from '#core/session/session.ts';
import { draftOf, isWearNews, summaryInUse, wearOf, type Wear } from '#core/summary/summary.ts';
import type { Mark } from '#core/log/turn.ts';
import { changeSession, sessionOf } from '#db/log/sessions.ts';
import { storing } from '#db/storing.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { findPlace, marksOf } from '#db/log/turns.ts';
import { doneOf, type Done } from '#flows/done.ts';
import type { How, retryReply } from '#flows/answer/answer-turn.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { App } from '#flows/ports.ts';
import type { PromptSize } from '#flows/ports/workshop.ts';
import { pinsPlaced, textsThatGo } from '#flows/prompt/placed-pins.ts';
import { answerMarks } from '#state/chat/answer-marks.svelte.ts';
import { answerBy } from '#state/chat/answer-by.ts';
import { Answering } from '#state/chat/answering.svelte.ts';
import { Attachments } from '#state/composer/attachments.svelte.ts';
import { askToTry } from '#state/chat/ask-elsewhere.ts';
import { Elsewhere } from '#state/chat/elsewhere.ts';
import { Compacting } from '#state/summary/compacting.svelte.ts';
import * as late from '#state/chat/late-flows.ts';
import { Live } from '#state/live.svelte.ts';
import { Queued } from '#state/composer/queued.svelte.ts';
import { SessionChoices } from '#state/chat/session-choices.svelte.ts';
import { TranscriptWindow } from '#state/chat/transcript-window.ts';
import { askWith, take, type Taken } from '#state/composer/taken.ts';
import { isTabGone } from '#state/tab/living-tabs.ts';
import { lastingTabId } from '#state/tab/tab-id.ts';
import { summariesUnderPen } from '#state/tab/under-pen.ts';
import { UnsentText } from '#state/composer/unsent-text.ts';
import { Weighing } from '#state/prompt/weighing.svelte.ts';

export type { LiveReply } from '#flows/answer/reply/live-reply.ts';

/** How a stored message is to be answered, as far as that was chosen for it. */
type AnswerHow = Partial<AskedSo> & Pick<How, 'dropOldest' | 'isReached' | 'isByItself'>;

/** One session on screen. What is stored is watched; only what is being written or made is held here. */
export class SessionView {
	readonly id: string;
	readonly choices: SessionChoices;
	readonly excerpt: TranscriptWindow;
	readonly unsent: UnsentText;
	readonly attachments: Attachments;
	readonly queued: Queued;
	readonly answering: Answering;
	readonly elsewhere: Elsewhere;
	readonly compacting: Compacting;
	readonly weighing: Weighing<PromptSize>;
	readonly #app: App;
	readonly #summaries: Live<readonly Listed[] | null>;
	readonly #marks: Live<Mark[]>;
	readonly #pinned: Live<readonly string[]>;
	readonly #isBegun: boolean;

	/** @param isBegun a chat was begun here, and is stored with its first message */
	constructor(app: App, fresh: Session, isBegun: boolean) {
		const { id } = fresh;
		this.#app = app;
		this.#isBegun = isBegun;
		this.id = id;
		this.answering = new Answering((mark) => {
			if (mark) answerMarks.set(id, mark);
			else answerMarks.delete(id);
		});
		this.excerpt = new TranscriptWindow(app.db, id);
		this.choices = new SessionChoices(app, fresh, () => this.excerpt.session);
		this.elsewhere = new Elsewhere(app, id, this.answering);
		const now = () => app.clock.now();
		const tab = { id: lastingTabId(app), isGone: isTabGone(app) };
		this.unsent = new UnsentText(app.scratch, id, now, tab);
		this.attachments = new Attachments(app.scratch, id);
		this.queued = new Queued(this.unsent, this.attachments);
		this.compacting = new Compacting(app, id, async (wanted, onProgress, signal) => {
			const { prepareDraft } = await late.drafting();
			const why =
				wanted === 'again' ? { trigger: wanted } : ({ trigger: 'manual', ...wanted } as const);
			return prepareDraft(app, { sessionId: id, ...why, onProgress }, signal);
		});
		this.weighing = new Weighing(
			async (ask) => (await late.weighing()).weighPrompt(app, ask),
			({ session }) => {
				late.weighing().then(
					({ prepareToSend }) => prepareToSend(app, session),
					() => undefined
				);
			}
		);
		// Null: it is being forgotten, or was. That is no copy which does not know them.
		this.#summaries = new Live<readonly Listed[] | null>(
			async () => ((await app.db.tombstones.get(id)) ? null : summariesOf(app.db, id)),
			(before, read) => read && withUnknown(before ?? [], read, (one) => summariesUnderPen.has(one))
		);
		this.#marks = new Live(() => marksOf(app.db, id));
		this.#pinned = new Live(async () => textsThatGo(await pinsPlaced(app.db, id)));
	}

	get session(): Session {
		return this.choices.session;
	}

	/** Somebody came by an address under which nothing is stored, or under which it was forgotten. */
	get isMissing(): boolean {
		const { isRead, session, forgottenAt } = this.excerpt;
		return isRead && !session && (forgottenAt !== null || !this.#isBegun);
	}

	/** Nothing stands in it, sent or unsent: it may still become a session of another kind. */
	get isEmpty(): boolean {
		const isNew = this.excerpt.session === undefined && !this.answering.isRunning;
		const { items, isReading } = this.attachments;
		return isNew && this.unsent.text.trim() === '' && items.length === 0 && !isReading;
	}

	readonly #all = $derived.by(() => this.#summaries.current ?? []);
	readonly inUse = $derived.by(() => summaryInUse(this.#all, this.excerpt.path));
	readonly draft = $derived.by(() => draftOf(this.#all, this.excerpt.path));
	/** How worn the summary in use is, while the user is still to be told. */
	readonly wear = $derived.by(() => {
		if (this.inUse?.standsFor !== 'text') return null;
		const wear = wearOf(this.inUse, this.#all, this.excerpt.path);
		return isWearNews(wear, this.session.wearTold ?? null) ? wear : null;
	});
	/** Texts that go along word for word. */
	readonly pinned = $derived.by(() => this.#pinned.current ?? []);
	/** What decides what a summary lost, besides words: other parts on, or other messages left out, give another report. */
	readonly reportedOn = $derived.by(() =>
		JSON.stringify([
			this.session.switchedOff,
			this.session.policy,
			...leftOutTurns(this.#marks.current ?? [])
		])
	);
	/** By turn id. */
	readonly marks = $derived.by(() => marksByTurn(this.#marks.current ?? []));

	/** Newest seq that was not deleted, -1 where there is none. */
	get newestKept(): number {
		let seq = this.excerpt.head;
		for (; seq >= 0; seq--) {
			const turn = this.excerpt.exchange(seq)?.turn;
			if (!turn || !isGone(turn, this.marks[turn.turnId] ?? [])) break;
		}
		return seq;
	}

	/** What the next request weighs; null until it was weighed for who would answer now. */
	weightFor(answerer: string): Weight | null {
		const size = this.weighing.current;
		return size?.model === answerer ? size.weight : null;
	}

	/** A summary is being made: somebody asked for it, or a message needs the room. */
	get isCompacting(): boolean {
		return this.compacting.isRunning || this.answering.reply?.state === 'compacting';
	}

	get summaries(): readonly Listed[] {
		return this.#all;
	}

	/** Why nothing more is asked in it, as it is stored now; null: it goes on, is not stored yet, or cannot be read. */
	async closedBy(): Promise<Failure | null> {
		const found = await storing(() => sessionOf(this.#app.db, this.id));
		return found.status === 'stored' && found.value ? closedBy(found.value) : null;
	}

	/** Take what stands in the composer, to be sent. */
	take(): Taken {
		return take(this);
	}

	/** Send what was taken. */
	send(blocks: readonly UserBlock[], taken: Taken): Promise<SendOutcome | null> {
		const { choices } = this;
		return askWith(this, taken, (letGo) => {
			const onStored = () => {
				letGo();
				choices.followFirst();
			};
			const words = { blocks, pasted: taken.pasted, onStored };
			return answerBy(
				this,
				{ flow: late.sending(), turnId: null },
				({ sendMessage }, how, ...ports) =>
					// As it is by then: more may have been chosen for it while that was waited for.
					sendMessage(this.#app, { session: choices.taken(), ...words, ...how }, ...ports)
			);
		});
	}

	/** Answer a stored message that has no reply yet. */
	answer(turnId: string, asked: AnswerHow = {}): Promise<SendOutcome | null> {
		return answerBy(this, { flow: late.answering(), turnId }, ({ answerTurn }, how, ...ports) =>
			answerTurn(this.#app, { sessionId: this.id, turnId, ...asked, ...how }, ...ports)
		);
	}

	/**
	 * The user has decided about the draft that a message waits for: it goes out as it was asked for. Null when none
	 * waits.
	 */
	answerAwaited(
		decided: Pick<AnswerHow, 'dropOldest' | 'isByItself'> = {}
	): Promise<SendOutcome | null> {
		const { review } = this.answering;
		return review
			? this.answer(review.turnId, { ...review.asked, ...decided })
			: Promise.resolve(null);
	}

	/** The newest message, when it waits for the network and was asked to go out by itself. */
	readonly goesByItself = $derived.by(() => {
		const newest = this.excerpt.exchange(this.excerpt.head);
		if (!newest || !isOpenSession(this.session)) return null;
		const { turnId } = newest.turn;
		return waitingMark(newest, this.marks[turnId] ?? [])?.byItself === true ? turnId : null;
	});

	/** Nothing is answered before the telephone runs. */
	readonly open = (): Promise<Failure | null> => this.#app.telephone.open();

	/** Do not wait any longer before a call is made again, whichever tab makes it. */
	readonly tryNow = (pause: number): void => {
		const { reply } = this.answering;
		if (reply?.isElsewhere) askToTry(reply.turnId);
		else void this.#app.telephone.tryNow(pause);
	};

	retry(turnId: string): Promise<SendOutcome | null> {
		return this.#replyAnew(
			turnId,
			late.answering().then(({ retryReply }) => retryReply)
		);
	}

	continue(turnId: string): Promise<SendOutcome | null> {
		return this.#replyAnew(
			turnId,
			late.answering().then(({ continueReply }) => continueReply)
		);
	}

	regenerate(turnId: string): Promise<SendOutcome | null> {
		return this.#replyAnew(
			turnId,
			late.editing().then(({ regenerateReply }) => regenerateReply)
		);
	}

	#replyAnew(turnId: string, flow: Promise<typeof retryReply>): Promise<SendOutcome | null> {
		return answerBy(this, { flow, turnId: null }, (reply, how, ...ports) =>
			reply(this.#app, { sessionId: this.id, turnId, ...how }, ...ports)
		);
	}

	/** Ask anew in other words. */
	edit(
		turnId: string,
		blocks: readonly UserBlock[],
		{ pasted, letGo }: Pick<Taken, 'pasted' | 'letGo'>
	): Promise<SendOutcome | null> {
		const wanted = { sessionId: this.id, turnId, blocks, pasted };
		const taken = { text: textOf(blocks), pasted, files: [], letGo };
		return askWith(
			this,
			taken,
			(onStored) =>
				answerBy(this, { flow: late.editing(), turnId: null }, ({ editMessage }, how, ...ports) =>
					editMessage(this.#app, { ...wanted, ...how, onStored }, ...ports)
				),
			// Where the composer cannot be stored either, they stay where they are kept.
			() => void this.unsent.kept().then(letGo, () => undefined)
		);
	}

	/** The next request with all its words: for as long as somebody looks at it. */
	preview(): Weighing<Prompt> {
		return new Weighing(async (ask) => (await late.previewing()).previewPrompt(this.#app, ask));
	}

	/** The last body as it was posted, or null. */
	async lastRequest(): Promise<RequestBody | null> {
		return (await late.previewing()).lastRequest(this.#app, this.id);
	}

	/** The user has been told of the wear, and need not be told again. */
	async toldOfWear({ rootId }: Wear): Promise<Done> {
		return doneOf(await changeSession(this.#app.db, this.id, () => ({ wearTold: rootId })));
	}

	/** Put another branch on screen. */
	async show(branch: string): Promise<Done> {
		return doneOf(await changeSession(this.#app.db, this.id, () => ({ branch })));
	}

	/** Where a turn stands, with its branch on screen; null when there is none of that id. */
	async locate(turnId: string): Promise<number | null> {
		const turn = await findPlace(this.#app.db, this.id, turnId);
		if (!turn) return null;
		if (branchAt(this.excerpt.path, turn.seq) !== turn.branch) await this.show(turn.branch);
		return turn.seq;
	}
}
