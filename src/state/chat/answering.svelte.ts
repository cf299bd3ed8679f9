import type { Failure } from '#core/failure.ts';
import type { NeedsReview, NotSent, ToldOf } from '#core/reply/not-sent.ts';
import type { LiveReply, OnReply, SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { AnswerMark } from '#state/chat/answer-marks.svelte.ts';

/** Told how it stands; null: nothing needs to be said of it. */
type Tell = (mark: AnswerMark | null) => void;

/** One flow that has a message answered. */
type Answer = (onReply: OnReply, signal: AbortSignal) => Promise<SendOutcome>;

type Announcement = 'none' | 'answering' | 'complete' | 'cutOff' | 'stopped' | 'failed';

/** What went wrong with a turn in this tab since it was opened. */
interface Trouble extends ToldOf {
	readonly turnId: string;
	readonly failure: Failure;
}

/** How long nothing is said about what is still being loaded, or a tab that does not stop, ms. */
const patience = 4000;

/** The reply a session is writing in this tab: at most one, held here until the database has all of it. */
export class Answering {
	#reply = $state.raw<LiveReply | null>(null);
	#stop = $state.raw<AbortController | null>(null);
	#announcement = $state.raw<Announcement>('none');
	#trouble = $state.raw<Trouble | null>(null);
	#review = $state.raw<NeedsReview | null>(null);
	/** As it is stored for all tabs. */
	#notSent: NotSent | null = null;
	/** The turn whose message came to be asked about in this page. */
	#asked: string | null = null;
	#isLate = $state(false);
	#isDeaf = $state(false);
	#deaf: ReturnType<typeof setTimeout> | undefined;
	#by: string | null = null;
	#over: Promise<SendOutcome | null> = Promise.resolve(null);
	readonly #tell: Tell;

	constructor(tell: Tell = () => undefined) {
		this.#tell = tell;
	}

	get reply(): LiveReply | null {
		return this.#reply;
	}

	get isRunning(): boolean {
		return this.#stop !== null;
	}

	/** It has been waited for some time for what is needed before anything can be asked. */
	get isLate(): boolean {
		return this.#isLate;
	}

	/** Another tab writes it, and does not stop: the system has put it to sleep, or it hangs. Nobody else can end it. */
	get isDeaf(): boolean {
		return this.#isDeaf;
	}

	/** Model that wrote the last reply, as far as one was begun; drawn by nobody. */
	get by(): string | null {
		return this.#by;
	}

	get announcement(): Announcement {
		return this.#announcement;
	}

	get trouble(): Trouble | null {
		return this.#trouble;
	}

	get review(): NeedsReview | null {
		return this.#review;
	}

	/** What the reply that is being written comes to, whoever asked for it; what the last one came to where none is. */
	get over(): Promise<SendOutcome | null> {
		return this.#over;
	}

	/** Null when a reply is being written already; whoever asks looks first. */
	async run(answer: Answer): Promise<SendOutcome | null> {
		if (this.#stop) return null;
		const running = this.#run(answer);
		this.#over = running.catch(() => null);
		return running;
	}

	async #run(answer: Answer): Promise<SendOutcome> {
		const stop = new AbortController();
		this.#stop = stop;
		this.#by = null;
		this.#announcement = 'answering';
		this.#trouble = null;
		this.#review = null;
		this.#notSent = null;
		this.#tell('answering');
		/** What has come could not be stored yet: it goes on once there is room. */
		let isHeld = false;
		const holdPage = (event: Event) => event.preventDefault();
		try {
			const outcome = await answer((reply) => {
				this.#reply = reply;
				if (reply && !reply.unstored === isHeld) {
					isHeld = !isHeld;
					this.#announcement = isHeld ? 'failed' : 'answering';
					this.#tell(isHeld ? 'asks' : 'answering');
					// Whoever goes loses it, on whatever page that is.
					if (isHeld) window.addEventListener('beforeunload', holdPage);
					else window.removeEventListener('beforeunload', holdPage);
				}
				if (reply) this.#by = reply.model;
			}, stop.signal);
			this.#conclude(outcome);
			return outcome;
		} catch (bug) {
			this.#announcement = 'failed';
			throw bug;
		} finally {
			window.removeEventListener('beforeunload', holdPage);
			this.#reply = null;
			this.#stop = null;
			clearTimeout(this.#deaf);
			this.#deaf = undefined;
			this.#isDeaf = false;
			// Another tab may have written it.
			this.hear(this.#notSent);
			this.#tell(this.#mark);
		}
	}

	/** Wait for what is needed, and say so where that takes long. */
	async patiently(coming: Promise<void>): Promise<void> {
		const timer = setTimeout(() => (this.#isLate = true), patience);
		await coming;
		clearTimeout(timer);
		this.#isLate = false;
	}

	readonly stop = (): void => {
		this.#stop?.abort();
		if (this.#reply?.isElsewhere) this.#deaf ??= setTimeout(() => (this.#isDeaf = true), patience);
	};

	/** What is asked or told of a message for all tabs: null once that is over. */
	readonly hear = (notSent: NotSent | null): void => {
		const before = this.#notSent;
		this.#notSent = notSent;
		if (this.#stop) return;
		if (notSent) this.#take(notSent);
		else if (before) {
			this.#review = null;
			this.#trouble = null;
		}
	};

	#take(notSent: NotSent): void {
		if (notSent.status === 'needs-review') this.#review = notSent;
		else this.#trouble = notSent;
	}

	/** It came to that in this page, under the eyes of whoever is here. */
	get isAskedHere(): boolean {
		return this.#review?.turnId === this.#asked;
	}

	/** The user has decided, or wants to leave the message where it is. */
	readonly forgetReview = (): void => {
		this.#review = null;
	};

	get #mark(): AnswerMark | null {
		if (this.#review) return 'asks';
		if (this.#announcement === 'failed') return 'failed';
		return this.#announcement === 'stopped' ? null : 'answered';
	}

	#conclude(outcome: SendOutcome): void {
		switch (outcome.status) {
			case 'answered':
				this.#announcement = outcome.isCutOff ? 'cutOff' : 'complete';
				return;
			case 'stopped':
				this.#announcement = 'stopped';
				return;
			case 'needs-review':
				this.#announcement = 'none';
				this.#asked = outcome.turnId;
				this.#take(outcome);
				return;
			case 'waiting':
			case 'failed':
				// Nothing went wrong where its message was forgotten meanwhile.
				if (outcome.turnId !== null && outcome.failure.kind === 'forgotten') {
					this.#announcement = 'stopped';
					return;
				}
				this.#announcement = 'failed';
				if (outcome.turnId !== null) this.#trouble = { ...outcome, turnId: outcome.turnId };
		}
	}
}
