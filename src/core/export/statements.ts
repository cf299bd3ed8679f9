import { breakMark, bulletMark, headingMark, proseLines } from '#core/memory/file.ts';

/** What a memory file says, for those who take one line a memory. */

interface Statement {
	/** On one line. */
	readonly text: string;
	/** Its first line, by which a bullet is known. */
	readonly first: string;
}

const numberMark = /^\s*\d{1,3}[.)]\s+/;
const quoteMark = /^(?:\s*>)+\s?/;
const rowMark = /^\s*\|/;
/** What parts the head of a table from its rows. */
const headEnd = /^[\s|:-]+$/;

/** The file without the fields at its beginning, which are for programs. */
const withoutFields = (text: string): string =>
	text.replace(
		/^\ufeff?---[ \t]*\r?\n(?:[\w-]+:.*\r?\n|[ \t].*\r?\n)*(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/,
		''
	);

/**
 * Bullets, numbered items, rows of tables and paragraphs, each with the lines it goes on in. Headings, also those of
 * tables, and code are left out: they say nothing alone, or on one line.
 */
export function statementsOf(text: string): Statement[] {
	const statements: { text: string; first: string }[] = [];
	/** Where the next line goes on with the last statement, an offset; -1 where none may. */
	let goesOn = -1;
	let wasQuoted = false;
	/** Offsets where the line behind a row of a table begins, and behind the first of them; -1: there was none. */
	let behindRow = -1;
	let behindFirst = -1;
	for (const line of proseLines(withoutFields(text))) {
		const bare = line.text.replace(quoteMark, '');
		const isQuoted = bare !== line.text;
		const isRow = rowMark.test(bare);
		const isSilent =
			bare.trim() === '' || headingMark.test(bare) || breakMark.test(bare) || headEnd.test(bare);
		const mark = isRow ? null : (bulletMark.exec(bare) ?? numberMark.exec(bare));
		const words = bare.slice(mark?.[0].length ?? 0).trim();
		const last = statements.at(-1);
		const isNew = isRow || mark !== null || goesOn !== line.start || isQuoted !== wasQuoted;
		if (!isSilent && last && !isNew) last.text += ` ${words}`;
		else if (!isSilent && words !== '') statements.push({ text: words, first: words });
		// The head of a table names its columns and tells nothing.
		const isBelowHead = isRow && headEnd.test(bare) && bare.includes('-');
		if (isBelowHead && behindFirst === line.start && isQuoted === wasQuoted) statements.pop();
		behindFirst = isRow && !isSilent && behindRow !== line.start ? line.next : -1;
		behindRow = isRow ? line.next : -1;
		goesOn = isSilent || isRow ? -1 : line.next;
		wasQuoted = isQuoted;
	}
	return statements;
}
