/** A folder as the browser gives it, in memory, with folders inside. */

export interface TestFolder {
	/** Texts by path. */
	readonly files: Map<string, string>;
	/** May be put in the place of by another, as where the disk is gone. */
	handle: FileSystemDirectoryHandle;
	/** The browser wants the person to be asked again. */
	lose(): void;
}

const missing = (): never => {
	throw new DOMException('There is no such file', 'NotFoundError');
};

/** `caseless`: on a disk that takes no notice of upper and lower case, as those of Windows and macOS. */
export function aFolder(name = 'My notes', { caseless = false } = {}): TestFolder {
	const files = new Map<string, string>();
	const plain = (path: string) => (caseless ? path.toLowerCase() : path);
	/** What a path is called there, where such a file is there. */
	const called = (path: string) =>
		[...files.keys()].find((other) => plain(other) === plain(path)) ?? path;
	let permission: PermissionState = 'granted';
	const fileAt = (path: string) => ({
		kind: 'file' as const,
		name: path,
		getFile: () => Promise.resolve(new File([files.get(path) ?? missing()], path)),
		createWritable: () => {
			let written = new Blob();
			return Promise.resolve({
				write: (content: Blob) => {
					written = content;
					return Promise.resolve();
				},
				abort: () => Promise.resolve(),
				close: async () => {
					const bytes = await written.arrayBuffer();
					files.set(path, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
				}
			});
		}
	});
	const folderAt = (prefix: string): unknown => ({
		kind: 'directory' as const,
		name,
		getFileHandle: async (file: string, how?: { readonly create?: boolean }) => {
			// As a browser does: it is there from now on, with nothing in it.
			const path = called(prefix + file);
			if (how?.create && !files.has(path)) files.set(path, '');
			return files.has(path) ? fileAt(path) : missing();
		},
		getDirectoryHandle: async (folder: string, how?: { readonly create?: boolean }) =>
			how?.create || [...files.keys()].some((path) => path.startsWith(`${prefix}${folder}/`))
				? folderAt(`${prefix}${folder}/`)
				: missing(),
		removeEntry: (file: string) => {
			files.delete(called(prefix + file));
			return Promise.resolve();
		},
		queryPermission: () => Promise.resolve(permission),
		requestPermission: () => Promise.resolve((permission = 'granted'))
	});
	return {
		files,
		handle: folderAt('') as FileSystemDirectoryHandle,
		lose: () => {
			permission = 'prompt';
		}
	};
}
