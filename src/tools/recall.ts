import { isDay, shiftDay } from '#core/time/calendar.ts';
import { cutMark, headOfWords } from '#core/text/excerpt.ts';
import { gistOf } from '#core/forgetting/quotes.ts';
import { curatedPath } from '#core/memory/memory.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { defaultFamily } from '#core/tokens/family.ts';
import { turnNumber } from '#core/log/turn.ts';
import { tellPassage } from '#core/prompt/text/passage.ts';
import type { SearchHit } from '#core/search/found.ts';
import { tellUnread } from '#core/search/unread.ts';
import { tellingPart } from '#core/search/snippet.ts';
import { bad, good, type InputOf, type ToolText } from '#tools/input.ts';
import type { ToolPorts } from '#tools/ports.ts';

/** All passages of one answer together, tokens. */
const budget = 1500;
/** One passage, and what stands before and after it, characters. */
const longestPassage = 900;
const longestNeighbour = 200;
const most = 20;

export const recallDefinition = {
	description:
		'Search everything said before in this and earlier conversations, their summaries, and memory. Returns passages with their date, and the turn number in brackets for turns of this conversation.',
	input_schema: {
		type: 'object',
		properties: {
			query: { type: 'string', description: 'A few telling words, a name or a phrase' },
			limit: { type: 'integer', minimum: 1, maximum: 20, description: 'How many, default 6' },
			from: { type: 'string', description: 'Only from this local day on, YYYY-MM-DD' },
			to: { type: 'string', description: 'Only up to this local day, YYYY-MM-DD' }
		},
		required: ['query'],
		additionalProperties: false
	}
} as const;

/** Searches everything said before. */
export async function recall(
	{ query, limit = 6, from, to }: InputOf<typeof recallDefinition>,
	ports: ToolPorts
): Promise<ToolText> {
	for (const [name, day] of Object.entries({ from, to })) {
		if (day === undefined || isDay(day)) continue;
		return bad(
			isWritten(day)
				? `${name}: the calendar has no ${day}.`
				: `${name} must be a day written YYYY-MM-DD.`
		);
	}
	if (from !== undefined && to !== undefined && from > to)
		return bad('from must not be after to: no day lies between them.');

	const found = await ports.search({
		query,
		limit: Math.min(limit, most),
		fromAt: from === undefined ? null : ports.beginOf(from),
		throughAt: to === undefined ? null : ports.beginOf(shiftDay(to, 1)) - 1
	});
	if (!found) return bad('The search could not be made. Try again.');
	const hits = found.hits.filter(
		(hit) => ports.session.kind !== 'guest' || hit.place !== curatedPath
	);
	const rest = tellUnread(found.unread);
	if (hits.length === 0) return good(`Nothing was found for: ${query}${rest}`);
	return good(`${await listHits(hits, { query, ports })}${rest}`);
}

const isWritten = (day: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(day);

interface Asked {
	readonly query: string;
	readonly ports: ToolPorts;
}

/** As many passages as fit, best first; at least one. */
async function listHits(hits: readonly SearchHit[], asked: Asked): Promise<string> {
	const told: string[] = [];
	let spent = 0;
	for (const hit of hits) {
		const passage = await tellHit(hit, asked);
		const tokens = estimateTokens(passage, defaultFamily);
		if (told.length > 0 && spent + tokens > budget) break;
		told.push(passage);
		spent += tokens;
	}
	const left = hits.length - told.length;
	if (left > 0) told.push(`(${String(left)} more; ask more narrowly to see them)`);
	return told.join('\n\n');
}

async function tellHit(hit: SearchHit, { query, ports }: Asked): Promise<string> {
	const around = await ports.around(hit);
	const at = around.findIndex(({ turn }) => turn.turnId === hit.turnId);
	const before = at > 0 ? around[at - 1] : undefined;
	const after = at >= 0 ? around[at + 1] : undefined;
	return tellPassage(
		{
			place: placeOf(hit, ports),
			day: ports.dayOf(hit.at),
			by: sayer(hit),
			link: linkTo(hit),
			text: partOf(hit, query)
		},
		{
			before: before ? cut(gistOf(before.turn), longestNeighbour) : null,
			after: after ? cut(gistOf(after.turn), longestNeighbour) : null
		}
	);
}

/**
 * Where a passage stands, in words that hold wherever they are quoted. A number in brackets before them is a turn of
 * this conversation, for open_turns.
 */
function placeOf(hit: SearchHit, { session }: ToolPorts): string {
	if (hit.kind === 'memory') return hit.place ?? 'memory';
	const title = `“${hit.sessionTitle || 'Untitled'}”`;
	if (hit.seq === null) return title;
	const number = String(turnNumber(hit.seq));
	return `${hit.sessionId === session.id ? `[${number}] ` : ''}${title}, turn ${number}`;
}

/** Where a person can read it, so that an answer can cite it. */
const linkTo = ({ sessionId, turnId }: SearchHit): string | null =>
	sessionId === null || turnId === null ? null : `/chat/${sessionId}#${turnId}`;

function sayer({ role }: SearchHit): string {
	switch (role) {
		case 'user':
			return 'the user';
		case 'assistant':
			return 'the assistant';
		case 'tool':
			return 'a tool';
		case 'note':
			return 'a note';
		case 'summary':
			return 'a summary';
	}
}

/** What was asked for; a summary by its beginning, from which forgetting knows it again where it was quoted. */
const partOf = ({ role, text }: SearchHit, query: string): string =>
	role === 'summary' ? cut(text, longestPassage) : tellingPart(text, query, longestPassage);

const cut = (text: string, longest: number): string =>
	text.length <= longest ? text : `${headOfWords(text, longest)} ${cutMark}`;
