import type { Truth } from '#db/schema.ts';
import type { Clock, Model } from '#flows/ports.ts';

/** What a compaction needs; the workshop and the tests give the same. */
export interface CompactPorts {
	readonly db: Truth;
	readonly model: Model;
	readonly clock: Clock;
}
