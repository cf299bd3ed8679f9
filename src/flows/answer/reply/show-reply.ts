import { putPartial, removePartial } from '#db/scratch/unsent.ts';
import { spared } from '#db/scratch/spared.ts';
import type { Heard } from '#flows/answer/steps/call-model.ts';
import type { LiveReply, OnReply } from '#flows/answer/reply/live-reply.ts';
import { paced } from '#flows/pace.ts';
import type { App } from '#flows/ports.ts';

/** Shows a reply while it is written, and checkpoints it, so that a crash costs half a second of it and never all. */

/** Once a frame. */
const frame = 16;
const checkpoint = 500;

type Place = Pick<LiveReply, 'sessionId' | 'turnId' | 'branch' | 'seq' | 'model'>;

/** What is said of the step that is being written. */
export interface StepShown {
	readonly index: number;
	readonly continues: boolean;
	readonly epoch: number;
	readonly startedAt: number;
}

export interface Showing {
	show(step: StepShown, heard: Heard): void;
	/** Everything is stored: nothing more is shown, and the checkpoint goes. */
	end(): Promise<void>;
	/** Something could not be stored: nothing more is shown, and the checkpoint holds all that was heard. */
	keep(): Promise<void>;
	/** Nothing more is shown; the checkpoint stays for recovery. */
	abandon(): void;
}

export function showReply(
	{ scratch, clock }: Pick<App, 'scratch' | 'clock'>,
	place: Place,
	onReply: OnReply
): Showing {
	let writing: Promise<unknown> = Promise.resolve();
	let isHeard = false;
	let blocks = 0;
	const shown = paced(frame, onReply);
	const kept = paced(checkpoint, ({ step, heard }: { step: StepShown; heard: Heard }) => {
		// A checkpoint that cannot be written is not worth breaking a reply for.
		const { content, retry, usage = null } = heard;
		const partial = { ...place, ...step, content, usage, retry, at: clock.now() };
		writing = spared(scratch, () => putPartial(scratch, partial), undefined);
	});
	const end = async (): Promise<void> => {
		shown.cancel();
		kept.cancel();
		await writing;
		await spared(scratch, () => removePartial(scratch, place.sessionId), undefined);
	};
	return {
		show(step, heard) {
			const { index, continues } = step;
			isHeard ||= heard.content.length > 0;
			const { state, content, retry, unstored } = heard;
			const said = { ...place, index, continues, state, content, retry };
			shown.offer(unstored ? { ...said, unstored } : said);
			kept.offer({ step, heard });
			// Without its first words a reply that breaks off cannot be gone on with.
			if (content.length > blocks) kept.finish();
			blocks = content.length;
		},
		end,
		async keep() {
			// Of a reply that never began there is nothing to recover.
			if (!isHeard) return end();
			shown.cancel();
			kept.finish();
			await writing;
		},
		abandon() {
			shown.cancel();
			kept.cancel();
		}
	};
}
