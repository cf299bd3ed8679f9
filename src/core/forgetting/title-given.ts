import { gistOf, type ToForget } from '#core/forgetting/quotes.ts';
import { tells, type Traces } from '#core/forgetting/traces.ts';
import type { Session } from '#core/session/session.ts';
import { plainLine } from '#core/text/plain-line.ts';
import { stopgapTitle, titleFrom } from '#core/session/title.ts';

/** A title is taken from no more of a message, characters. */
const mostTitled = 1000;

/**
 * The title that messages give a session, or gave it before somebody named it or they were deleted, where it is words of
 * those that go. One that came with a file may have been made by whoever: mostly of the first message, so it goes with
 * that also for plain words that nothing else there has, and with others as a summary does. One that the user gave stays.
 */
export function titleGiven(
	{ title, titleFrom: source }: Pick<Session, 'title' | 'titleFrom'>,
	{
		exchanges,
		traces,
		wideTraces
	}: Pick<ToForget, 'exchanges'> & { readonly traces: Traces; readonly wideTraces: Traces }
): string {
	const first = exchanges.find(({ turn }) => turn.seq === 0)?.turn;
	if (source === 'import') {
		const gist = first && gistOf(first).slice(0, mostTitled);
		const isFirst =
			gist !== undefined && [gist, plainLine(gist)].some((said) => said.startsWith(title));
		return isFirst || tells(first ? wideTraces : traces, title) ? title : '';
	}
	if (!first) return '';
	if (source === 'first-message' && title !== '') return title;
	const given = titleFrom(first.asked);
	return given === stopgapTitle ? '' : given;
}
