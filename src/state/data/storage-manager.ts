/** What the browser says of its storage. Pages without https hear nothing, and some browsers do not say everything. */
export const storageManager = (): Partial<StorageManager> =>
	(navigator as Partial<Navigator>).storage ?? {};
