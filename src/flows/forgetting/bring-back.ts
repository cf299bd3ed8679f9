import type { Forgotten } from '#core/forgetting/what.ts';
import { restoreArchive } from '#flows/archives/keep-archives.ts';
import { failed, type Done } from '#flows/done.ts';
import { bringBackMemoryFile } from '#flows/forgetting/bring-back-file.ts';
import type { App } from '#flows/ports.ts';
import { restoreSessions } from '#flows/sessions/change-session.ts';
import { restoreTurn } from '#flows/sessions/delete-turn.ts';

/** Bring back what was deleted and is not forgotten yet. */
export async function bringBack(app: App, what: Forgotten): Promise<Done> {
	switch (what.kind) {
		case 'turn':
			return restoreTurn(app, what);
		case 'session':
			return restoreSessions(app, [what.sessionId]);
		case 'archive':
			return restoreArchive(app, what.archiveId);
		case 'memory-file':
			return bringBackMemoryFile(app, what);
		case 'line':
			// A line that was taken out of a file comes back with the history of the file.
			return failed({ kind: 'changed-meanwhile' });
	}
}
