import { fileTombstoneId, type Forgotten } from '#core/forgetting/what.ts';
import { lineKey } from '#core/lines/same-line.ts';

/** Id of the tombstone: of the turn, session or archive itself; of a line or a file, a hash. */
export function tombstoneId(what: Forgotten): string {
	switch (what.kind) {
		case 'turn':
			return what.turnId;
		case 'session':
			return what.sessionId;
		case 'archive':
			return what.archiveId;
		case 'line':
			return lineKey(what.line);
		case 'memory-file':
			return fileTombstoneId(what.path, what.deletedAt);
	}
}
