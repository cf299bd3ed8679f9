import type { TableName } from '#core/backup/backup.ts';
import {
	dropAttached,
	dropEdits,
	dropNotSent,
	dropPartials,
	dropUnsent
} from '#db/forgetting/unsaved.ts';
import { editKey } from '#db/scratch/unsent-edits.ts';
import { dropValue } from '#db/scratch/kept-values.ts';
import { clearIndex } from '#db/search-index.ts';
import { forgetInActivity } from '#flows/forgetting/stores/forget-activity.ts';
import { forgetInArchives } from '#flows/forgetting/stores/forget-archives.ts';
import {
	forgetInMarks,
	forgetInPins,
	forgetInSessions,
	forgetInSteps,
	forgetInTurns
} from '#flows/forgetting/stores/forget-log.ts';
import {
	forgetInMemoryFiles,
	forgetInMemoryOrigins,
	forgetInMemoryRevisions,
	forgetInProposals,
	forgetInRefusals,
	forgetInUnsaved
} from '#flows/forgetting/stores/forget-memory.ts';
import { forgetInPens } from '#flows/forgetting/stores/forget-pens.ts';
import { forgetInBlobs, forgetInLedger } from '#flows/forgetting/stores/forget-requests.ts';
import {
	forgetInCompactions,
	forgetInSummaries
} from '#flows/forgetting/stores/forget-summaries.ts';
import type { Walk } from '#flows/forgetting/walk.ts';

/**
 * Every store there is, and how something is forgotten in it. A test holds this list against the databases: a table
 * that is not named here cannot be added. In this order: copies first, what they are known by last (parts of requests
 * before their entries and before the wordings of summaries they repeat; then the origins of lines, the archives that hold turns
 * without rows, and the turns), so that work cut short can begin again.
 */

type Forget = (walk: Walk) => Promise<unknown>;

/** Nothing that anybody said is in it. */
const nothingSaid: Forget = () => Promise.resolve();

export const truthStores: Readonly<Record<TableName, Forget>> = {
	settings: nothingSaid,
	tombstones: nothingSaid,
	blobs: forgetInBlobs,
	ledger: forgetInLedger,
	activity: forgetInActivity,
	compactions: forgetInCompactions,
	proposals: forgetInProposals,
	refusals: forgetInRefusals,
	memoryFiles: forgetInMemoryFiles,
	memoryRevisions: forgetInMemoryRevisions,
	pins: forgetInPins,
	marks: forgetInMarks,
	/** Places alone; those of a session go with its tombstone. */
	branches: nothingSaid,
	steps: forgetInSteps,
	archives: forgetInArchives,
	/** After the steps and archives, which quote summaries and name sessions. */
	summaries: forgetInSummaries,
	sessions: forgetInSessions,
	memoryOrigins: forgetInMemoryOrigins,
	/** Go and are written with their archive. */
	archiveBytes: nothingSaid,
	/** Ids and places alone; goes with its archive. */
	cold: nothingSaid,
	turns: forgetInTurns
};

export const scratchStores: Readonly<
	Record<'partials' | 'unsent' | 'views' | 'attached' | 'unsavedFiles', Forget>
> = {
	partials: async ({ scratch, sessionId, isWhole, turnIds }) => {
		if (sessionId !== null)
			await dropPartials(scratch, sessionId, ({ turnId }) => isWhole || turnIds.has(turnId));
	},
	unsent: async ({ scratch, sessionId, isWhole, turnIds }) => {
		if (sessionId === null) return;
		if (isWhole) await dropUnsent(scratch, sessionId);
		else
			await dropEdits(
				scratch,
				[...turnIds].map((turnId) => editKey(sessionId, turnId))
			);
	},
	attached: async ({ scratch, sessionId, isWhole }) => {
		if (isWhole && sessionId !== null) await dropAttached(scratch, sessionId);
	},
	unsavedFiles: forgetInUnsaved,
	views: async (walk) => {
		const { scratch, sessionId, isWhole, turnIds } = walk;
		await forgetInPens(walk);
		await dropNotSent(scratch, ({ turnId, failure }, of) => {
			// What takes the room is told by the names of memory files; an endpoint may quote whatever it refuses.
			const isTold = failure !== undefined;
			if (sessionId === null) return isTold;
			return of === sessionId && (isWhole || isTold || turnIds.has(turnId));
		});
		if (isWhole && sessionId !== null) await dropValue(scratch, `off once ${sessionId}`);
	}
};

/** The index is made again from what is left; it knows every word it ever read. */
export const indexStores: Readonly<Record<'parts', Forget>> = {
	parts: ({ index }) => clearIndex(index)
};
