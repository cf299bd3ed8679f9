import fc from 'fast-check';
import type { Failure } from '#core/failure.ts';
import { faultAt, type Fault } from '../breaking/breaking-storage.ts';
import type { Broken } from './talker.ts';

/** What goes wrong while something is done. `at`: with which call to the storage. */
export type Trouble =
	| { readonly kind: 'storage'; readonly at: number; readonly fault: Fault }
	/** The tab dies, and the app is started again. */
	| { readonly kind: 'death'; readonly at: number }
	/** Somebody presses Stop. */
	| { readonly kind: 'stop'; readonly at: number }
	| { readonly kind: 'model'; readonly broken: Broken };

const failures: readonly Failure[] = [
	{ kind: 'interrupted' },
	{ kind: 'offline' },
	{ kind: 'rate-limited', retryAfterMs: null },
	{ kind: 'key-refused' },
	{ kind: 'overflow', tokens: null, window: null },
	{ kind: 'rejected', status: 400, detail: 'No.' }
];

const ends = ['max_tokens', 'refusal', 'model_context_window_exceeded', 'pause_turn', 'end_turn'];

/** Some acts make ten calls to the storage, a message some sixty, a compaction some hundreds. */
const at = fc.oneof(fc.nat(9), fc.nat(60), fc.nat(400));

export const aTrouble: fc.Arbitrary<Trouble> = fc.oneof(
	fc.record({ kind: fc.constant('storage' as const), at, fault: fc.nat(9).map(faultAt) }),
	fc.record({ kind: fc.constant('death' as const), at }),
	fc.record({ kind: fc.constant('stop' as const), at }),
	fc
		.oneof<fc.Arbitrary<Broken>[]>(
			fc.record({ after: fc.nat(1), failure: fc.constantFrom(...failures) }),
			fc.record({ stopReason: fc.constantFrom(...ends), isEmpty: fc.boolean() })
		)
		.map((broken) => ({ kind: 'model' as const, broken }))
);
