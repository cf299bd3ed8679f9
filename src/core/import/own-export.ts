import { sessionMarkdown } from '#core/export/session-markdown.ts';
import type { ImportedChat } from '#core/import/chat.ts';
import { readMarkdownChat } from '#core/import/readers/markdown-chat.ts';
import { isSameJson } from '#core/json.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';

/**
 * Whether all that a Markdown file says stands in a session, in its order, as that would be exported now. What was
 * deleted for the file, or came since, may stand between.
 */
export function isExportOf(
	{ messages }: ImportedChat,
	session: Session,
	told: readonly Exchange[]
): boolean {
	const here = readMarkdownChat(sessionMarkdown(session, told), '')?.messages ?? [];
	let found = 0;
	for (const { from, content } of here) {
		const wanted = messages[found];
		if (wanted?.from === from && isSameJson(wanted.content, content)) found++;
	}
	return found === messages.length;
}
