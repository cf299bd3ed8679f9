import type { Failure } from '#core/failure.ts';
import type { Archive } from '#core/archive/stored.ts';
import { byEnd, type Summary } from '#core/summary/summary.ts';
import { otherVersions, type Version } from '#core/archive/versions.ts';
import { branchAt, pathOf } from '#core/log/path.ts';
import type { Exchange } from '#core/log/turn.ts';
import { turnsMarked } from '#core/log/marks.ts';
import { listedArchive } from '#db/archives/archives.ts';
import { marksOf } from '#db/log/turns.ts';
import { watch } from '#db/watch.ts';
import { standingOf, type ArchiveStanding } from '#flows/archives/keep-archives.ts';
import type { App } from '#flows/ports.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** What stands in an archive, in order: turns, summaries where their range ends, and where other versions begin. */
export type ArchiveRow =
	| { readonly kind: 'exchange'; readonly key: string; readonly exchange: Exchange }
	| { readonly kind: 'summary'; readonly key: string; readonly summary: Summary }
	| { readonly kind: 'version'; readonly key: string; readonly version: Version };

type ReadStage =
	| { readonly at: 'reading' }
	| { readonly at: 'missing' }
	| { readonly at: 'read'; readonly read: Read; readonly damaged: number }
	| { readonly at: 'failed'; readonly failure: Failure };

/** What is known of it without opening it. `of`: another one where there is something else to be read. */
interface Found {
	readonly entry: Archive;
	readonly standing: ArchiveStanding;
	readonly of: string;
}

/**
 * One archive on screen: unpacked and compared with its checksum each time it is opened, and when it, or what is deleted of
 * it, becomes another, in whatever tab. What was forgotten stands nowhere any more.
 */
export class ArchiveReader {
	readonly #app: App;
	readonly #id: string;
	#entry = $state.raw<Archive | null>(null);
	#stage = $state.raw<ReadStage>({ at: 'reading' });
	#standing = $state.raw<ArchiveStanding | null>(null);
	/** The version that was chosen, and the goal that was there then: another goal is led to. */
	#chosen = $state.raw<{ readonly branch: string; readonly goal: string } | null>(null);
	/** What was read last, or is being read; null: nothing. */
	#of: string | null = null;
	readonly #stop = new AbortController();

	constructor(app: App, id: string) {
		this.#app = app;
		this.#id = id;
		const end = watch(() => this.#look()).subscribe((found) => void this.#show(found));
		this.#stop.signal.addEventListener('abort', end);
	}

	/** Null while it is looked up, and where there is none. */
	get entry(): Archive | null {
		return this.#entry;
	}

	get stage(): ReadStage {
		return this.#stage;
	}

	/** What has become of its session; null while it is looked up. */
	get standing(): ArchiveStanding | null {
		return this.#standing;
	}

	/** What is read of it, in the version that was chosen or that holds the turn `goal`; else in the one that was on screen. */
	rowsTo(goal: string): readonly ArchiveRow[] {
		if (this.#stage.at !== 'read') return [];
		const { read } = this.#stage;
		const chosen = this.#chosen?.goal === goal ? this.#chosen.branch : null;
		return rowsOf(read, chosen ?? branchTo(read, goal));
	}

	show(branch: string, goal: string): void {
		this.#chosen = { branch, goal };
	}

	readonly stop = (): void => {
		this.#stop.abort();
	};

	/** The file without what was deleted in its session, and its name. */
	file(): Promise<WorkshopJobs['export-archive']['outcome']> {
		const ask = { archiveId: this.#id };
		return this.#app.workshop.run('export-archive', ask, this.#stop.signal);
	}

	/** Null: there is none. */
	async #look(): Promise<Found | null> {
		const { db } = this.#app;
		const entry = await listedArchive(db, this.#id);
		if (!entry || entry.deletedAt !== null) return null;
		const standing = await standingOf(this.#app, entry);
		const deleted = turnsMarked(await marksOf(db, entry.sessionId), 'deleted');
		return { entry, standing, of: [entry.sha256, ...deleted].join() };
	}

	async #show(found: Found | null): Promise<void> {
		this.#entry = found?.entry ?? null;
		this.#standing = found?.standing ?? null;
		const of = found?.of ?? null;
		if (!found) this.#stage = { at: 'missing' };
		if (of === this.#of) return;
		this.#of = of;
		if (!found) return;
		const ask = { archiveId: this.#id };
		const outcome = await this.#app.workshop.run('read-archive', ask, this.#stop.signal);
		if (this.#stop.signal.aborted || this.#of !== of) return;
		this.#stage =
			outcome.status === 'failed'
				? { at: 'failed', failure: outcome.failure }
				: { at: 'read', read: outcome, damaged: outcome.damaged };
	}
}

type Read = Extract<WorkshopJobs['read-archive']['outcome'], { readonly status: 'read' }>;

/** The branch that was on screen, or that of the turn that is asked for; null: none is named. */
function branchTo({ session, branches, exchanges }: Read, turnId: string): string | null {
	// Without its first line nobody has looked whether they lead anywhere.
	if (!session || branches.length === 0) return null;
	const goal = exchanges.find(({ turn }) => turn.turnId === turnId)?.turn;
	if (!goal || branchAt(pathOf(branches, session.branch), goal.seq) === goal.branch)
		return session.branch;
	return goal.branch;
}

/** What leads to the head of a branch; of one that is not named everything. */
function rowsOf(
	{ exchanges, summaries, branches }: Read,
	branch: string | null
): readonly ArchiveRow[] {
	const path = branch === null ? null : pathOf(branches, branch);
	const isOn = (of: { readonly branch: string }, seq: number): boolean =>
		path === null || branchAt(path, seq) === of.branch;
	const versions = branch === null ? [] : otherVersions(branches, branch);
	const waiting = summaries.filter((summary) => isOn(summary, summary.through.seq)).sort(byEnd);
	const rows: ArchiveRow[] = [];
	const left = [...versions].sort((a, b) => a.seq - b.seq);
	/** What stands before the turn of this seq. */
	const standBefore = (seq: number) => {
		while (waiting[0] && waiting[0].through.seq < seq) {
			const summary = waiting.shift();
			if (summary) rows.push({ kind: 'summary', key: summary.id, summary });
		}
		while (left[0] && left[0].seq <= seq) {
			const version = left.shift();
			// Named by its place, so that the focus stays on the way back.
			if (version)
				rows.push({
					kind: 'version',
					key: `version ${String(versions.length - left.length)}`,
					version
				});
		}
	};
	const shown = exchanges.filter(({ turn }) => isOn(turn, turn.seq));
	for (const exchange of path ? shown.sort((a, b) => a.turn.seq - b.turn.seq) : shown) {
		standBefore(exchange.turn.seq);
		rows.push({ kind: 'exchange', key: exchange.turn.turnId, exchange });
	}
	standBefore(Infinity);
	return rows;
}
