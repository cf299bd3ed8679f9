import type { ImportPreview } from '#core/backup/import-preview.ts';
import { mebibyte } from '#core/bytes.ts';
import { notUpgraded } from '#db/open.ts';
import type { IndexStore, Scratch, Truth } from '#db/schema.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { archiveSession, archiveSummary } from '#flows/archives/archive-covered.ts';
import { exportEverything } from '#flows/export/export-everything.ts';
import { exportMemory, exportMemoryLines } from '#flows/export/export-memory.ts';
import { exportSession } from '#flows/export/export-session.ts';
import { exportVault } from '#flows/export/export-vault.ts';
import { exportSummary } from '#flows/export/export-summary.ts';
import { extractMemories } from '#flows/learning/extract-memories.ts';
import { failed } from '#flows/done.ts';
import { foreseeCompaction } from '#flows/compaction/foresee-compaction.ts';
import { runForgetting } from '#flows/forgetting/run-forgetting.ts';
import { weighForgetting } from '#flows/forgetting/weigh-forgetting.ts';
import type { Previewed } from '#flows/import/ports.ts';
import { readImport } from '#flows/import/read-import.ts';
import { runImport } from '#flows/import/run-import.ts';
import { learnSession } from '#flows/learning/learn-session.ts';
import { quoteLearning } from '#flows/learning/quote-learning.ts';
import { reportLossAgain } from '#flows/compaction/draft/loss-of.ts';
import type { Clock } from '#flows/ports.ts';
import type { Model } from '#flows/ports/model.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { askOpinion } from '#flows/opinion/ask-opinion.ts';
import { quoteOpinion } from '#flows/opinion/quote-opinion.ts';
import { exportArchive, showArchive } from '#flows/archives/show-archive.ts';
import { readUnsent } from '#flows/prompt/preview-prompt.ts';
import { createSearcher } from '#flows/search/search-everything.ts';
import { tidyMemory } from '#flows/desk/tidy-memory.ts';
import { sizeOf } from '#flows/prompt/weigh-prompt.ts';
import { opfsVault } from '#worker/workshop/opfs-vault.ts';
import { copyJobs } from '#worker/workshop/copy-jobs.ts';
import { packer } from '#worker/workshop/packer.ts';
import { seal, unseal } from '#worker/workshop/seal.ts';
import type { JobTable } from '#worker/channel/table.ts';
import { systemClock } from '#worker/system-clock.ts';
import { openZip } from '#worker/zip/read.ts';
import { writeZip } from '#worker/zip/write.ts';

/** What the workshop can do: one line a job. Ids come in, the databases are read here, plain outcomes go out. */

export interface WorkshopParts {
	readonly db: Truth;
	readonly scratch: Scratch;
	readonly index: IndexStore;
	/** The telephone, over the port that joins the two workers. */
	readonly model: Model;
	readonly now: () => number;
}

/** How long after a search the index is written down, ms: many searches in a row are one write. */
const saveAfter = 5_000;

/** Of a backup, until the user has decided, bytes: one of an ordinary size is read once. */
const heldOfBackup = 32 * mebibyte;

export const workshopJobs = ({
	db,
	scratch,
	index,
	model,
	now
}: WorkshopParts): JobTable<WorkshopJobs> => {
	const clock: Clock = { ...systemClock, now };
	const archiving = { db, clock, packer };
	const exporting = { db, packer, zip: writeZip, seal, app: 'Keepsake' };
	const forgetting = { db, scratch, index, clock, packer };
	const importing = { db, scratch, clock, packer, openZip, unseal, room: heldOfBackup };
	const searcher = createSearcher({ db, store: index, now, zone: () => clock.zone() });
	/** The one file that was read last; a second preview takes the place of the first. */
	let pending: { readonly preview: ImportPreview; readonly read: Previewed } | null = null;
	let saving: ReturnType<typeof setTimeout> | undefined;

	return {
		...copyJobs({ db, index, clock, exporting }, opfsVault),
		compact: (ask, { signal, tell }) => compactSession({ db, model, clock }, ask, signal, tell),
		extract: (ask, { signal, tell }) => extractMemories({ db, model, clock }, ask, signal, tell),
		'quote-learning': (ask, { signal, tell }) => quoteLearning({ db, clock }, ask, signal, tell),
		learn: (ask, { signal, tell }) => learnSession({ db, model, clock }, ask, signal, tell),
		tidy: (ask, { signal, tell }) => tidyMemory({ db, model, clock }, ask, signal, tell),
		weigh: async ({ key, ...ask }) => {
			const telephone = { keyStatus: () => Promise.resolve(key) };
			return {
				status: 'weighed',
				size: sizeOf(await readUnsent({ db, clock, telephone }, ask))
			};
		},
		foresee: (ask) => foreseeCompaction({ db, clock }, ask),
		'weigh-forgetting': (ask) => weighForgetting(forgetting, ask),
		forget: (ask) => runForgetting(forgetting, ask),
		'archive-summary': (ask) => archiveSummary(archiving, ask),
		'report-loss': (ask) => reportLossAgain(archiving, ask),
		'quote-opinion': (ask) => quoteOpinion({ db, clock }, ask),
		opinion: (ask, { signal }) => askOpinion({ db, model, clock }, ask, signal),
		'archive-session': (ask) => archiveSession(archiving, ask),
		'read-archive': (ask) => showArchive(archiving, ask),
		'export-archive': (ask) => exportArchive(archiving, ask),
		'export-memory': (ask) => exportMemory(exporting, ask),
		'export-session': (ask) => exportSession({ db }, ask),
		'export-summary': (ask) => exportSummary({ db }, ask),
		'export-memory-lines': (ask) => exportMemoryLines({ db, clock }, ask),
		'export-vault': (ask, { signal, tell }) =>
			exportVault({ ...exporting, clock }, ask, signal, tell),
		'export-everything': async (ask, { signal, tell }) => {
			const asItIs = db.isOpen() ? null : await notUpgraded(db);
			const made = exportEverything({ ...exporting, db: asItIs ?? db }, ask, signal, tell);
			return made.finally(() => asItIs?.close());
		},
		'read-import': async (ask, { signal, tell }) => {
			const { outcome, read } = await readImport(importing, ask, signal, tell);
			if (outcome.status === 'read' && read) pending = { preview: outcome.preview, read };
			return outcome;
		},
		'run-import': async ({ importId, without }, { signal, tell }) => {
			if (pending?.preview.importId !== importId) return failed({ kind: 'changed-meanwhile' });
			const { read, preview } = pending;
			const { format } = preview;
			const how = { importId, leftOut: new Set(without), format, onProgress: tell };
			const outcome = await runImport(importing, read, how, signal);
			if (outcome.status === 'imported') pending = null;
			return outcome;
		},
		'prepare-search': async () => {
			await searcher.prepare();
			return { status: 'prepared' };
		},
		search: async (ask, { signal }) => {
			const outcome = await searcher.search(ask, signal);
			clearTimeout(saving);
			saving = setTimeout(() => void searcher.save(), saveAfter);
			return outcome;
		}
	};
};
