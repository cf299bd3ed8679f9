import type { Failure } from '#core/failure.ts';
import type { Activity } from '#core/activity.ts';
import { dropPlace, placeFor } from '#db/scratch/outside-places.ts';
import { type OutsidePlace } from '#db/scratch/kept-values.ts';
import {
	backUp,
	backUpInto,
	backupPurpose,
	lastBackup,
	lastDownload
} from '#flows/backups/back-up.ts';
import {
	canChooseFile,
	canChooseFolder,
	chooseFile,
	chooseFolder
} from '#flows/backups/chosen-place.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import { Live } from '#state/live.svelte.ts';
import type { UnderWay } from '#state/tab/under-way.svelte.ts';

/** Backups as the settings page shows them: where they go, when the last one was read back, what went wrong. */

type BackupStage =
	/** `less`: far less is here than the last backup holds, so none was made; pressed once more it is. */
	| { readonly at: 'ready' | 'working' | 'done' | 'not-allowed' | 'less' }
	| { readonly at: 'failed'; readonly failure: Failure };

export class Backups {
	readonly #app: App;
	readonly #underWay: UnderWay;
	readonly canChooseFolder = canChooseFolder();
	readonly canChooseFile = canChooseFile();
	/** The last backup that was read back and compared; null where there is none. */
	readonly last: Live<Activity | null>;
	/** The last one that was downloaded by hand; null where there is none. */
	readonly downloaded: Live<Activity | null>;
	#place = $state.raw<OutsidePlace | null>(null);
	#stage = $state.raw<BackupStage>({ at: 'ready' });

	/** @param underWay a backup that is written holds the page here until it has ended */
	constructor(app: App, underWay: UnderWay) {
		this.#app = app;
		this.#underWay = underWay;
		this.last = new Live(() => lastBackup(app));
		this.downloaded = new Live(() => lastDownload(app));
	}

	/** Folder or file the backups go to, or null. */
	get place(): OutsidePlace | null {
		return this.#place;
	}

	get stage(): BackupStage {
		return this.#stage;
	}

	readonly look = async (): Promise<void> => {
		this.#place = await placeFor(this.#app.scratch, backupPurpose);
	};

	readonly chooseFolder = async (): Promise<void> =>
		this.#choose(await chooseFolder(backupPurpose));

	readonly chooseFile = async (): Promise<void> =>
		this.#choose(await chooseFile(backupPurpose, 'keepsake.zip'));

	readonly forget = async (): Promise<void> => {
		await dropPlace(this.#app.scratch, backupPurpose);
		this.#stage = { at: 'ready' };
		await this.look();
	};

	/** Now, within a press of a button. */
	readonly backUp = async (): Promise<void> => {
		if (this.#stage.at === 'working') return;
		const less = this.#stage.at === 'less';
		this.#stage = { at: 'working' };
		let next: BackupStage = { at: 'ready' };
		try {
			const outcome = await this.#underWay.during(() =>
				backUp(this.#app, { ask: true, less }, neverStops())
			);
			if (outcome.status === 'failed') next = { at: 'failed', failure: outcome.failure };
			else if (outcome.status === 'backed-up') next = { at: 'done' };
			else if (outcome.status === 'not-allowed' || outcome.status === 'less')
				next = { at: outcome.status };
		} finally {
			this.#stage = next;
		}
	};

	async #choose(place: OutsidePlace | null): Promise<void> {
		if (!place) return;
		await backUpInto(this.#app.scratch, place);
		this.#stage = { at: 'ready' };
		await this.look();
		await this.backUp();
	}
}
