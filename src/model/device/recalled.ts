import { cutMark } from '#core/excerpt.ts';
import { hasNotice } from '#core/log/answer-text.ts';
import type { Source } from '#model/device/passages.ts';

/**
 * Reads what the tool `recall` answers: passages parted by an empty line, each under a line that says where it
 * stands, `[n] title · date · link` or `title, date, who said it (link):`, the link optional.
 */

const numbered = /^\[\d+\] (.+)$/;
const dated = /^(.+, \d{4}-\d{2}-\d{2}, .+):$/;
/** Only places inside the app are cited. */
const place = /(?:^|[\s·,:(])(\/(?:chat|memory|archive)\/[\w./#%~-]*[\w/#%~-])/;
const memoryFile = /^(MEMORY\.md|memory\/[\w.-]{1,80}\.md)\b/;
/** What stood around a passage is another turn's: not to be cited with it. */
const aside = /^\s+(?:before|after) it: /;
const fenceLine = /^<\/?[a-z-]+ mark="/;

export function hitsIn(result: string): readonly Source[] {
	const hits: { readonly label: string; readonly link: string | null; lines: string[] }[] = [];
	let isOpen = true;
	for (const line of result.split('\n')) {
		const head = isOpen ? headOf(line) : null;
		isOpen = line.trim() === '';
		if (head) hits.push({ ...head, lines: [] });
		else hits.at(-1)?.lines.push(line);
	}
	return hits
		.map(({ label, link, lines }, at) => ({
			label,
			link,
			text: withoutMark(
				lines
					.filter((line) => !aside.test(line) && !fenceLine.test(line))
					.join('\n')
					.trim()
			),
			trust: 1 / (1 + at / 4)
		}))
		.filter(({ text }) => text !== '' && !hasNotice(text));
}

/** A passage that was cut inside a sentence ends as a quotation does; the mark is the tool's and not said by anyone. */
function withoutMark(text: string): string {
	if (!text.endsWith(cutMark)) return text;
	const said = text.slice(0, -cutMark.length).trimEnd();
	return said === '' || /[.!?…。！？]$/u.test(said) ? said : `${said} …`;
}

/** Where the passage below stands, or null when the line is no head: a text may hold a line that looks like one. */
function headOf(line: string): { readonly label: string; readonly link: string | null } | null {
	const words = numbered.exec(line)?.[1] ?? dated.exec(line)?.[1];
	if (words === undefined) return null;
	const link = place.exec(words)?.[1] ?? null;
	if (link === null && !dated.test(line)) return null;
	const file = memoryFile.exec(words)?.[1];
	return {
		label: labelOf(words, link),
		link: link ?? (file === undefined ? null : `/memory/${file}`)
	};
}

/** Title and date, without the address and who said it. */
function labelOf(words: string, link: string | null): string {
	const parts = (link === null ? words : words.replace(link, ''))
		.replace(/\blink:\s*/, '')
		.split(/\s*[·]\s*|, (?=\d{4}-\d{2}-\d{2})|(?<=\d{4}-\d{2}-\d{2}), .*$/)
		.map((part) => part.replace(/^“([^”]*)”$/, '$1').trim())
		.filter((part) => part !== '');
	return parts.join(' · ') || (link ?? words);
}
