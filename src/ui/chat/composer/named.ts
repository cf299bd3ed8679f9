import { words } from '../../words/talk-words.ts';

/** A pasted picture has no name of its own, and browsers call each of them the same: they get a number that is free. */
export function named(files: readonly File[], taken: readonly string[]): readonly File[] {
	let at = 0;
	return files.map((file) => {
		if (file.name !== '' && !/^image\.\w+$/.test(file.name)) return file;
		let name: string;
		do name = words.attached.pasted(++at);
		while (taken.includes(name));
		return new File([file], name, { type: file.type });
	});
}
