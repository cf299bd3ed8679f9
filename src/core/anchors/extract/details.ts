/** What only the loss report looks for: things in looser forms, told by their form or by what is said around them. */
import { findDottedNames } from '#core/anchors/code/dotted-names.ts';
import { findForms } from '#core/anchors/code/forms.ts';
import { findPrinted } from '#core/anchors/code/printed.ts';
import { findVersions } from '#core/anchors/code/versions.ts';
import { findCounts } from '#core/anchors/figures/counts.ts';
import { findOccasions } from '#core/anchors/figures/occasions.ts';
import { findIntroductions } from '#core/anchors/names/introductions.ts';
import { findPrograms } from '#core/anchors/names/programs.ts';
import type { Mention } from '#core/anchors/passage.ts';
import { findEmphasised } from '#core/anchors/quotes/emphasis.ts';

/**
 * Things that are no part of one that is `known` nor of each other, all of them faint. `prose` is the text with its
 * code blanked out.
 */
export function findDetails(text: string, prose: string, known: readonly Mention[]): Mention[] {
	const details = [
		...findForms(text, prose),
		...findDottedNames(text, prose),
		...findPrinted(text),
		...findCounts(prose),
		...findOccasions(prose),
		...findIntroductions(prose),
		...findPrograms(prose),
		...findVersions(prose),
		...findEmphasised(prose)
	];
	const covered = new Uint8Array(text.length);
	const cover = ({ offset, text: { length } }: Mention): void => {
		covered.fill(1, offset, offset + length);
	};
	known.forEach(cover);
	const found: Mention[] = [];
	for (const detail of details.sort((left, right) => right.text.length - left.text.length)) {
		if (isCovered(covered, detail.offset, detail.offset + detail.text.length)) continue;
		cover(detail);
		found.push({ ...detail, isFaint: true });
	}
	return found;
}

function isCovered(covered: Uint8Array, from: number, end: number): boolean {
	for (let at = from; at < end; at++) if (covered[at] === 0) return false;
	return true;
}
