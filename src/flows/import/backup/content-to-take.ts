import type { ArchiveLine } from '#core/archive/archive.ts';
import type { StateLine } from '#core/backup/backup.ts';
import { asForeignLines, asForeignState, isHarmless } from '#core/backup/foreign-rows.ts';
import type { PathPart } from '#core/log/path.ts';
import { cleanFile } from '#core/memory/file.ts';
import type { Session } from '#core/session/session.ts';
import { withoutForgotten } from '#flows/forgetting/forget-imported.ts';
import { archivedIn, isWholeArchive, type Archived } from '#flows/import/backup/archived.ts';
import { chosenPart } from '#flows/import/backup/chosen-part.ts';
import { withSafeContent } from '#flows/import/backup/safe-content.ts';
import { partsInArchives, warmedLines } from '#flows/import/backup/warmed-lines.ts';
import type { BackupContent, ImportPorts } from '#flows/import/ports.ts';

/** What of a backup comes, and how. The preview counts it and the restore writes it; both ask here. */

export interface ContentToTake {
	/** See there. */
	readonly isBelieved: boolean;
	/** Without what is left out and what is forgotten here; of one that is not believed, as an import. */
	readonly content: BackupContent;
	/** What of it lies in archives. */
	readonly archived: Archived;
}

/** `leftOut`: ids of items of the preview. Null where it was stopped. */
export async function contentToTake(
	ports: Pick<ImportPorts, 'db' | 'packer' | 'clock'>,
	read: BackupContent,
	{ isBelieved, leftOut }: { readonly isBelieved: boolean; readonly leftOut: ReadonlySet<string> },
	signal: AbortSignal
): Promise<ContentToTake | null> {
	const chosen = chosenPart(isBelieved ? read : asForeign(withSafeContent(read)), leftOut);
	const content = await withoutForgotten(ports, chosen, ports.clock.now(), signal);
	return content && { isBelieved, content, archived: archivedIn(content) };
}

/** Forgotten lines are looked for in what is left: a sign that nobody sees may hide that something is a line. */
const asForeign = (content: BackupContent): BackupContent => ({
	...content,
	state: content.state.flatMap((line) => asForeignState(line) ?? []),
	memory: new Map([...content.memory].map(([path, text]) => [path, cleanFile(text).text])),
	settings: Object.fromEntries(Object.entries(content.settings).filter(([key]) => isHarmless(key)))
});

/** How a session of a backup comes. */
interface SessionToTake {
	readonly lines: () => Promise<readonly ArchiveLine[]>;
	/** Archives that come with it, and rows of the turns that lie in them alone. */
	readonly withIt: readonly StateLine[];
	/** See `storeSession`. */
	readonly elsewhere: {
		readonly parts?: readonly PathPart[];
		readonly held?: readonly PathPart[];
		readonly comesWhole: boolean;
		readonly isBelieved: boolean;
	};
}

/**
 * One that is not here (`there`) comes with its archives, so that a stop leaves no session with a gap. Of one that is, turns
 * that the backup has in archives alone have to be held against it too, and a later state of it may have ended since.
 */
export function sessionToTake(
	{ packer }: Pick<ImportPorts, 'packer'>,
	{ isBelieved, archived }: ContentToTake,
	lines: readonly ArchiveLine[],
	there: Session | undefined
): SessionToTake {
	const head = lines.find((line) => line.type === 'session');
	const rows = (archived.rows.get(head?.id ?? '') ?? []).filter(
		({ table }) => table === 'archives' || (isBelieved && table === 'cold')
	);
	const hasEnded = isBelieved && head !== undefined && there?.endedAt !== head.endedAt;
	const withIt = there ? rows.filter((line) => hasEnded && isWholeArchive(line)) : rows;
	const comesWhole = withIt.some(isWholeArchive);
	const isWhole = isBelieved && !there;
	return {
		lines: async () => {
			if (isWhole) return lines;
			const warmed = await warmedLines({ packer }, archived, lines);
			return isBelieved ? warmed : asForeignLines(warmed);
		},
		withIt,
		elsewhere: { ...(isWhole && partsInArchives(archived, lines)), comesWhole, isBelieved }
	};
}
