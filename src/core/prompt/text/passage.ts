import { fence, fencesIn } from '#core/prompt/text/fence.ts';

/**
 * A passage that `recall` has found, as it is told to the model and read by the on-device answerer. It is fenced as
 * data, so that no text in it can pass for another passage or for somebody else's words.
 */
export interface RecalledPassage {
	/** Where it stands, in words: a title and a turn, or the path of a memory file. */
	readonly place: string;
	/** YYYY-MM-DD. */
	readonly day: string;
	/** Who said it, in words. */
	readonly by: string;
	/** Address inside the app, or null. */
	readonly link: string | null;
	readonly text: string;
}

/** What was asked before and after it, shortened to a line each; null where there is nothing. */
export interface Beside {
	readonly before: string | null;
	readonly after: string | null;
}

export const tellPassage = (
	{ place, day, by, link, text }: RecalledPassage,
	{ before, after }: Beside
): string =>
	fence(
		'passage',
		{ place, day, by, ...(link === null ? {} : { link }) },
		[
			text,
			...(before === null ? [] : [`${aside.before} ${before}`]),
			...(after === null ? [] : [`${aside.after} ${after}`])
		].join('\n')
	);

const aside = { before: '  before it:', after: '  after it:' };

/** The passages of a result, in their order, without what stood beside them. */
export const passagesIn = (result: string): readonly RecalledPassage[] =>
	fencesIn(result)
		.filter(({ tag }) => tag === 'passage')
		.map(({ attributes: { place = '', day = '', by = '', link }, text }) => ({
			place,
			day,
			by,
			link: link === undefined || !inside.test(link) ? null : link,
			text: withoutBeside(text)
		}));

/** What stands in a passage without what stood beside it. */
export const withoutBeside = (text: string): string =>
	text
		.split('\n')
		.filter((line) => !line.startsWith(aside.before) && !line.startsWith(aside.after))
		.join('\n')
		.trim();

/** What stood beside the passages of a result: where each was found, and what was asked before and after it. */
export const besidesIn = (result: string): readonly (Beside & { readonly link: string | null })[] =>
	fencesIn(result)
		.filter(({ tag }) => tag === 'passage')
		.map(({ attributes: { link }, text }) => {
			const told = (mark: string): string | null => {
				// It stands behind the words of the passage, in which such a line may stand as well.
				const line = text.split('\n').findLast((row) => row.startsWith(mark));
				return line === undefined ? null : line.slice(mark.length).trim();
			};
			return { link: link ?? null, before: told(aside.before), after: told(aside.after) };
		});

/** Only places inside the app are cited. */
const inside = /^\/(?:chat|memory|archive)\/[\w./#%~-]+$/;
