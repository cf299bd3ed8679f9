import { grouped } from '#core/grouped.ts';
import { addBullet, bulletsOf } from '#core/memory/file.ts';
import { cleanLine, normaliseLine } from '#core/lines/line.ts';
import { bulletLike } from '#core/memory/compared-lines.ts';
import { isSameLine, lineIdentity } from '#core/lines/same-line.ts';
import { takeOut } from '#core/memory/move.ts';
import {
	curatedPath,
	dayOf,
	type MemoryFile,
	type MemoryScope,
	type TidyPlan
} from '#core/memory/memory.ts';

/** Tidying memory: which lines to merge, move or drop, found by rules or read from a model’s answer. Only proposals. */

/** A line that is looked at. Its number is its place in the list, from 1. */
export interface TidyLine {
	readonly path: string;
	readonly text: string;
}

/** What one proposal of a clean-up would do. `text`: the line that is left, or for a drop the one that goes. */
export interface TidyChange extends TidyPlan {
	readonly text: string;
	/** Where the line stands afterwards. */
	readonly path: string;
}

/** The lines of some files in their order, the curated file first, then the newest notes. */
export function linesToTidy(
	files: readonly { readonly path: string; readonly text: string }[]
): readonly TidyLine[] {
	const rank = (path: string): string => (path === curatedPath ? '~~' : (dayOf(path) ?? ''));
	return [...files]
		.sort((a, b) => (rank(a.path) < rank(b.path) ? 1 : -1))
		.flatMap(({ path, text }) =>
			bulletsOf(text).flatMap((bullet) =>
				normaliseLine(bullet.text) === '' ? [] : [{ path, text: bullet.text }]
			)
		);
}

const takesOf = (lines: readonly TidyLine[]): TidyPlan['takes'] =>
	lines.map(({ path, text }) => ({ path, line: text }));

/** Without a model: lines that are the same become one, the first of the list. */
export function tidyByRules(lines: readonly TidyLine[]): readonly TidyChange[] {
	const groups = grouped(lines, ({ text }) => lineIdentity(text));
	return [...groups.values()].flatMap((group): TidyChange[] => {
		const [first] = group;
		if (!first || group.length < 2) return [];
		return [{ act: 'merge', text: first.text, path: first.path, takes: takesOf(group), why: '' }];
	});
}

/** No clean-up carries a line to where it may be sent to others, or to fewer, than before. */
export function withinScopes(
	changes: readonly TidyChange[],
	files: readonly Pick<MemoryFile, 'path' | 'scope'>[]
): readonly TidyChange[] {
	const scopes = new Map(files.map(({ path, scope }) => [path, scope]));
	const scopeOf = (path: string): MemoryScope => scopes.get(path) ?? 'everywhere';
	return changes.filter((change) =>
		change.takes.every(({ path }) => scopeOf(path) === scopeOf(change.path))
	);
}

/** As many lines as one request has room for (tokens), from the front of the list; at least one. */
export function asManyAsFit(
	lines: readonly TidyLine[],
	room: number,
	weigh: (text: string) => number
): readonly TidyLine[] {
	let spent = 0;
	const at = lines.findIndex(({ path, text }, index) => {
		spent += weigh(`${path} ${text}`) + 4;
		return index > 0 && spent > room;
	});
	return at < 0 ? lines : lines.slice(0, at);
}

const answerLine =
	/^(?:[-*]\s*)?(merge|rewrite|move|drop)\s+#?(\d+(?:\s*(?:,|and|&)\s*#?\d+)*)\s*(?::\s*(.*))?$/iu;

/**
 * The changes a model asks for, one a line between `<tidy>` marks: `merge 3, 7: words`, `rewrite 4: words`, `move 5`
 * or `move 5, 8: words`, `drop 9: reason`. Null when there is no such block: then nothing of the answer counts. Lines
 * that name unknown or used numbers, or say nothing, are passed over.
 */
export function readTidyAnswer(
	answer: string,
	lines: readonly TidyLine[]
): readonly TidyChange[] | null {
	const block = /<tidy>([\s\S]*?)<\/tidy>/iu.exec(answer)?.[1];
	if (block === undefined) return null;
	const used = new Set<number>();
	const changes: TidyChange[] = [];
	for (const row of block.split(/\r?\n/)) {
		const read = answerLine.exec(row.trim());
		if (!read) continue;
		const [, verb = '', list = '', said = ''] = read;
		const numbers = [...new Set((list.match(/\d+/g) ?? []).map(Number))];
		const chosen = numbers.map((number) => lines[number - 1]);
		if (numbers.some((number) => used.has(number)) || chosen.includes(undefined)) continue;
		const change = changeOf(
			verb.toLowerCase(),
			chosen.filter((line) => line !== undefined),
			said
		);
		if (!change) continue;
		for (const number of numbers) used.add(number);
		changes.push(change);
	}
	return changes;
}

function changeOf(verb: string, chosen: readonly TidyLine[], said: string): TidyChange | null {
	const [first] = chosen;
	if (!first) return null;
	const words = cleanLine(said);
	const takes = takesOf(chosen);
	if (verb === 'drop')
		return chosen.length === 1
			? { act: 'drop', text: first.text, path: first.path, takes, why: words.slice(0, 200) }
			: null;
	const text = words === '' ? first.text : words;
	if (verb === 'move') {
		if (chosen.every(({ path }) => path === curatedPath)) return null;
		if (words === '' && chosen.length > 1) return null;
		return { act: 'move', text, path: curatedPath, takes, why: '' };
	}
	const isSame = chosen.length === 1 && text === first.text;
	if (words === '' || isSame || (verb === 'merge' && chosen.length < 2)) return null;
	const kept = chosen.find(({ path }) => path === curatedPath) ?? first;
	return { act: 'merge', text, path: kept.path, takes, why: '' };
}

/**
 * What each file becomes, by path, or null when one of the lines is not there any more. `written`: the words that
 * are left, as the desk showed them; null: none. Only the lines that are named change.
 */
export function applyTidy(
	files: ReadonlyMap<string, string>,
	plan: Pick<TidyChange, 'path' | 'takes'>,
	written: string | null
): ReadonlyMap<string, string> | null {
	const after = new Map<string, string>();
	let kept: number | null = null;
	for (const path of new Set([...plan.takes.map((take) => take.path), plan.path])) {
		let text = files.get(path) ?? '';
		const starts: number[] = [];
		for (const { line } of plan.takes.filter((take) => take.path === path)) {
			const left = bulletsOf(text).filter(({ start }) => !starts.includes(start));
			const found =
				left.find((bullet) => bullet.text === line) ??
				left.find((bullet) => isSameLine(bullet.text, line));
			if (!found) return null;
			starts.push(found.start);
		}
		if (path === plan.path && written !== null && starts.length > 0) {
			// The line that is left takes the place of the first that goes.
			kept = Math.min(...starts);
			const bullet = bulletsOf(text).find(({ start }) => start === kept);
			const at = bullet ? text.indexOf(bullet.text, bullet.start) : -1;
			if (!bullet || at < 0) return null;
			text = text.slice(0, at) + written + text.slice(at + bullet.text.length);
			const grown = written.length - bullet.text.length;
			const rest = starts.filter((start) => start !== kept).map((start) => start + grown);
			after.set(path, takeOut(text, rest));
		} else after.set(path, takeOut(text, starts));
	}
	const target = after.get(plan.path) ?? '';
	if (written !== null && kept === null && !bulletLike(target, written))
		after.set(plan.path, addBullet(target, written));
	return after;
}
