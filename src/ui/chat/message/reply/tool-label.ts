import { headOfWords } from '#core/text/excerpt.ts';
import type { ReplyPart } from '#core/reply/reply-parts.ts';
import { words } from '../../../words/talk-words.ts';

/** What stands over a folded call: our own tools by what they do and with what, any other by its name and what it says first. */

type Call = Pick<Extract<ReplyPart, { kind: 'tool' }>, 'name' | 'input'>;

/** Characters of what a call was made with. */
const longest = 60;

export function toolLabel({ name, input }: Call): string {
	const own = words.messages.ownTools;
	const said = (value: unknown): string =>
		typeof value === 'string' ? shortened(value.replace(/\s+/gu, ' ').trim()) : '';
	const saidIn = (field: string): string => said(input[field]);
	switch (name) {
		case 'recall':
			return own.recall(saidIn('query'));
		case 'save_memory':
			return own.saveMemory(saidIn('text'));
		case 'read_memory':
			return own.readMemory(saidIn('path'));
		case 'edit_memory':
			return own.editMemory(saidIn('path'));
		case 'open_turns':
			return own.openTurns(turnsOf(input));
		default:
			return words.messages.tool(name, Object.values(input).map(said).find(Boolean));
	}
}

const shortened = (text: string): string =>
	text.length <= longest ? text : `${headOfWords(text, longest)} …`;

/** A model may call with anything, and while its call is being written with less than it means to. */
function turnsOf({
	from,
	to
}: Call['input']): { readonly from: number; readonly to: number } | null {
	return typeof from === 'number' && typeof to === 'number' ? { from, to } : null;
}
