import type { MemoryRevision } from '#core/memory/memory.ts';
import type { Clock } from '#flows/ports.ts';

/** The revision that records a write to a memory file now; unless it says otherwise the file is there after it. */
export const revise = (
	clock: Pick<Clock, 'now' | 'newId'>,
	write: Pick<MemoryRevision, 'path' | 'text' | 'by'> &
		Partial<Pick<MemoryRevision, 'deleted' | 'act' | 'from'>>
): MemoryRevision => ({
	id: clock.newId(),
	at: clock.now(),
	deleted: false,
	...write
});
