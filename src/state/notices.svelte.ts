import type { Failure } from '#core/failure.ts';

/** Something that was done, said once and quietly, with at most one way back and one further. */
export interface Notice {
	readonly text: string;
	/** Pressed, the notice goes; what comes of it is said anew. */
	readonly action?: { readonly label: string; readonly onpress: () => unknown } | undefined;
	/** Where it can be taken further. */
	readonly more?: Notice['action'];
	/** It did not work: said as an alert. */
	readonly isFailure?: boolean;
	/** Nobody has asked for what did not work: where an alert says the same, it is said there alone. */
	readonly unasked?: Failure | undefined;
	/** It did not work and never will: what was pressed is not offered again. */
	readonly isFinal?: boolean | undefined;
	/** The session it is about: nowhere else would one know what its way back takes back. */
	readonly of?: string;
	/** Something is being done and these words stay until it is: how much of it, 0 to 1, or null where that is not known. */
	readonly progress?: number | null;
}

/** What can be done about a notice: the way back, and where it can be taken further. */
export type Ways = readonly [action?: Notice['action'], more?: Notice['action']];

/** Who can be told what came of something. */
export type Voice = Pick<Notices, 'say' | 'warn'>;

/** The words about something that is being done; where newer ones have taken their place, these stay away. */
export interface Going {
	/** How much of it is done, 0 to 1. */
	at(progress: number): void;
	/** Take the words away. */
	end(): void;
}

/** The quiet voice of the app: one notice at a time, a newer one replaces the older. */
export class Notices {
	#current = $state.raw<Notice>();

	get current(): Notice | undefined {
		return this.#current;
	}

	/** What is said where this session is on screen, or none: of another one it waits until that is. */
	at(session: string | undefined): Notice | undefined {
		const { of } = this.#current ?? {};
		return of === undefined || of === session ? this.#current : undefined;
	}

	/** Says it of one session. */
	of(session: string): Voice {
		const told = (say: () => void) => {
			say();
			if (this.#current) this.#current = { ...this.#current, of: session };
		};
		return {
			say: (...words) => told(() => this.say(...words)),
			warn: (...words) => told(() => this.warn(...words))
		};
	}

	say(text: string, action?: Notice['action'], more?: Notice['action']): void {
		this.#current = { text, action: this.#offer(action), more };
	}

	/** Say why something was not done. */
	warn(text: string, of: Pick<Notice, 'unasked' | 'isFinal' | 'action'> = {}): void {
		this.#current = { text, isFailure: true, ...of, action: this.#offer(of.action) };
	}

	/** With the words why what was pressed did not work it is offered again: the way back had gone with its notice. */
	#offer(action: Notice['action']): Notice['action'] {
		if (!action) return undefined;
		const offered = {
			...action,
			onpress: async () => {
				await action.onpress();
				const now = this.#current;
				if (now?.isFailure && !now.action && !now.unasked && !now.isFinal)
					this.#current = { ...now, action: offered };
			}
		};
		return offered;
	}

	/** Say what is being done, with a way to stop it, until `end`. */
	follow(text: string, action: Notice['action']): Going {
		let own: Notice = { text, action, progress: null };
		this.#current = own;
		return {
			at: (progress) => {
				if (this.#current !== own) return;
				own = { ...own, progress };
				this.#current = own;
			},
			end: () => {
				if (this.#current === own) this.#current = undefined;
			}
		};
	}

	readonly dismiss = (): void => {
		this.#current = undefined;
	};
}
