/**
 * The browser's databases as Dexie is to open them: only at versions of ours, which are multiples of ten to the browser.
 * Where a newer version of the app has taken a table or an index away, an older one would add it again under a version
 * in between, before anybody could see whose database it is; to the newer one that would then be of the future.
 */
export const ownVersions = {
	open: (name: string, version?: number): IDBOpenDBRequest =>
		indexedDB.open(name, version && version - (version % 10)),
	deleteDatabase: (name: string): IDBOpenDBRequest => indexedDB.deleteDatabase(name),
	/** Not called, only looked for. */
	databases: (): unknown => null
};
