/** Tells what a piece with points in it is: a file, a module, an address, or several things in a row. */
import { codeOf, isDigit, isLower, isUpper } from '#core/anchors/code/characters.ts';
import { endings } from '#core/anchors/code/endings.ts';
import type { AnchorKind } from '#core/anchors/passage.ts';

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
