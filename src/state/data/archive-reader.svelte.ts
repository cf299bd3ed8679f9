import type { Failure } from '#core/failure.ts';
import type { Archive } from '#core/archive/stored.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Exchange } from '#core/log/turn.ts';
import { listedArchive } from '#db/archives/archives.ts';
import { standingOf, type ArchiveStanding } from '#flows/archives/keep-archives.ts';
import type { App } from '#flows/ports.ts';

/** What stands in an archive, in order: turns, and summaries where their range ends. */
export type ArchiveRow =
	| { readonly kind: 'exchange'; readonly key: string; readonly exchange: Exchange }
	| { readonly kind: 'summary'; readonly key: string; readonly summary: Summary };

export type ReadStage =
	| { readonly at: 'reading' }
	| { readonly at: 'missing' }
	| { readonly at: 'read'; readonly rows: readonly ArchiveRow[]; readonly damaged: number }
	| { readonly at: 'failed'; readonly failure: Failure };

/** One archive on screen: unpacked and compared with its checksum each time it is opened. */
export class ArchiveReader {
	readonly #app: App;
	readonly #id: string;
	#entry = $state.raw<Archive | null>(null);
	#stage = $state.raw<ReadStage>({ at: 'reading' });
	#standing = $state.raw<ArchiveStanding | null>(null);
	readonly #stop = new AbortController();

	constructor(app: App, id: string) {
		this.#app = app;
		this.#id = id;
		void this.#read();
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

	readonly stop = (): void => {
		this.#stop.abort();
	};

	/** The file without what was deleted in its session, and its name. */
	async file(): Promise<{ readonly file: Blob; readonly name: string } | null> {
		const ask = { archiveId: this.#id };
		const made = await this.#app.workshop.run('export-archive', ask, this.#stop.signal);
		return made.status === 'made' ? made : null;
	}

	async #read(): Promise<void> {
		const { db, workshop } = this.#app;
		const archive = await listedArchive(db, this.#id);
		if (!archive || archive.deletedAt !== null) {
			this.#stage = { at: 'missing' };
			return;
		}
		this.#entry = archive;
		this.#standing = await standingOf(this.#app, archive);
		const ask = { archiveId: this.#id };
		const outcome = await workshop.run('read-archive', ask, this.#stop.signal);
		if (this.#stop.signal.aborted) return;
		this.#stage =
			outcome.status === 'failed'
				? { at: 'failed', failure: outcome.failure }
				: {
						at: 'read',
						rows: rowsOf(outcome.exchanges, outcome.summaries),
						damaged: outcome.damaged
					};
	}
}

function rowsOf(
	exchanges: readonly Exchange[],
	summaries: readonly Summary[]
): readonly ArchiveRow[] {
	const waiting = summaries.toSorted((a, b) => a.through.seq - b.through.seq || a.round - b.round);
	const rows: ArchiveRow[] = [];
	const summariesBefore = (seq: number) => {
		while (waiting[0] && waiting[0].through.seq < seq) {
			const summary = waiting.shift();
			if (summary) rows.push({ kind: 'summary', key: summary.id, summary });
		}
	};
	for (const exchange of exchanges) {
		summariesBefore(exchange.turn.seq);
		rows.push({ kind: 'exchange', key: exchange.turn.turnId, exchange });
	}
	summariesBefore(Infinity);
	return rows;
}
