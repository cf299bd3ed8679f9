import type { Truth } from '#db/schema.ts';
import type { Clock } from '#flows/ports.ts';
import type { Model } from '#flows/ports/model.ts';

/** What a compaction needs; the workshop and the tests give the same. */
export interface CompactPorts {
	readonly db: Truth;
	readonly model: Model;
	readonly clock: Clock;
}
