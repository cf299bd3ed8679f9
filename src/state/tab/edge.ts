import type { Failure } from '#core/failure.ts';
import { isOfNewer, storageFailure } from '#db/storing.ts';
import { noteActivity } from '#flows/activity.ts';
import type { App } from '#flows/ports.ts';
import { waitOrStop } from '#flows/ports/waiting.ts';

/**
 * The edge of the page: what nobody caught comes here. It is told once and stands in the list of what happened, by its
 * kind alone, for the words of an error may hold words of a conversation.
 */

/** How long the same thing is not told again, ms: what is tried every minute would be told every minute. */
const once = 60 * 60_000;

/** How long a keeper that broke off rests, ms. */
const rest = 60_000;

type EdgeApp = Pick<App, 'db' | 'clock'>;

export class Edge {
	readonly #app: EdgeApp;
	readonly #tell: (failure: Failure) => void;
	/** When each kind was told. */
	readonly #told = new Map<string, number>();

	constructor(app: EdgeApp, tell: (failure: Failure) => void) {
		this.#app = app;
		this.#tell = tell;
	}

	/** Listen for as long as the page lives; answers how to stop. */
	listen(): () => void {
		// Notes of the browser, and errors of scripts that are not ours, come without the error itself.
		const hearError = ({ error }: ErrorEvent) => {
			if (error instanceof Error || error instanceof DOMException) this.caught(error);
		};
		const hearRejection = ({ reason }: PromiseRejectionEvent) => {
			this.caught(reason);
		};
		window.addEventListener('error', hearError);
		window.addEventListener('unhandledrejection', hearRejection);
		return () => {
			window.removeEventListener('error', hearError);
			window.removeEventListener('unhandledrejection', hearRejection);
		};
	}

	/** Something was thrown that nobody waits for. */
	caught(reason: unknown): void {
		const name = nameOf(reason);
		const failure = isNotLoaded(reason)
			? ({ kind: 'not-loaded' } as const)
			: (storageFailure(reason) ?? ({ kind: 'crashed', detail: '' } as const));
		// A stop is no failure.
		if (name === 'AbortError' && failure.kind === 'crashed') return;
		// Once a newer version took the database nothing can be written here; the banner asks to reload. No banner tells of that of the key.
		if (failure.kind === 'storage-closed' && !isOfNewer(reason)) return;
		const at = this.#app.clock.now();
		const key = failure.kind === 'crashed' ? name : failure.kind;
		const last = this.#told.get(key);
		const isKnown = last !== undefined && at >= last && at - last < once;
		// Nothing came of what was just pressed: without a word that would look as if nothing had been pressed.
		const isInTheWay = failure.kind === 'not-loaded' || failure.kind === 'storage-closed';
		if (isKnown && !(isInTheWay && isPressing())) return;
		this.#told.set(key, at);
		this.#tell(failure);
		// Nothing broke: there was no way to the rest of the app.
		if (failure.kind === 'not-loaded') return;
		const details = { what: 'unexpected', name } as const;
		void noteActivity(this.#app, { at, kind: 'failure', details, failure });
	}

	/**
	 * Run a keeper that ends by itself or with the signal. One that breaks off begins again after a pause, and one that
	 * cannot be fetched is not told: nobody asked for it.
	 */
	async keep(
		keeper: () => Promise<void>,
		signal: AbortSignal,
		{ pause = rest }: { readonly pause?: number } = {}
	): Promise<void> {
		let isOver = false;
		while (!isOver && !signal.aborted) {
			isOver = await keeper().then(
				() => true,
				(reason: unknown) => {
					if (!isNotLoaded(reason)) this.caught(reason);
					return false;
				}
			);
			if (!isOver) await waitOrStop(pause, signal);
		}
	}
}

/**
 * Whether a part of the app could not be fetched; three engines have three sentences for it, and no kind of error. What
 * fetches its styles beside it has one of its own, and so has a telephone that did not start.
 */
const isNotLoaded = (reason: unknown): boolean =>
	reason instanceof Error &&
	/dynamically imported module|module script failed|^Unable to preload|failed: not-loaded$/i.test(
		reason.message
	);

/**
 * What kept a page from being shown, for the page that stands in its place: of all that may be thrown no word but that.
 * What broke comes here beside it.
 */
export function notShown({
	error,
	status,
	message
}: {
	readonly error: unknown;
	readonly status: number;
	readonly message: string;
}): { readonly message: string } {
	if (isNotLoaded(error)) return { message: 'not-loaded' };
	if (status !== 404) reportError(error);
	return { message };
}

/** Somebody has pressed something, seconds ago at most. Not every browser tells. */
const isPressing = (): boolean =>
	'userActivation' in navigator && navigator.userActivation.isActive;

/** What is thrown may be anything; of an error only its kind is known to hold no words of the user. */
const nameOf = (reason: unknown): string =>
	reason instanceof Error || reason instanceof DOMException ? reason.name : typeof reason;
