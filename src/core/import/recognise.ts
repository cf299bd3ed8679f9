import type { Beside, Imported, ImportedChat, ImportedMemory } from '#core/import/chat.ts';
import { instructionsIn, isChatGpt, readChatGpt } from '#core/import/readers/chatgpt.ts';
import { isBigAgi, readBigAgi } from '#core/import/readers/big-agi.ts';
import {
	isClaudeAi,
	isClaudeMemories,
	isClaudeProject,
	readClaudeAi,
	readClaudeMemories,
	readClaudeProject
} from '#core/import/readers/claude-ai.ts';
import { fieldOf, isRow, type Row, rowsIn, textIn } from '#core/json.ts';
import { looksLikeClaudeCode, readClaudeCode } from '#core/import/readers/claude-code.ts';
import { isLibreChat, readLibreChat } from '#core/import/readers/librechat.ts';
import {
	isLlamaUi,
	looksLikeLlamaRows,
	readLlamaRows,
	readLlamaUi
} from '#core/import/readers/llama-ui.ts';
import { isPam, readPam } from '#core/import/readers/memories.ts';
import {
	isOpenWebUi,
	isOpenWebUiMemory,
	readOpenWebUi,
	readOpenWebUiMemory
} from '#core/import/readers/open-webui.ts';
import { looksLikePi, readPi } from '#core/import/readers/pi.ts';
import { isChatbox, isNextChat, readChatbox, readNextChat } from '#core/import/readers/stores.ts';

/** Telling products apart by the shape of what they wrote, never by the name of the file. */

const chats = (found: readonly ImportedChat[]): Imported[] =>
	found.map((chat) => ({ what: 'chat', chat }));

const memories = (found: readonly ImportedMemory[]): Imported[] =>
	found.length === 0 ? [{ what: 'nothing' }] : [{ what: 'memories', memories: found }];

/** Accounts, ratings and shared links, which stand beside the conversations of an export. */
function besideIn(row: Row): Beside | null {
	const has = (name: string) => typeof fieldOf(row, name) === 'string';
	if (has('email_address') || has('email')) return 'account';
	if (!has('conversation_id') || textIn(row, 'id') === '') return null;
	// A conversation whose messages cannot be read is no link to one.
	if ('mapping' in row || 'current_node' in row) return null;
	return has('rating') || has('evaluation_name') ? 'feedback' : 'shared';
}

/** What one JSON value holds: a list's item, or a whole file. */
export function recognise(value: unknown): readonly Imported[] {
	if (!isRow(value)) return [{ what: 'unknown', title: '' }];
	if (isChatGpt(value)) {
		const found = instructionsIn(value);
		return [...chats([readChatGpt(value)]), ...(found.length > 0 ? memories(found) : [])];
	}
	if (isClaudeAi(value)) return chats([readClaudeAi(value)]);
	if (isClaudeMemories(value)) return memories(readClaudeMemories(value));
	if (isOpenWebUi(value)) return chats([readOpenWebUi(value)]);
	if (isLlamaUi(value)) return chats([readLlamaUi(value)]);
	if (isLibreChat(value)) return chats([readLibreChat(value)]);
	if (isPam(value)) return memories(readPam(value));
	if (isNextChat(value)) return chats(readNextChat(value));
	if (isBigAgi(value)) return chats(readBigAgi(value));
	if (isChatbox(value)) return chats(readChatbox(value));
	if (isOpenWebUiMemory(value)) return memories([readOpenWebUiMemory(value)]);
	const inside = rowsIn(value, 'conversations');
	if (inside.some((row) => isChatGpt(row) || isClaudeAi(row))) return inside.flatMap(recognise);
	if (isClaudeProject(value)) return [{ what: 'notes', notes: readClaudeProject(value) }];
	const beside = besideIn(value);
	if (beside) return [{ what: 'beside', of: beside }];
	return [{ what: 'unknown', title: textIn(value, 'title') || textIn(value, 'name') }];
}

/**
 * The sessions in a file that was written as a row a line; null: no product that is known writes such rows.
 *
 * @param skipped Lines that were no JSON.
 */
export function chatsInRows(rows: readonly Row[], skipped: number): readonly ImportedChat[] | null {
	if (looksLikeLlamaRows(rows)) return readLlamaRows(rows);
	const reader = looksLikeClaudeCode(rows) ? readClaudeCode : looksLikePi(rows) ? readPi : null;
	if (!reader) return null;
	const chat = reader(rows, skipped);
	return chat ? [chat] : [];
}
