import { isOwnTool, type OwnTool } from '#core/log/own-tools.ts';
import { calledWith, saidBy } from '#core/reply/call-words.ts';
import type { ReplyPart } from '#core/reply/reply-parts.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { words } from '../../../words/talk-words.ts';

/** What stands over a folded call: our own tools by what they do and with what, any other by its name and what it says first. */

type Call = Pick<Extract<ReplyPart, { kind: 'tool' }>, 'name' | 'input'>;

const { ownTools: own, tool } = words.messages;

const labels: Readonly<Record<OwnTool, (input: Call['input']) => string>> = {
	recall: ({ query }) => own.recall(saidBy(query)),
	save_memory: ({ text }) => own.saveMemory(saidBy(text)),
	read_memory: ({ path }) => own.readMemory(saidBy(path)),
	edit_memory: ({ path }) => own.editMemory(saidBy(path)),
	open_turns: (input) => own.openTurns(turnsOf(input))
};

export const toolLabel = ({ name, input }: Call): string =>
	cleanText(isOwnTool(name) ? labels[name](input) : tool(name, calledWith(input))).text;

/** A model may call with anything, and while its call is being written with less than it means to. */
function turnsOf({
	from,
	to
}: Call['input']): { readonly from: number; readonly to: number } | null {
	return typeof from === 'number' && typeof to === 'number' ? { from, to } : null;
}
