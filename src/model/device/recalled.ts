import { cutMark } from '#core/text/excerpt.ts';
import { isMemoryPath } from '#core/memory/memory.ts';
import { hasNotice } from '#core/reply/answer-text.ts';
import { passagesIn, type RecalledPassage } from '#core/prompt/text/passage.ts';
import type { Source } from '#model/device/passages.ts';
import type { Labels } from '#model/device/phrases.ts';

/** What the tool `recall` found, best first, as sources to quote. */
export const hitsIn = (result: string, labels: Labels): readonly Source[] =>
	passagesIn(result)
		.map((passage, at) => ({
			label: labelOf(passage, labels),
			link: passage.link ?? fileLink(passage.place),
			text: withoutMark(passage.text),
			trust: 1 / (1 + at / 4)
		}))
		.filter(({ text }) => text !== '' && !hasNotice(text));

/** Within the app. */
export const addressOf = (path: string): string => `/memory/${encodeURI(path)}`;

const fileLink = (place: string): string | null => (isMemoryPath(place) ? addressOf(place) : null);

/** Where and when. A number in brackets says that it stands in the conversation that asks. */
function labelOf({ place, day }: RecalledPassage, labels: Labels): string {
	const where = /^\[\d+\] /.test(place) ? labels.earlier : inOwnWords(place, labels);
	return [where, day].filter((part) => part !== '').join(' · ');
}

/** A title and a turn as the tool names them, in the language of the answer; a file as it is. */
function inOwnWords(place: string, { untitled, turn }: Labels): string {
	const [, title, number] = /^“(.*)”(?:, turn (\d+))?$/s.exec(place) ?? [];
	if (title === undefined) return place;
	const named = title === 'Untitled' ? untitled : `“${title}”`;
	return number === undefined ? named : `${named}, ${turn(number)}`;
}

/** A passage that was cut begins and ends as a quotation does; the mark is the tool's and not said by anyone. */
function withoutMark(text: string): string {
	if (text.startsWith(cutMark)) {
		const said = withoutMark(text.slice(cutMark.length).trimStart());
		return said === '' ? '' : `…${said}`;
	}
	if (!text.endsWith(cutMark)) return text;
	const said = text.slice(0, -cutMark.length).trimEnd();
	return said === '' || /[.!?…。！？]$/u.test(said) ? said : `${said} …`;
}
