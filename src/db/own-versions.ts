/**
 * The browser's databases as Dexie is to open them: only at versions of ours, which are multiples of ten to the browser.
 * Where a newer version of the app has taken a table or an index away, an older one would add it again under a version
 * in between, before anybody could see whose database it is; to the newer one that would then be of the future.
 */
export const ownVersions = {
	open: (name: string, version?: number): IDBOpenDBRequest => {
		const opening = indexedDB.open(name, version && version - (version % 10));
		opening.addEventListener('upgradeneeded', (event: IDBVersionChangeEvent & TellsLoss) => {
			isLossTold ||= event.dataLoss === 'total';
		});
		return opening;
	},
	deleteDatabase: (name: string): IDBOpenDBRequest => indexedDB.deleteDatabase(name),
	/** Not called, only looked for. */
	databases: (): unknown => null
};

/** A word of Chromium's alone, to whoever is the first to open a database after that. */
interface TellsLoss {
	readonly dataLoss?: 'none' | 'total';
}

let isLossTold = false;

/** Whether the browser has said here that it found its databases of this address damaged, and deleted them all. */
export const deletedByBrowser = (): boolean => isLossTold;
