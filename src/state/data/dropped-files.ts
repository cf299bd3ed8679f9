import type { ChosenFile } from '#flows/import/chosen-file.ts';

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
	const waiting = entries.toReversed();
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		if (next.isDirectory) {
			const reader = (next as FileSystemDirectoryEntry).createReader();
			const inside: FileSystemEntry[] = [];
			// Some at a time, until there are none.
			for (let more = await some(reader); more.length > 0; more = await some(reader))
				inside.push(...more);
			waiting.push(...inside.reverse());
		} else found.push({ file: await fileOf(next as FileSystemFileEntry), name: nameOf(next) });
	}
	return found;
}

const nameOf = ({ fullPath }: FileSystemEntry): string => fullPath.replace(/^\//, '');

const some = (reader: FileSystemDirectoryReader) =>
	new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
		reader.readEntries(resolve, reject);
	});

const fileOf = (entry: FileSystemFileEntry) =>
	new Promise<File>((resolve, reject) => {
		entry.file(resolve, reject);
	});
