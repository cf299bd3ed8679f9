import { words } from '../../words/words.ts';

/** A pasted picture has no name of its own, and browsers call each of them the same. */
export const named = (files: readonly File[]): readonly File[] =>
	files.map((file, at) =>
		/^image\.\w+$/.test(file.name) || file.name === ''
			? new File([file], words.attaching.pasted(at + 1), { type: file.type })
			: file
	);
