import type { ChosenFile } from '#flows/import/jobs.ts';

/**
 * Files as they were dropped, with all that lies in folders among them: the list of a drop names a folder as a file that
 * cannot be read. Rejects where one cannot be opened. To be called while the drop is told, for it is empty afterwards.
 */
export function droppedFiles({ items, files }: DataTransfer): Promise<readonly ChosenFile[]> {
	const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((one) => one !== null);
	if (entries.some(({ isDirectory }) => isDirectory)) return filesUnder(entries);
	return Promise.resolve([...files].map((file) => ({ file, name: file.name })));
}

async function filesUnder(entries: readonly FileSystemEntry[]): Promise<readonly ChosenFile[]> {
	const found: ChosenFile[] = [];
	for (const entry of entries)
		if (entry.isDirectory) {
			const reader = (entry as FileSystemDirectoryEntry).createReader();
			// Some at a time, until there are none.
			for (let more = await some(reader); more.length > 0; more = await some(reader))
				found.push(...(await filesUnder(more)));
		} else {
			const file = await new Promise<File>((resolve, reject) => {
				(entry as FileSystemFileEntry).file(resolve, reject);
			});
			found.push({ file, name: entry.fullPath.slice(1) });
		}
	return found;
}

const some = (reader: FileSystemDirectoryReader) =>
	new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
		reader.readEntries(resolve, reject);
	});
