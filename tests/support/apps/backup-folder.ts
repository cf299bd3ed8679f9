import type { TestApp } from './an-app.ts';

/** A folder as the browser gives it, in memory. `spoil` changes what is read back. */
export function aBackupFolder(spoil: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes) {
	const files = new Map<string, Blob>();
	let permission: PermissionState = 'granted';
	const fileOf = (name: string) => ({
		kind: 'file' as const,
		name,
		getFile: async () => {
			const bytes = new Uint8Array((await files.get(name)?.arrayBuffer()) ?? new ArrayBuffer(0));
			return new File([spoil(bytes) as Uint8Array<ArrayBuffer>], name);
		},
		createWritable: () => {
			let written: Blob = new Blob();
			return Promise.resolve({
				write: (content: Blob) => {
					written = content;
					return Promise.resolve();
				},
				abort: () => Promise.resolve(),
				close: () => {
					files.set(name, written);
					return Promise.resolve();
				}
			});
		}
	});
	const handle = {
		kind: 'directory' as const,
		name: 'My backups',
		getFileHandle: (name: string, how?: { readonly create?: boolean }) => {
			if (!files.has(name) && !how?.create)
				return Promise.reject(new DOMException('There is no such file', 'NotFoundError'));
			// As a browser does: it is there from now on, with nothing in it.
			if (!files.has(name)) files.set(name, new Blob());
			return Promise.resolve(fileOf(name));
		},
		removeEntry: (name: string) => {
			files.delete(name);
			return Promise.resolve();
		},
		isSameEntry: (other: unknown) => Promise.resolve(other === handle),
		queryPermission: () => Promise.resolve(permission),
		requestPermission: () => Promise.resolve((permission = 'granted'))
	};
	return {
		files,
		handle: handle as unknown as FileSystemDirectoryHandle,
		ask: () => (permission = 'prompt')
	};
}

/** Handles with functions cannot be stored here as a browser stores its own, so the row is given as it is. */
export function usePlace(
	{ scratch }: Pick<TestApp, 'scratch'>,
	chosen: FileSystemDirectoryHandle | FileSystemFileHandle
): void {
	const { views } = scratch;
	const get = views.get.bind(views) as (key: string) => unknown;
	const put = views.put.bind(views) as (row: { key: string; value: unknown }) => unknown;
	let place: unknown = chosen;
	const ofPlace = (key: string) => key.startsWith('place ');
	views.get = ((key: string) =>
		ofPlace(key) ? Promise.resolve({ key, value: place }) : get(key)) as typeof views.get;
	views.put = ((row: { key: string; value: unknown }) =>
		ofPlace(row.key) ? Promise.resolve((place = row.value)) : put(row)) as typeof views.put;
}
