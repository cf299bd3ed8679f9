/** Tells paths from prose and from divisions, by their parts. */
import { hasLetter } from '#core/anchors/code/characters.ts';

const alternatives: ReadonlySet<string> = new Set([
	'and/or',
	'he/she',
	'his/her',
	'yes/no',
	'true/false',
	'input/output',
	'n/a'
]);

const isPlainWord = (part: string): boolean => /^[a-z]+$/iu.test(part);

/** `open/closed/blocked` are choices; folders begin like this. */
const roots = new RegExp(
	'^(?:' +
		[
			// Of a system.
			'src|lib|libs|app|apps|bin|etc|usr|home|var|tmp|opt|mnt|dev',
			// Of a project.
			'docs?|tests?|spec|packages|deps|config|priv|public|static|assets|scripts|build|dist',
			'node_modules|vendor|internal|cmd|components|routes|pages|server|client|core',
			// Of branches.
			'origin|upstream|feature|features|fix|refs',
			// Of what is added to a project.
			'github|plugins?|extensions|modules|examples|tools|users'
		].join('|') +
		')/',
	'iu'
);

/** Two plain words around a stroke are prose: “and/or”. */
export function isPath(piece: string): boolean {
	const parts = piece.split('/').filter((part) => part !== '');
	if (parts.length === 0) return false;
	// One part after a stroke is a closing tag or a division more often than a folder of the root.
	if (piece.startsWith('/')) return parts.length > 1 && parts.some(hasLetter);
	if (piece.startsWith('~/') || piece.startsWith('.')) return parts.some(hasLetter);
	if (parts.length > 2) return !parts.every(isPlainWord) || roots.test(piece);
	if (piece.endsWith('/')) return (parts[0] ?? '').length > 2;
	if (parts.length < 2) return false;
	const [first = '', second = ''] = parts;
	if (!hasLetter(first) || !hasLetter(second)) return false;
	// Two words in capitals are alternatives, said loudly.
	if (piece === piece.toUpperCase() && !piece.includes('.')) return false;
	return !alternatives.has(piece.toLowerCase());
}

/** Whether one part of a path is a folder that projects have. */
export const hasRoot = (path: string): boolean =>
	path.split('/').some((part) => roots.test(`${part}/`));
