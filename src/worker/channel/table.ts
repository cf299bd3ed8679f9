import type { Failure } from '#core/failure.ts';
import type { ProgressOf } from '#flows/ports/workshop.ts';
import type { JobShape } from '#worker/channel/protocol.ts';
import type { Job } from '#worker/channel/serve.ts';

/** Jobs by name: what a worker can do is a table of functions. */

/** How a job speaks while it runs. */
interface Running<Progress> {
	readonly signal: AbortSignal;
	/** Several at once travel as one message. */
	readonly tell: (...progress: readonly Progress[]) => void;
}

export type JobTable<Jobs extends Record<keyof Jobs, JobShape>> = {
	readonly [Kind in keyof Jobs]: (
		ask: Jobs[Kind]['ask'],
		running: Running<ProgressOf<Jobs[Kind]>>
	) => Promise<Jobs[Kind]['outcome']>;
};

/** Work from a table. A kind that is not in it is answered with a failure, like every start. */
export const fromTable =
	<Jobs extends Record<keyof Jobs, JobShape>>(table: Partial<JobTable<Jobs>>) =>
	async ({ kind, ask, signal, tell }: Job): Promise<unknown> => {
		const work = Object.hasOwn(table, kind) ? table[kind as keyof Jobs] : undefined;
		const failure: Failure = { kind: 'crashed', detail: `no such job: ${kind}` };
		return work ? work(ask, { signal, tell }) : { status: 'failed', failure };
	};
