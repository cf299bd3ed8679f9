import { keepBackups } from '#flows/backups/keep-backups.ts';
import { keepMemoryFolder } from '#flows/backups/keep-memory-folder.ts';
import { keepCopies } from '#flows/copies/keep-copies.ts';
import { forgetInTab } from '#flows/forgetting/forget-in-tab.ts';
import { runKeeper } from '#flows/house/keep-house.ts';
import { tellCutOff } from '#flows/house/tell-cut-off.ts';
import { keepLearning } from '#flows/learning/keep-learning.ts';
import type { App } from '#flows/ports.ts';
import type { Edge } from '#state/tab/edge.ts';
import { lockWhenHidden } from '#state/tab/lock-when-hidden.ts';
import type { StartCheck } from '#state/tab/start-check.svelte.ts';
import type { UnderWay } from '#state/tab/under-way.svelte.ts';
import { messagesUnderPen } from '#state/tab/under-pen.ts';

/** A backup is due, or would hold far less than the last one; the folder of the memory files cannot be written to, conversations are damaged, an import was cut off, a copy was restored, or the scratch database is of no use. */
export type Remind = (
	of: 'backup' | 'less' | 'memory-folder' | 'damage' | 'import' | 'restored' | 'unkept'
) => void;

/** Housekeeping of each tab, and that of all of them, done by one; fetched when the page has settled. */
export async function keepTab(
	app: App,
	{
		edge,
		check,
		remind,
		underWay
	}: {
		readonly edge: Edge;
		/** `tell`: something went missing while the app was open. `missing` ends all housekeeping, then or at the start. */
		readonly check: Pick<StartCheck, 'tell' | 'missing'>;
		readonly remind: Remind;
		/** Holds the page while something is written, made or paid for that leaving it would cut off. */
		readonly underWay: Pick<UnderWay, 'during'>;
	},
	signal: AbortSignal
): Promise<void> {
	if (app.scratch.isSpared) remind('unkept');
	else app.scratch.whenSpared = () => remind('unkept');
	forgetInTab(app, messagesUnderPen, signal);
	lockWhenHidden(app, document, signal);
	const keeping = AbortSignal.any([signal, check.missing]);
	const run: App['workshop']['run'] = (...job) => underWay.during(() => app.workshop.run(...job));
	const held: App = { ...app, workshop: { run } };
	const keepers = [
		() => runKeeper(held, keeping),
		() => tellCutOff(app, () => remind('import')),
		() => keepCopies(held, keeping, { lost: check.tell, broken: () => remind('damage') }),
		() =>
			keepBackups(
				app,
				keeping,
				(of) => remind(of === 'due' ? 'backup' : of),
				(work) => underWay.during(work)
			),
		() => keepLearning(held, keeping),
		() => keepMemoryFolder(app, keeping, () => remind('memory-folder'))
	];
	await Promise.all(keepers.map((keeper) => edge.keep(keeper, keeping)));
}
