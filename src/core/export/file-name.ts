/** So many signs of a name are kept. */
const longest = 60;

/** A file name made of a title: letters, with what belongs to them, and digits of any script. */
export function nameOf(title: string): string {
	const name = title.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
	return (
		Array.from(name.replace(/^-/, '')).slice(0, longest).join('').replace(/-$/, '') ||
		'conversation'
	);
}
