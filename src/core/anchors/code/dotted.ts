/** Tells what a piece with points in it is: a file, a module, an address, or several things in a row. */
import { codeOf, isDigit, isLower, isUpper } from '#core/anchors/code/characters.ts';
import type { AnchorKind } from '#core/anchors/passage.ts';
import { wordSet } from '#core/text/word-set.ts';

/** Endings of files that people and tools name in a conversation: by them a file is told from a name with a point. */
const endings = wordSet([
	// JavaScript and what pages are made of.
	'ts tsx mts cts js jsx mjs cjs svelte vue html htm css scss sass less',
	// Data and settings.
	'json jsonl json5 yml yaml toml ini env lock conf cfg xml csv tsv sql db sqlite proto graphql tf',
	// Texts, pictures, documents.
	'md mdx txt rst adoc svg png jpg jpeg gif webp ico pdf docx xlsx pptx odt ods epub',
	// Other languages.
	'py pyi ipynb rb ex exs heex eex erl rs go java kt kts scala swift m mm c h cc cpp hpp cs fs php',
	'pl lua r jl dart zig nim hs ml clj sh bash zsh fish ps1 bat cmake gradle wasm diff',
	// Logs and archives.
	'log zip gz tgz tar'
]);

/** What looks like a file and is a call. */
const calls = new Set(['console.log', 'Math.log', 'process.env', 'import.meta.env']);

const dotfile = /^\.[a-z][a-z_-]*(?:ignore|rc|env|config|attributes)$/u;

/** What issues are numbered under: `shop-12`, `shop`; not `v1` and not `Fig`. */
const isPrefix = (part: string): boolean => /^[a-z][a-z0-9]*-[\w-]*$|^[a-z]{3,}$/iu.test(part);

const isNumber = (part: string): boolean => part !== '' && Array.from(part, codeOf).every(isDigit);

/** Two and more parts with capitals that spell out words; not `Enum.map`. */
const isModule = (parts: readonly string[]): boolean =>
	parts.length > 1 &&
	parts.every(
		(part) => part.length > 2 && isUpper(part.charCodeAt(0)) && isLower(part.charCodeAt(1))
	);

/** A piece with points: `file.ts`, `Module.Sub`, `a@b.example`; null where points join several things. */
export function kindOfDotted(piece: string): AnchorKind | null {
	const parts = piece.split('.');
	const last = parts.at(-1) ?? '';
	if (piece.indexOf('@') > 0) return 'id';
	if (endings.has(last.toLowerCase()) && !calls.has(piece)) return 'file';
	if (isModule(parts)) return 'code';
	if (dotfile.test(piece)) return 'file';
	// An issue's number may have a point: `shop-12.3`.
	return parts.length === 2 && isPrefix(parts[0] ?? '') && isNumber(last) ? 'id' : null;
}
