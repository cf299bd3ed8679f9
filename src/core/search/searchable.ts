/** What of the truth is searched, as documents of the search index. The ids say where to find the text again. */
import { scanNames } from '#core/anchors/scan.ts';
import { filedWords } from '#core/asking/attached.ts';
import { startOfText, endOfText, wordCut } from '#core/text/excerpt.ts';
import { textOf, textOfResult, textsIn } from '#core/log/blocks.ts';
import { isOwnTool } from '#core/log/own-tools.ts';
import type { Session } from '#core/session/session.ts';
import { callsOf, type Exchange, type Step } from '#core/log/turn.ts';
import { headingMark } from '#core/memory/file.ts';
import { dayOf, type MemoryFile } from '#core/memory/memory.ts';
import { standing } from '#core/reply/reply-parts.ts';
import type { SearchDocument } from '#core/search/document.ts';
import { isDay } from '#core/time/calendar.ts';
import { noonOfDay } from '#core/time/stamp.ts';
import type { Summary } from '#core/summary/summary.ts';

/** Where a document comes from. */
export type Origin =
	| {
			readonly of: 'turn';
			readonly sessionId: string;
			readonly branch: string;
			readonly seq: number;
	  }
	| {
			readonly of: 'step' | 'result' | 'file';
			readonly sessionId: string;
			readonly branch: string;
			readonly seq: number;
			readonly index: number;
	  }
	| { readonly of: 'summary'; readonly summaryId: string }
	| { readonly of: 'memory'; readonly path: string; readonly line: number };

/** Tool output over this many characters is searched by its head, its tail, and the names that stand between them. */
const longest = 8_000;
const headAndTail = 2_000;
/** Nine in ten long outputs have fewer than 200, the richest of the recorded ones 270; this bounds a hostile one. */
const mostNames = 2_000;

/** Paths, links, ids and the like are what one looks for in the middle of a long output; the rest is noise. */
function bounded(text: string): string {
	if (text.length <= longest) return text;
	const names = new Set<string>();
	for (const { text: name } of scanNames(text.slice(headAndTail, -headAndTail))) {
		names.add(name);
		if (names.size === mostNames) break;
	}
	return [startOfText(text, headAndTail), ...names, endOfText(text, headAndTail)].join('\n');
}

/** A piece of a long attached file, which the user gave to be known: all of it is searched, by pieces that tell apart. */
const pieceOfFile = 2_000;

/** A text in pieces that cut no word; together they are the text. One that fits beside its message is not cut. */
function piecesOf(text: string): readonly string[] {
	if (text.length <= longest) return [text];
	const pieces: string[] = [];
	for (let at = 0; at < text.length;) {
		const end = wordCut(text, at + pieceOfFile);
		pieces.push(text.slice(at, end));
		at = end;
	}
	return pieces;
}

export const idOf = (origin: Origin): string => JSON.stringify(Object.values(origin));

/** The origin of an id made by `idOf`. */
export function originOf(id: string): Origin {
	const [of, ...rest] = JSON.parse(id) as [Origin['of'], ...(string | number)[]];
	const text = (at: number) => String(rest[at] ?? '');
	const number = (at: number) => Number(rest[at] ?? 0);
	switch (of) {
		case 'turn':
			return { of, sessionId: text(0), branch: text(1), seq: number(2) };
		case 'step':
		case 'result':
		case 'file':
			return { of, sessionId: text(0), branch: text(1), seq: number(2), index: number(3) };
		case 'summary':
			return { of, summaryId: text(0) };
		case 'memory':
			return { of, path: text(0), line: number(1) };
	}
}

/** The session that memory files count as, for the index. */
export const memorySession = (path: string): string => `memory:${path}`;

/** What tools that are not ours were asked with, a command or a path, and what they gave. */
function workOf(step: Step): string {
	const calls = callsOf(step);
	const own = new Set(calls.filter(({ name }) => isOwnTool(name)).map(({ id }) => id));
	const asked = calls.filter(({ id }) => !own.has(id)).flatMap(({ input }) => textsIn(input));
	const given = (step.results ?? []).filter((result) => !own.has(result.tool_use_id));
	return [asked, given.map(textOfResult)]
		.map((texts) => bounded(texts.join('\n')))
		.filter((text) => text !== '')
		.join('\n');
}

/** Documents of one exchange: the question, long files by pieces, each answer that counts, what it did with tools. Forgotten and empty ones give none. */
export function documentsOf({ turn, steps }: Exchange): SearchDocument[] {
	const { sessionId, branch, seq } = turn;
	const imported = turn.source === 'import';
	const documents: SearchDocument[] = [];
	const add = (origin: Origin, text: string, role: 'user' | 'assistant' | 'tool', ts: number) => {
		if (text.trim() === '') return;
		documents.push({
			id: idOf(origin),
			text,
			session: sessionId,
			ts,
			role,
			kind: imported ? 'import' : role === 'user' ? 'turn' : 'step'
		});
	};
	const files = filedWords(turn.asked).map(piecesOf);
	const asked = [textOf(turn.asked), ...files.map(([first]) => first)].join('\n');
	add({ of: 'turn', sessionId, branch, seq }, asked, 'user', turn.askedAt);
	for (const [index, piece] of files.flatMap(([, ...rest]) => rest).entries())
		add({ of: 'file', sessionId, branch, seq, index }, piece, 'user', turn.askedAt);
	for (const step of standing(steps)) {
		const { index } = step;
		add(
			{ of: 'step', sessionId, branch, seq, index },
			textOf(step.content),
			'assistant',
			step.endedAt
		);
		add({ of: 'result', sessionId, branch, seq, index }, workOf(step), 'tool', step.endedAt);
	}
	return documents;
}

/** Ids that attempts may have in an index since before they were replaced. */
export function replacedIn({ turn: { sessionId, branch, seq }, steps }: Exchange): string[] {
	const stays = new Set(standing(steps));
	return steps
		.filter((step) => !stays.has(step))
		.flatMap(({ index }) =>
			(['step', 'result'] as const).map((of) => idOf({ of, sessionId, branch, seq, index }))
		);
}

export const documentOfSummary = (summary: Summary): SearchDocument => ({
	id: idOf({ of: 'summary', summaryId: summary.id }),
	text: summary.text,
	session: summary.sessionId,
	ts: summary.createdAt,
	role: 'summary',
	kind: 'summary'
});

/** A daily note is of its day where the user is (`zone`, IANA), whenever it was last touched. Any file may be called like a day. */
function timeOfFile({ path, updatedAt }: Pick<MemoryFile, 'path' | 'updatedAt'>, zone: string) {
	const day = dayOf(path);
	return day !== null && isDay(day) ? noonOfDay(day, zone) : updatedAt;
}

/** A word behind the sign, as a channel or a number, is none. */
const isHeading = (row: string): boolean => headingMark.test(`${row.trim()} `);

/** One document a line that says something; headings and blank lines say where, not what. */
export function documentsOfFile(file: MemoryFile, zone: string): SearchDocument[] {
	const ts = timeOfFile(file, zone);
	return file.text.split(/\r?\n/).flatMap((row, line): SearchDocument[] => {
		const text = row.replace(/^\s*[-*+]\s+/, '').trim();
		if (text === '' || isHeading(row)) return [];
		return [
			{
				id: idOf({ of: 'memory', path: file.path, line }),
				text,
				session: memorySession(file.path),
				ts,
				role: 'note',
				kind: 'memory'
			}
		];
	});
}

/** The nearest heading above a line, without its marks; empty where there is none. */
export function headingOf(file: Pick<MemoryFile, 'text'>, line: number): string {
	const above = file.text.split(/\r?\n/).slice(0, line);
	return (above.findLast(isHeading) ?? '').trim().replace(/^#+\s*/, '');
}

/** Whether a search from a guest session may look into a session. */
export const openToGuests = (session: Pick<Session, 'kind'>): boolean => session.kind === 'guest';
