import { safeId, stateWithSafeIds, withSafeIds } from '#core/import/safe-ids.ts';
import type { BackupContent } from '#flows/import/ports.ts';

/**
 * A stranger's backup with ids that can be some here (see `safeId`), but for those inside its archives, which are changed
 * as they are read. In a profile that is restored they stay as they are on file.
 */
export const withSafeContent = (content: BackupContent): BackupContent => ({
	...content,
	sessions: content.sessions.map(({ name, id, lines }) => ({
		name,
		id: id === null ? null : safeId(id),
		lines: async () => (await lines()).map(withSafeIds)
	})),
	state: content.state.map(stateWithSafeIds)
});
