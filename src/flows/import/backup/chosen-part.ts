import type { StateLine } from '#core/backup/backup.ts';
import { textIn } from '#core/json.ts';
import { orphaned } from '#flows/forgetting/forget-imported.ts';
import type { BackupContent } from '#flows/import/ports.ts';

/** What of a backup was chosen: a session that is refused leaves nothing of itself among the other rows. */

/** Name of the item in a preview that stands for the archives. */
export const archivesId = 'archives';

/** What a memory file says is the file's, whatever session it was said in. */
const notOfSessions: ReadonlySet<string> = new Set([
	'memoryFiles',
	'memoryOrigins',
	'memoryRevisions',
	'tombstones'
]);

/** `leftOut`: names of items of the preview. An archive that holds turns of a chosen session alone comes with it. */
export function chosenPart(content: BackupContent, leftOut: ReadonlySet<string>): BackupContent {
	const refused = new Set(
		content.sessions.filter(({ name }) => leftOut.has(name)).map(({ id }) => id)
	);
	if (refused.size === 0 && !leftOut.has(archivesId)) return content;
	const isOfRefused = ({ table, row }: StateLine): boolean =>
		!notOfSessions.has(table) && refused.has(textIn(row, 'sessionId'));
	const ofChosen = content.state.filter((line) => !isOfRefused(line));
	const needed = new Set(
		ofChosen.flatMap(({ table, row }) => (table === 'cold' ? [textIn(row, 'archiveId')] : []))
	);
	const state = ofChosen.filter(
		({ table, row }) =>
			table !== 'archives' || !leftOut.has(archivesId) || needed.has(textIn(row, 'id'))
	);
	const orphans = orphaned(content.state, state);
	return {
		...content,
		state: state.filter(
			({ table, row }) => table !== 'blobs' || !orphans.has(textIn(row, 'sha256'))
		)
	};
}
