import type { UserBlock } from '#core/log/blocks.ts';
import { brokenEnd } from '#core/export/broken-end.ts';
import { gapText, type Gap } from '#core/export/gaps.ts';
import { keptOutWords, heldAsFields } from '#core/export/kept-out.ts';
import { openFence } from '#core/export/open-fence.ts';
import { standing, partsOf, type ReplyPart } from '#core/reply/reply-parts.ts';
import { marksByTurn } from '#core/log/marks.ts';
import type { Session } from '#core/session/session.ts';
import type { Exchange, Mark } from '#core/log/turn.ts';

/** One conversation as a Markdown file with front matter: readable anywhere, and read back by our own import. */

/** Stands behind the end of code, or of HTML, that its message left open; the reader takes both off again. */
const closedHere = '<!-- Code that was not closed ends here. -->';

/** A heading or an end of ours in any text would be read back as one; the reader takes the sign off again. */
const guarded = (words: string): string =>
	words.replace(/^(\\*)(?=### (?:You|Assistant)\b|<!-- Code that was not)/gm, '$1\\');

/** The words of one message: no code and no comment that it leaves open goes on in what follows. */
function whole(words: string): string {
	let said = guarded(words);
	for (let end = openFence(said); end !== ''; end = openFence(said))
		said += `\n${end}\n${closedHere}`;
	return said;
}

export const iso = (at: number): string => (at > 0 ? new Date(at).toISOString() : '');

function heading(who: 'You' | 'Assistant', at: number, more: readonly string[] = []): string {
	const said = [iso(at), ...more].filter((part) => part !== '').join(', ');
	return said === '' ? `### ${who}` : `### ${who} (${said})`;
}

/** A value for YAML: quoted, on one line. */
export const quoted = (value: string): string => JSON.stringify(inLine(value));

/** A name that somebody else has given: on one line it can begin nothing. */
export const inLine = (name: string): string => name.replace(/\s+/g, ' ');

/** A fence longer than any in the text. */
function fenced(text: string): string {
	let longest = 2;
	for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
	const fence = '`'.repeat(longest + 1);
	return `${fence}\n${guarded(text)}\n${fence}`;
}

function askedWords(blocks: readonly UserBlock[]): string {
	const parts = blocks.map((block) => {
		switch (block.type) {
			case 'text':
				return whole(block.text);
			case 'image':
				return '[image]';
			case 'document':
				return [
					`[file: ${inLine(block.title ?? 'document')}]`,
					...(block.source.type === 'text' ? [fenced(block.source.data)] : [])
				].join('\n\n');
			default:
				return '';
		}
	});
	return parts.filter((part) => part !== '').join('\n\n');
}

function answerWords(part: ReplyPart): readonly string[] {
	switch (part.kind) {
		case 'text':
			return [whole(part.text)];
		case 'tool':
			return [
				`> Tool call: ${inLine(part.name)}`,
				fenced(JSON.stringify(part.input, null, 2)),
				...(part.result === null ? [] : [`> Tool result\n\n${fenced(part.result)}`])
			];
		default:
			return [];
	}
}

/** Thinking stays out: it belongs to the provider's protocol, not to what was said. */
export function sessionMarkdown(
	session: Pick<Session, 'id' | 'kind' | 'title' | 'offRecord' | 'createdAt' | 'activeAt'>,
	told: readonly (Exchange | Gap)[],
	marks: readonly Mark[] = []
): string {
	const marked = marksByTurn(marks);
	const front = [
		'---',
		`keepsake: ${quoted(session.id)}`,
		`title: ${quoted(session.title)}`,
		`created: ${iso(session.createdAt)}`,
		`modified: ${iso(session.activeAt)}`,
		...heldAsFields(session),
		'---'
	];
	const parts = [front.join('\n'), `# ${inLine(session.title)}`];
	for (const one of told) {
		if ('missing' in one) {
			parts.push(gapText(one));
			continue;
		}
		const { turn, steps } = one;
		if (turn.forgottenAt !== undefined) continue;
		const keptOut = keptOutWords(marked[turn.turnId] ?? []);
		parts.push(heading('You', turn.askedAt, keptOut), askedWords(turn.asked));
		const stays = standing(steps);
		const said = partsOf(stays).flatMap(answerWords);
		if (said.length === 0) continue;
		parts.push(heading('Assistant', stays[0]?.startedAt ?? 0), ...said, brokenEnd(stays.at(-1)));
	}
	return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
