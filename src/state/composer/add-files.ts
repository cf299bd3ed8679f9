import { noRoomFor } from '#core/asking/attachment-room.ts';
import { cleanText } from '#core/text/clean-text.ts';
import type { Attachments } from '#state/composer/attachments.svelte.ts';
import { readFile, type ReadFile } from '#state/data/read-file.ts';

/** What became of a file that somebody wanted to attach. */
export interface Added {
	readonly name: string;
	readonly outcome: ReadFile;
}

/** Read files and put them up; what became of each, in their order. `mostPages`: what the model takes. */
export async function addFiles(
	attachments: Pick<Attachments, 'blocks' | 'put'>,
	files: readonly File[],
	mostPages: number
): Promise<readonly Added[]> {
	const added: Added[] = [];
	for (const file of files) {
		const outcome = await readFile(file);
		// What the message may hold is looked at when the file has been read, for others may have come meanwhile.
		const reason =
			outcome.status === 'read' ? noRoomFor(outcome.block, attachments.blocks, mostPages) : null;
		const name = cleanText(file.name).text;
		if (outcome.status === 'read' && !reason) attachments.put({ name, block: outcome.block });
		added.push({ name, outcome: reason ? { status: 'refused', reason } : outcome });
	}
	return added;
}
