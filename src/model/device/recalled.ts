import type { Source } from '#model/device/passages.ts';

/** Reads what the tool `recall` answers: blocks of `[n] title · date · link`, each with its text below. */

const head = /^\[(\d+)\] (.*)$/;
/** Only places inside the app are cited. */
const place = /(?:^|[\s·:(])(\/(?:chat|memory|archive)\/[\w./#%~-]+)/;

export function hitsIn(result: string): readonly Source[] {
	const hits: { label: string; link: string | null; lines: string[] }[] = [];
	for (const line of result.split('\n')) {
		const [, number, words = ''] = head.exec(line) ?? [];
		const link = place.exec(words)?.[1] ?? null;
		// A text that was found may hold lines of this form; a head is the next number and has an address.
		if (Number(number) === hits.length + 1 && link !== null)
			hits.push({ label: labelOf(words, link), link, lines: [] });
		else hits.at(-1)?.lines.push(line);
	}
	return hits
		.map(({ label, link, lines }, at) => ({
			label,
			link,
			text: lines
				.filter((line) => !/^<\/?[a-z-]+ mark="/.test(line))
				.join('\n')
				.trim(),
			trust: 1 / (1 + at / 4)
		}))
		.filter(({ text }) => text !== '' && !/^\*\*On-device\*\*/.test(text));
}

const labelOf = (words: string, link: string): string =>
	words
		.replace(link, '')
		.replace(/\blink:\s*/, '')
		.split('·')
		.map((part) => part.trim())
		.filter((part) => part !== '')
		.join(' · ') || link;
