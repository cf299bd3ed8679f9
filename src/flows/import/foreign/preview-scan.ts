import { exchangesOf } from '#core/archive/archive.ts';
import { missingTurns } from '#core/archive/sound-session.ts';
import { asForeignLines, bringsRules } from '#core/backup/foreign-rows.ts';
import { hiddenIn } from '#core/backup/hidden-signs.ts';
import {
	chatLines,
	chatHeadOf,
	hiddenSigns,
	imagesElsewhere,
	sessionIdOf
} from '#core/import/chat-lines.ts';
import { shapeOf, turnCount } from '#core/import/chat-shape.ts';
import {
	importItem,
	leftAloneItem,
	unreadableItem,
	type ImportFormat,
	type ImportItem
} from '#core/backup/import-preview.ts';
import { cleanLine, isTooLong } from '#core/lines/line.ts';
import type { Truth } from '#db/schema.ts';
import type { FoundInFile, ImportPorts } from '#flows/import/ports.ts';
import { memoryFileItem } from '#flows/import/store-memory-file.ts';
import { rowsOf } from '#flows/import/store-session.ts';
import {
	isGoneLine,
	readGone,
	withoutGoneLines,
	type Gone
} from '#flows/import/foreign/forgotten-lines.ts';
import { freshMemories } from '#flows/import/foreign/fresh-memories.ts';
import { originalOf } from '#flows/import/foreign/own-export.ts';
import { standingIn } from '#flows/import/foreign/session-standing.ts';
import { knownLines } from '#flows/import/known-lines.ts';
import { memoriesId } from '#flows/import/scan/finding.ts';

/**
 * The preview of foreign files: each thing found is compared with what is here, and the user decides about the
 * difference.
 */

export interface ScanPreview {
	readonly items: ImportItem[];
	skippedLines: number;
	format: ImportFormat | null;
}

/** Of two items for one conversation the one with more to bring: it says what importing both comes to. */
function fuller(one: ImportItem, other: ImportItem): ImportItem {
	const states: readonly ImportItem['state'][] = ['there', 'changed', 'new'];
	const more = states.indexOf(other.state) - states.indexOf(one.state) || other.count - one.count;
	return more > 0 ? other : one;
}

/** Takes what is found and adds an item for it. The same thing twice is one item. */
export async function previewer(
	{ db, clock }: Pick<ImportPorts, 'db' | 'clock'>,
	preview: ScanPreview
): Promise<(found: FoundInFile) => Promise<void>> {
	const places = new Map<string, number>();
	const [known, gone] = [await knownLines(db), await readGone(db)];
	const add = (item: ImportItem) => {
		const place = places.get(item.id);
		const before = preview.items[place ?? -1];
		if (place === undefined || !before) places.set(item.id, preview.items.push(item) - 1);
		else if (item.at !== null) preview.items[place] = fuller(before, item);
	};
	const of = (format: ImportFormat) => {
		preview.format = preview.format === null || preview.format === format ? format : 'several';
	};
	return async (found) => {
		switch (found.what) {
			case 'chat':
				of(found.chat.format);
				add(await chatItem(db, found, clock.now()));
				break;
			case 'archive':
				of('archive');
				add(await archiveItem(db, found));
				break;
			case 'memory-file':
				of(found.format);
				add(await fileItem(db, found, gone));
				break;
			case 'memories': {
				if (preview.format === null) of('memories');
				const fresh = freshMemories(found.memories, known, gone);
				const lines = fresh.map(({ text }) => text);
				add(memoriesItem(found, lines, gone));
				preview.skippedLines += fresh.filter(({ memory }) => isTooLong(memory.text)).length;
				break;
			}
			case 'unreadable':
				add(unreadableItem(found.name, found.reason, found.count));
				break;
			case 'beside':
				add(leftAloneItem(found.name, found.of, found.count));
				break;
			case 'skipped':
				preview.skippedLines += found.lines;
		}
	};
}

async function chatItem(
	db: Truth,
	{ chat, pictures }: FoundInFile & { what: 'chat' },
	now: number
): Promise<ImportItem> {
	const { branches: shape, leftOut } = shapeOf(chat);
	const id = sessionIdOf(chat);
	const head = chatHeadOf(chat, shape, now);
	const name = head.title;
	if (shape.length === 0) return { ...leftAloneItem(name, 'empty', 0), id, what: 'session' };
	const elsewhere = [...imagesElsewhere(shape)];
	const fitting = pictures.fitting(elsewhere);
	const count = turnCount(shape);
	const original = await originalOf(db, chat);
	if (original)
		return importItem({ id, name, what: 'session', ...original, count, at: head.activeAt });
	const { standing } = await standingIn(db, { id, turns: count }, async () =>
		chatLines(chat, await pictures.read(elsewhere), now)
	);
	return importItem({
		id,
		name,
		what: 'session',
		...standing,
		at: head.activeAt,
		missingImages: elsewhere.filter((image) => !fitting.has(image)).length,
		hiddenSigns: hiddenSigns(shape),
		branchesLeftOut: leftOut + (standing.branchesLeftOut ?? 0)
	});
}

async function archiveItem(
	db: Truth,
	{ name, lines }: FoundInFile & { what: 'archive' }
): Promise<ImportItem> {
	const session = lines.find((line) => line.type === 'session');
	if (!session) return { ...unreadableItem(name, 'no-session'), what: 'archive' };
	const { id, activeAt } = session;
	const turns = exchangesOf(lines).exchanges.length;
	const { standing } = await standingIn(db, { id, turns }, () =>
		Promise.resolve(asForeignLines(lines))
	);
	return importItem({
		id,
		name,
		what: 'archive',
		...standing,
		at: activeAt,
		missingTurns: missingTurns(lines),
		branchesMended: rowsOf(lines)?.branchesMended ?? 0,
		hiddenSigns: hiddenIn(lines),
		rulesLeftOut: bringsRules(lines)
	});
}

async function fileItem(
	db: Truth,
	found: FoundInFile & { what: 'memory-file' },
	gone: Gone
): Promise<ImportItem> {
	const { path, isMemory, hiddenSigns } = found;
	const { text, count } = withoutGoneLines(found.text, gone);
	const item = await memoryFileItem(db, { path, text });
	const isChosen = isMemory && !item.isGone;
	return { ...item, isChosen, hiddenSigns, forgottenLines: count };
}

/** `fresh`: the lines of those that are news. */
function memoriesItem(
	found: FoundInFile & { what: 'memories' },
	fresh: readonly string[],
	gone: Gone
): ImportItem {
	return importItem({
		id: memoriesId(found),
		name: found.name,
		what: 'memories',
		state: fresh.length > 0 ? 'new' : 'there',
		after: fresh.map((line) => `- ${line}`).join('\n'),
		count: fresh.length,
		forgottenLines: found.memories.filter(({ text }) => isGoneLine(gone, cleanLine(text))).length
	});
}
