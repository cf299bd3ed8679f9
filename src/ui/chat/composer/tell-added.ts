import { bytesOf } from '#core/asking/attached.ts';
import type { Added } from '#state/chat/attachments.svelte.ts';
import { words } from '../../words/words.ts';

/** What is said when files were attached, or were not: each in a sentence. */
export function tellAdded(added: readonly Added[]): {
	readonly attached: string;
	/** Something of it was changed, which the list of what is attached does not show. */
	readonly isChanged: boolean;
	readonly refused: string;
} {
	const attached: string[] = [];
	const refused: string[] = [];
	for (const { name, outcome } of added)
		if (outcome.status === 'refused') refused.push(words.attaching.refused(name, outcome.reason));
		else {
			attached.push(
				outcome.shrunk
					? words.attaching.shrunk({ name, ...outcome.shrunk })
					: words.attaching.added({ name, bytes: bytesOf(outcome.block) })
			);
			if (outcome.hiddenSigns > 0) attached.push(words.attaching.hidden(outcome.hiddenSigns));
		}
	const isChanged = added.some(
		({ outcome }) =>
			outcome.status !== 'refused' && (outcome.shrunk !== null || outcome.hiddenSigns > 0)
	);
	return { attached: attached.join(' '), isChanged, refused: refused.join(' ') };
}

/** A pasted picture has no name of its own, and browsers call each of them the same. */
export const named = (files: readonly File[]): readonly File[] =>
	files.map((file, at) =>
		/^image\.\w+$/.test(file.name) || file.name === ''
			? new File([file], words.attaching.pasted(at + 1), { type: file.type })
			: file
	);
