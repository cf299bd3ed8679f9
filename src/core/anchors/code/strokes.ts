/** Tells paths from words that only have a stroke between them ("button/link", "expand/collapse"). */

/** Two plain words: alternatives in a sentence more often than a folder and what lies in it. */
const pair = /^[\p{L}-]+\/[\p{L}-]+$/u;

/** Files that have no ending by convention: the word before the stroke is a folder. */
export const conventional = [
	'Dockerfile|Containerfile|Makefile|GNUmakefile|Justfile|Procfile|Gemfile|Rakefile|Podfile|Brewfile',
	'Vagrantfile|Jenkinsfile|Caddyfile|Tiltfile|CODEOWNERS|LICENSE|COPYING|CHANGELOG'
].join('|');
const endsInFile = new RegExp(`/(?:${conventional}|README)$`, 'u');

/** Folders that stand in paths which can be nothing else. */
export function foldersIn(paths: readonly string[]): ReadonlySet<string> {
	const folders = new Set<string>();
	for (const path of paths)
		if (!pair.test(path)) for (const folder of path.split('/').slice(0, -1)) folders.add(folder);
	return folders;
}

/** Two plain words around a stroke, neither of them a folder that is known. */
export const isAlternatives = (text: string, folders: ReadonlySet<string>): boolean =>
	pair.test(text) && !endsInFile.test(text) && !text.split('/').some((part) => folders.has(part));
