import { readArchiveLines } from '#core/archive/reading.ts';
import { asForeignLines } from '#core/backup/foreign-rows.ts';
import { type Row, textIn } from '#core/json.ts';
import { sha256 } from '#core/sha256.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { archiveTexts, sizeOf } from '#flows/archives/archive-covered.ts';
import type { Packer } from '#flows/archives/read-archive.ts';
import type { TakeArchive } from '#flows/import/backup/whole-rows.ts';

/**
 * An archive of a stranger's backup, packed anew as an import: its turns may become a session long after it came. What
 * cannot be read in it is no word of anybody's, and stays counted.
 */
export const asForeignArchive =
	(packer: Packer): TakeArchive =>
	async (row, bytes) => {
		const { lines, whole } = await packer.unpack(bytes);
		const texts = [...lines, ...(whole ? [] : [''])].flatMap((text) => {
			const read = readArchiveLines([text]);
			const good = read.filter((line) => line !== null);
			return [
				...archiveTexts(asForeignLines(good)),
				...read.flatMap((line) => (line ? [] : unreadable))
			];
		});
		const packed = packer.pack(texts);
		const title = cleanText(textIn(row, 'title')).text;
		const told: Row = { title, sha256: sha256(packed), rawBytes: sizeOf(texts) };
		return { row: { ...row, ...told }, bytes: packed };
	};

/** A line that no reader takes for one. */
const unreadable = 'null\n';
