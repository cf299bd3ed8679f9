import { exchangesOf } from '#core/archive/archive.ts';
import { missingTurns, turnsWith } from '#core/archive/sound-session.ts';
import type { StateLine } from '#core/backup/backup.ts';
import {
	asForeignLines,
	asForeignState,
	bringsRules,
	decisionsId,
	isHarmless
} from '#core/backup/foreign-rows.ts';
import { hiddenIn } from '#core/backup/hidden-signs.ts';
import { importItem, unreadableItem, type ImportItem } from '#core/backup/import-preview.ts';
import { comparedLines } from '#core/memory/compared-lines.ts';
import { cleanFile } from '#core/memory/file.ts';
import type { Session } from '#core/session/session.ts';
import { defaultSettings } from '#core/settings.ts';
import { revisionsOf } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';
import { comesFrom } from '#flows/forgetting/forget-imported.ts';
import { archivedIn, endingsIn, endsByArchive } from '#flows/import/backup/archived.ts';
import { placelessHere } from '#flows/import/backup/beside-here.ts';
import { isTombstone, tombstonesToTake } from '#flows/import/backup/brought-tombstones.ts';
import { archivesId } from '#flows/import/backup/chosen-part.ts';
import { isBelieved } from '#flows/import/backup/is-believed.ts';
import { readGone, withoutGoneLines, type Gone } from '#flows/import/foreign/forgotten-lines.ts';
import { standingIn } from '#flows/import/foreign/session-standing.ts';
import { memoryFileItem } from '#flows/import/store-memory-file.ts';
import { rowsOf } from '#flows/import/store-session.ts';
import { absentLines, knownRows } from '#flows/import/backup/known-rows.ts';
import type { BackupContent, ImportPorts } from '#flows/import/ports.ts';
import { withSafeContent } from '#flows/import/backup/safe-content.ts';
import { partsInArchives, warmedLines } from '#flows/import/backup/warmed-lines.ts';

/** The preview of a backup: what was read is compared with what is here, and the user decides about the difference. */

/** A backup as it is looked at: what of it would be taken over. */
interface Looked {
	readonly content: BackupContent;
	/** It is not believed: see `isBelieved`. */
	readonly isForeign: boolean;
}

/** What an import would do, item by item; no more than a part of it where it was stopped. */
export async function previewBackup(
	ports: Pick<ImportPorts, 'db' | 'scratch' | 'packer'>,
	read: BackupContent,
	signal: AbortSignal
): Promise<readonly ImportItem[]> {
	const { db } = ports;
	const isForeign = !(await isBelieved(ports, read));
	const looked = { content: isForeign ? withSafeContent(read) : read, isForeign };
	const { items: sessions, placeless } = await sessionItems(ports, looked, signal);
	if (signal.aborted) return sessions;
	const gone = await readGone(db);
	const { items: memory, standing } = await memoryItems(db, looked, gone);
	const rows = looked.content.state.filter(
		(line) =>
			!placeless.has(line) &&
			!(isForeign && asForeignState(line) === null) &&
			!comesFrom(line, gone, standing)
	);
	// What has no place here is neither new nor there already: its conversation is left alone, and says so.
	const left = new Set([...placeless].map(({ row }) => row['path']));
	const archives = [...looked.content.archives.keys()].filter((path) => !left.has(path));
	return [
		...sessions,
		...memory,
		...(await archiveItems(db, archives)),
		...(await recordItems(db, rows)),
		...(await settingItems(db, looked))
	];
}

/** Its sessions, and the lines of their archives that have no place here. */
async function sessionItems(
	{ db, packer }: Pick<ImportPorts, 'db' | 'packer'>,
	{ content, isForeign }: Looked,
	signal: AbortSignal
): Promise<{ readonly items: ImportItem[]; readonly placeless: ReadonlySet<StateLine> }> {
	const items: ImportItem[] = [];
	const archived = archivedIn(content);
	const placeless = new Set<StateLine>();
	for (const { name, lines: readLines } of content.sessions) {
		if (signal.aborted) break;
		const lines = await readLines();
		const session = lines.find((line) => line.type === 'session');
		if (!session) {
			items.push({ ...unreadableItem(name, 'no-session'), what: 'session' });
			continue;
		}
		const { id, title, activeAt } = session;
		const { parts, held } = partsInArchives(archived, lines);
		const turns = turnsWith(held, exchangesOf(lines).exchanges);
		const comesWhole = (there: Session) =>
			!isForeign && endingsIn(archived, session, there).length > 0;
		const coming = { id, turns, comesWhole, isBelieved: !isForeign };
		const standing = await standingIn(db, coming, async () => {
			const warmed = await warmedLines({ packer }, archived, lines);
			return isForeign ? asForeignLines(warmed) : warmed;
		});
		const brings = standing.state === 'new' || standing.state === 'changed';
		const there = await db.sessions.get(id);
		if (!brings || standing.isBeside === true)
			for (const line of await placelessHere(db, archived, lines)) placeless.add(line);
		items.push(
			importItem({
				id: name,
				name: title,
				what: 'session',
				...standing,
				at: activeAt,
				endsByArchive: brings && !(there && isForeign) && endsByArchive(archived, session, there),
				missingTurns: missingTurns(lines, held),
				branchesMended: rowsOf(lines, parts)?.branchesMended ?? 0,
				hiddenSigns: isForeign ? hiddenIn(lines) : 0,
				rulesLeftOut: isForeign && bringsRules(lines)
			})
		);
	}
	return { items, placeless };
}

/** Its memory files, and the lines that would stand in them. */
async function memoryItems(
	db: Truth,
	{ content, isForeign }: Looked,
	gone: Gone
): Promise<{ readonly items: readonly ImportItem[]; readonly standing: ReadonlySet<string> }> {
	const items: ImportItem[] = [];
	const standing = new Set<string>();
	const revisions = new Set(
		content.state.flatMap(({ table, row }) => (table === 'memoryRevisions' ? [row['id']] : []))
	);
	for (const [path, written] of content.memory) {
		const shown = isForeign ? cleanFile(written) : { text: written, removed: 0 };
		const { text, count } = withoutGoneLines(shown.text, gone);
		for (const line of comparedLines(text)) standing.add(line);
		const item = await memoryItem(db, revisions, { path, text });
		items.push({ ...item, hiddenSigns: shown.removed, forgottenLines: count });
	}
	return { items, standing };
}

async function archiveItems(db: Truth, paths: readonly string[]): Promise<ImportItem[]> {
	if (paths.length === 0) return [];
	const known = await db.archives.where('path').anyOf(paths).count();
	return [group(archivesId, 'archives', { known, all: paths.length })];
}

/** Rows of the other tables. */
async function recordItems(db: Truth, rows: readonly StateLine[]): Promise<ImportItem[]> {
	const tombstones = await tombstonesToTake(db, rows.filter(isTombstone));
	const state = [...rows.filter((line) => !isTombstone(line)), ...tombstones];
	if (state.length === 0) return [];
	const known = await knownRows(db, state);
	const refused = state.filter(({ table }) => table === 'refusals');
	// One line is noted in more than one form.
	const away = await absentLines(db, 'refusals', refused);
	const refusals = new Set(away.map(({ row }) => row['line'])).size;
	const records = group('state.jsonl.gz', 'records', { known, all: state.length });
	return [{ ...records, refusals }];
}

/**
 * One that differs is taken by itself only where it has gone on from what is here: else newer words would be lost. One
 * that was deleted or renamed here stays away by itself.
 */
async function memoryItem(
	db: Truth,
	revisions: ReadonlySet<unknown>,
	file: { readonly path: string; readonly text: string }
): Promise<ImportItem> {
	const item = await memoryFileItem(db, file);
	if (item.state !== 'changed') return { ...item, isChosen: !item.isGone };
	const [newest] = await revisionsOf(db, file.path);
	return { ...item, isChosen: newest?.text === item.before && revisions.has(newest.id) };
}

/** Looks and sizes as one item, what decides something as another; what is set here stays and is not spoken of. */
async function settingItems(
	db: Truth,
	{ content: { settings }, isForeign }: Looked
): Promise<ImportItem[]> {
	const here = new Set(await db.settings.toCollection().primaryKeys());
	const usual: Readonly<Record<string, unknown>> = { ...defaultSettings };
	const differing = Object.entries(settings)
		.filter(
			([key, value]) => !here.has(key) && JSON.stringify(value) !== JSON.stringify(usual[key])
		)
		.map(([key, value]) => ({ key, value }));
	const plain = differing.filter(({ key }) => isHarmless(key));
	const decisions = differing.filter(({ key }) => !isHarmless(key));
	const items: ImportItem[] = [];
	if (plain.length > 0)
		items.push(
			importItem({
				name: 'settings.json',
				what: 'settings',
				state: 'new',
				count: plain.length,
				after: plain.map(({ key, value }) => `${key}: ${JSON.stringify(value)}`).join('\n')
			})
		);
	if (decisions.length > 0)
		items.push(
			importItem({
				id: decisionsId,
				name: 'settings.json',
				what: 'decisions',
				// Where a backup lacks things that are here, it may be anybody's and is treated as a stranger's.
				state: isForeign ? 'there' : 'new',
				count: decisions.length,
				decisions
			})
		);
	return items;
}

/** Many of a kind as one item: those that would come, or all where none would. */
const group = (
	name: string,
	what: ImportItem['what'],
	{ known, all }: { readonly known: number; readonly all: number }
): ImportItem =>
	importItem({
		name,
		what,
		state: known < all ? 'new' : 'there',
		count: known < all ? all - known : all
	});
