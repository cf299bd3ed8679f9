import { bytesOf } from '#core/asking/attached.ts';
import type { Added } from '#state/composer/add-files.ts';
import { words } from '../../words/talk-words.ts';

/** What is said when files were attached, or were not: each in a sentence. */
export function tellAdded(added: readonly Added[]): {
	readonly attached: string;
	/** Something of it was changed, which the list of what is attached does not show. */
	readonly isChanged: boolean;
	readonly refused: string;
} {
	const attached: string[] = [];
	const refused: string[] = [];
	const alike: string[] = [];
	/** Each reason is told once: a folder full of pictures would cover the page with the same sentence. */
	const told = new Set<string>();
	for (const { name, outcome } of added)
		if (outcome.status === 'refused') {
			const { reason } = outcome;
			if (told.has(reason.why)) alike.push(name);
			else refused.push(words.attached.refused(name, reason));
			told.add(reason.why);
		} else {
			attached.push(
				outcome.shrunk
					? words.attached.shrunk({ name, ...outcome.shrunk })
					: words.attached.added({ name, bytes: bytesOf(outcome.block) })
			);
			if (outcome.isGuessed) attached.push(words.attached.guessed);
			if (outcome.hiddenSigns > 0) attached.push(words.attaching.hidden(outcome.hiddenSigns));
		}
	const isChanged = added.some(
		({ outcome }) =>
			outcome.status !== 'refused' &&
			(outcome.shrunk !== null || outcome.hiddenSigns > 0 || outcome.isGuessed)
	);
	if (alike.length > 0) refused.push(words.attached.alike(alike));
	return { attached: attached.join(' '), isChanged, refused: refused.join(' ') };
}
