import { cutMark } from '#core/excerpt.ts';
import { hasNotice } from '#core/log/answer-text.ts';
import { passagesIn, type Passage } from '#core/prompt/text/passage.ts';
import type { Source } from '#model/device/passages.ts';

/** What the tool `recall` found, best first, as sources to quote. */
export const hitsIn = (result: string): readonly Source[] =>
	passagesIn(result)
		.map((passage, at) => ({
			label: labelOf(passage),
			link: passage.link ?? fileLink(passage.place),
			text: withoutMark(passage.text),
			trust: 1 / (1 + at / 4)
		}))
		.filter(({ text }) => text !== '' && !hasNotice(text));

const fileLink = (place: string): string | null =>
	/^(?:MEMORY\.md|memory\/[\w.-]{1,80}\.md)$/.test(place) ? `/memory/${place}` : null;

/** Where and when; a turn of this conversation without the number by which the model would open it. */
const labelOf = ({ place, day }: Passage): string =>
	[place.replace(/^\[\d+\] /, ''), day].filter((part) => part !== '').join(' · ');

/** A passage that was cut inside a sentence ends as a quotation does; the mark is the tool's and not said by anyone. */
function withoutMark(text: string): string {
	if (!text.endsWith(cutMark)) return text;
	const said = text.slice(0, -cutMark.length).trimEnd();
	return said === '' || /[.!?…。！？]$/u.test(said) ? said : `${said} …`;
}
