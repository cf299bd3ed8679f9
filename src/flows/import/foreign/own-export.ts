import type { ImportItem } from '#core/backup/import-preview.ts';
import type { ImportedChat } from '#core/import/chat.ts';
import { isExportOf } from '#core/import/own-export.ts';
import { branchesOf, readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';

/**
 * A Markdown file of ours names the session it was made of. How that stands here, where it says all that the file does or
 * was forgotten; null: the file comes as any chat, under an id of its own, for a backup may still bring the session.
 */
export async function originalOf(
	db: Truth,
	chat: ImportedChat
): Promise<(Pick<ImportItem, 'reason'> & { readonly state: 'there' | 'forgotten' }) | null> {
	if (chat.format !== 'markdown-chat') return null;
	const { id } = chat;
	if (await db.tombstones.get(id)) return { state: 'forgotten', reason: null };
	const session = await db.sessions.get(id);
	if (!session) return null;
	for (const { branch } of await branchesOf(db, id)) {
		const told = await readExchanges(db, id, await readPath(db, id, branch));
		if (!isExportOf(chat, session, told)) continue;
		return session.deletedAt === null
			? { state: 'there', reason: null }
			: { state: 'forgotten', reason: 'can-come-back' };
	}
	return null;
}
