import type { Compaction } from '#core/compaction/compaction.ts';
import { shownLines } from '#core/forgetting/quotes.ts';
import { stringsIn } from '#core/forgetting/traces.ts';
import type { Row } from '#core/json.ts';
import { textOfResult } from '#core/log/blocks.ts';
import { showingCalls } from '#core/log/own-tools.ts';
import { callsOf, type Step } from '#core/log/turn.ts';
import { saidLines } from '#core/memory/file.ts';

/** Where lines of memory stand in a copy: all that forgetting a line goes over. Rows of older versions may lack fields. */

type LinesIn = (row: Row) => readonly string[];

const said = (value: unknown): readonly string[] => stringsIn(value).flatMap(saidLines);

const fields =
	(...names: readonly string[]): LinesIn =>
	(row) =>
		said(names.map((name) => row[name]));

const linesByTable: Readonly<Record<string, LinesIn>> = {
	memoryFiles: fields('text'),
	memoryRevisions: fields('text'),
	refusals: fields('line'),
	proposals: fields('text', 'offered', 'replaces', 'tidy'),
	activity: fields('details', 'failure'),
	summaries: fields('opinion'),
	compactions: ({ chunks }) =>
		said((chunks as Compaction['chunks'] | undefined)?.map(({ memories }) => memories)),
	steps(row) {
		const { content = [], results } = row as Partial<Step>;
		const own = showingCalls(callsOf({ content }));
		const shown = results?.filter(({ tool_use_id }) => own.has(tool_use_id)) ?? [];
		return shown.flatMap((result) => shownLines(textOfResult(result)));
	}
};

/** The lines of memory that a row holds. */
export const linesIn = (table: string, row: Row): readonly string[] =>
	linesByTable[table]?.(row) ?? [];
