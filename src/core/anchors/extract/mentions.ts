/** Puts together all that is looked for in one text: the list and the report see the same mentions, the report more. */
import { findRules, findSentences } from '#core/anchors/bonds/bonds.ts';
import { findCommands } from '#core/anchors/code/commands.ts';
import { findCompounds } from '#core/anchors/code/compounds.ts';
import { findDetails } from '#core/anchors/extract/details.ts';
import { findFigures } from '#core/anchors/figures/figures.ts';
import { findKnownNames } from '#core/anchors/names/known-names.ts';
import { findProperNames } from '#core/anchors/names/proper-names.ts';
import type { Mention, Passage } from '#core/anchors/passage.ts';
import { findQuotes } from '#core/anchors/quotes/quotes.ts';
import { scanNames } from '#core/anchors/scan.ts';
import { withoutFormulas } from '#core/anchors/text/formulas.ts';
import { proseOf } from '#core/anchors/text/prose.ts';

/** How a text is looked at: a list has room for what is surely a name, a report also for what may be one. */
interface Look {
	readonly closely: boolean;
	/** The text is a plan: what it names will be worked on (see `isPlan`). */
	readonly isPlanned: boolean;
}

/** All mentions in one text, unsorted. Total on any string. */
export function mentionsIn({ text, by }: Passage, { isPlanned, closely }: Look): Mention[] {
	// Text that nobody wrote by hand is only scanned for names: its numbers and capitals are noise.
	if (by === 'tool') {
		const names = scanNames(text);
		return isPlanned && closely ? [...names, ...askedBy(text)] : names;
	}
	// A sentence keeps its formulas, and so does an amount in one; names are looked for beside them.
	const bare = withoutFormulas(text);
	const prose = proseOf(bare);
	const whole = bare === text ? prose : proseOf(text);
	const things = [
		...scanNames(bare),
		...findCompounds(prose),
		...(closely ? withoutOrder(findFigures(whole), whole) : findFigures(whole)),
		...findProperNames(prose),
		...findKnownNames(prose),
		...findCommands(bare, prose),
		...findQuotes(prose)
	];
	return [
		...things,
		...(closely ? findDetails(bare, prose, things) : []),
		...findSentences(whole, by, { closely })
	];
}

/** `/ask why …`: an order to the program that the message begins with was obeyed at once. */
const withoutOrder = (figures: readonly Mention[], prose: string): readonly Mention[] =>
	figures.filter(
		({ text, offset }) => !text.startsWith('/') || prose.slice(0, offset).trim() !== ''
	);

/** What an issue or a file of rules asks for besides names: its rules, figures and quotations. */
function askedBy(plan: string): Mention[] {
	const prose = proseOf(plan);
	return [...findFigures(prose), ...findQuotes(prose), ...findRules(prose)];
}
