import { withoutBrokenEnd } from '#core/export/broken-end.ts';
import { sessionMarkdown } from '#core/export/session-markdown.ts';
import type { ImportedChat } from '#core/import/chat.ts';
import { readMarkdownChat } from '#core/import/readers/markdown-chat.ts';
import { isSameJson } from '#core/json.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';

/**
 * Whether all that a Markdown file says stands in a session, in its order, as that would be exported now. What was
 * deleted for the file, or came since, may stand between, and its last answer may have been written on.
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
		if (wanted?.from !== from) continue;
		const isLast = found === messages.length - 1;
		if (isSameJson(wanted.content, content)) found++;
		else if (isLast && from === 'assistant' && isBeginning(wanted.content, content)) found++;
	}
	return found === messages.length;
}

type Content = ImportedChat['messages'][number]['content'];

const isBeginning = (words: Content, whole: Content): boolean =>
	saidIn(whole).startsWith(withoutBrokenEnd(saidIn(words)));

const saidIn = (content: Content): string =>
	content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
