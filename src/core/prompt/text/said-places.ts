import { branchAt, type Path } from '#core/log/path.ts';
import { turnNumber, type Mark, type Turn } from '#core/log/turn.ts';
import { gistOf, isGist } from '#core/forgetting/quotes.ts';
import { grouped } from '#core/grouped.ts';
import { inAttribute, type Fenced } from '#core/prompt/text/fence.ts';
import { besidesIn } from '#core/prompt/text/passage.ts';
import { stopgapTitle, titleFrom } from '#core/session/title.ts';

/**
 * What results of `recall` and `open_turns` show of conversations, each as a place: `/chat/<session>#<turn>` is the link
 * of what is quoted, `/chat/<session>#[3] words` the third message told beside it, `/chat/<session>#[3]` the third
 * message opened in its own conversation, `/chat/<session> “title”` the title that is told. A place says what is shown
 * and not what stands there now: what was found after a deletion shows nothing of what is deleted.
 */

/** How the link of what was said begins. */
export const toSession = '/chat/';

export const openedPlace = (sessionId: string, number: number): string =>
	`${toSession}${sessionId}#[${String(number)}]`;

/** The session of a place. */
export const sessionOfPlace = (place: string): string =>
	/[^ #]*/.exec(place.slice(toSession.length))?.[0] ?? '';

/** How a passage names its conversation. */
const titled = /^(?:\[\d+\] )?“(.*)”(?:, turn \d+)?$/;
/** The number of its turn: in front where it is of the conversation that asked, behind where it is of another. */
const numbered = /^\[(\d+)\] |, turn (\d+)$/;

/** Places of a passage of a conversation. A summary has the link of the last turn it covers, and tells of others as well. */
export function placesOfPassage({ attributes }: Fenced, whole: string): readonly string[] {
	const { place = '', link = '', by } = attributes;
	const sessionId = sessionOfPlace(link);
	const title = titled.exec(place)?.[1];
	const [, own, other] = numbered.exec(place) ?? [];
	const number = Number(own ?? other);
	const { before = null, after = null } = besidesIn(whole)[0] ?? {};
	const beside = (told: string | null, by: number): string[] =>
		told === null ? [] : [`${openedPlace(sessionId, number + by)} ${told}`];
	return [
		by === 'a summary' ? `${toSession}${sessionId}` : link,
		...(title ? [`${toSession}${sessionId} “${title}”`] : []),
		...beside(before, -1),
		...beside(after, 1)
	];
}

/** What is kept back of a session, and may be sent again. */
interface KeptBackThere {
	/** The marks that keep it back: see `keptBack`. */
	readonly marks: readonly Pick<Mark, 'turnId' | 'kind' | 'at'>[];
	/** The turns of the marks, in any order; those that are forgotten show nothing any more. */
	readonly turns: readonly Turn[];
	/** The path on which `open_turns` counted. */
	readonly path: Path;
}

/**
 * Of the places in a session those that show something kept back, and since when it is (Unix ms). A summary may give away
 * what is off the record. Costs as much as there are places and turns kept back.
 */
export function goneAmong(
	places: readonly string[],
	{ marks, turns, path }: KeptBackThere
): ReadonlyMap<string, number> {
	const byAge = marks.toSorted((a, b) => b.at - a.at);
	const since = new Map(byAge.map(({ turnId, at }) => [turnId, at]));
	const guarded = byAge.findLast(({ kind }) => kind === 'off-record')?.at;
	const shown = turns
		.filter((turn) => turn.forgottenAt === undefined)
		.map((turn) => ({ turn, gist: gistOf(turn), at: since.get(turn.turnId) ?? 0 }));
	const byNumber = grouped(shown, ({ turn }) => String(turnNumber(turn.seq)));
	const titles = (byNumber.get('1') ?? [])
		.map(({ turn, at }) => ({ given: titleFrom(turn.asked), at }))
		.filter(({ given }) => given !== stopgapTitle)
		.map(({ given, at }) => ({ title: ` “${inAttribute(given)}”`, at }));
	const goneSince = (place: string): number | undefined => {
		const behind = place.slice(toSession.length + sessionOfPlace(place).length);
		if (behind === '') return guarded;
		if (behind.startsWith(' ')) return titles.find(({ title }) => title === behind)?.at;
		const [, number, told] = /^#\[(\w+)\](?: (.*))?$/s.exec(behind) ?? [];
		if (number === undefined) return since.get(behind.slice(1));
		return byNumber
			.get(number)
			?.find(({ turn, gist }) =>
				told === undefined ? branchAt(path, turn.seq) === turn.branch : isGist(gist, told)
			)?.at;
	};
	return new Map(
		places.flatMap((place) => {
			const at = goneSince(place);
			return at === undefined ? [] : [[place, at] as const];
		})
	);
}
