import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';

/** `keep`: keeps what is asked of a message; null: it is asked no more. */
export function keepOnce(keep: (outcome: SendOutcome | null) => Promise<void>) {
	let kept: Promise<void> | null = null;
	return {
		begin(asked: () => SendOutcome) {
			kept ??= keep(asked());
		},
		/** Behind what was begun, if anything was. */
		async end() {
			await kept?.then(() => keep(null));
		}
	};
}
