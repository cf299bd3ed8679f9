import { missingTurns, turnsWith } from '#core/archive/sound-session.ts';
import type { StateLine } from '#core/backup/backup.ts';
import { bringsRules, decisionsId, isHarmless } from '#core/backup/foreign-rows.ts';
import { hiddenIn } from '#core/backup/hidden-signs.ts';
import { importItem, unreadableItem, type ImportItem } from '#core/backup/import-preview.ts';
import { cleanFile } from '#core/memory/file.ts';
import { defaultSettings } from '#core/settings.ts';
import { revisionsOf } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';
import { endsByArchive } from '#flows/import/backup/archived.ts';
import { placelessHere } from '#flows/import/backup/beside-here.ts';
import { archivesId } from '#flows/import/backup/chosen-part.ts';
import {
	contentToTake,
	sessionToTake,
	type ContentToTake
} from '#flows/import/backup/content-to-take.ts';
import { recordsId, rowsToTake, type RowsToTake } from '#flows/import/backup/rows-to-take.ts';
import { withSafeContent } from '#flows/import/backup/safe-content.ts';
import { partsInArchives } from '#flows/import/backup/warmed-lines.ts';
import { readGone, withoutGoneLines } from '#flows/import/foreign/forgotten-lines.ts';
import { standingIn } from '#flows/import/foreign/session-standing.ts';
import type { BackupContent, ImportPorts } from '#flows/import/ports.ts';
import { memoryFileItem } from '#flows/import/store-memory-file.ts';
import { rowsOf } from '#flows/import/store-session.ts';

/** The preview of a backup: what of it would come is compared with what is here, and the user decides about the difference. */

/** What an import would do, item by item; no more than a part of it where it was stopped. */
export async function previewBackup(
	ports: Pick<ImportPorts, 'db' | 'packer' | 'clock'>,
	read: BackupContent,
	isBelieved: boolean,
	signal: AbortSignal
): Promise<readonly ImportItem[]> {
	const { db } = ports;
	const taken = await contentToTake(ports, read, { isBelieved, leftOut: new Set() }, signal);
	if (!taken) return [];
	const { items: sessions, ...beside } = await sessionItems(ports, read, taken, signal);
	if (signal.aborted) return sessions;
	const memory = await memoryItems(db, read, taken);
	const leftOut = new Set(memory.flatMap(({ id, isChosen }) => (isChosen ? [] : [id])));
	return [
		...sessions,
		...memory,
		...recordItems(await rowsToTake(db, taken, { ...beside, leftOut })),
		...(await settingItems(db, read, taken))
	];
}

/** Its sessions, the rows that have no place beside those that are here, and the ids of those that grow. */
async function sessionItems(
	ports: Pick<ImportPorts, 'db' | 'packer'>,
	read: BackupContent,
	taken: ContentToTake,
	signal: AbortSignal
): Promise<{
	readonly items: ImportItem[];
	readonly placeless: ReadonlySet<StateLine>;
	readonly toGrow: ReadonlySet<string>;
}> {
	const { db } = ports;
	const { content, archived, isBelieved } = taken;
	const items: ImportItem[] = [];
	const placeless = new Set<StateLine>();
	const toGrow = new Set<string>();
	const coming = new Map(content.sessions.map(({ name, lines }) => [name, lines]));
	const { sessions } = isBelieved ? read : withSafeContent(read);
	for (const { name, lines: asRead } of sessions) {
		if (signal.aborted) break;
		// One that is forgotten here does not come: it is told as the file has it.
		const lines = await (coming.get(name) ?? asRead)();
		const session = lines.find((line) => line.type === 'session');
		if (!session) {
			items.push({ ...unreadableItem(name, 'no-session'), what: 'session' });
			continue;
		}
		const { id, title, activeAt } = session;
		const there = await db.sessions.get(id);
		const toTake = sessionToTake(ports, taken, lines, there);
		const { parts, held } = partsInArchives(archived, lines);
		const rows = rowsOf(lines, parts);
		const turns = turnsWith(held, rows?.exchanges ?? []);
		const of = { id, turns, ...toTake.elsewhere };
		const { standing, toCome } = await standingIn(db, of, toTake.lines);
		const brings = standing.state === 'new' || standing.state === 'changed';
		if (standing.state === 'changed') toGrow.add(id);
		if (standing.state !== 'new')
			for (const line of await placelessHere(db, archived, lines, toCome)) placeless.add(line);
		items.push(
			importItem({
				id: name,
				name: title,
				what: 'session',
				...standing,
				at: activeAt,
				endsByArchive: brings && endsByArchive(archived, id, toTake.withIt),
				missingTurns: missingTurns(lines, held),
				branchesMended: rows?.branchesMended ?? 0,
				hiddenSigns: isBelieved ? 0 : hiddenIn(lines),
				rulesLeftOut: !isBelieved && bringsRules(lines)
			})
		);
	}
	return { items, placeless, toGrow };
}

/** Its memory files. */
async function memoryItems(
	db: Truth,
	read: BackupContent,
	{ content, isBelieved }: ContentToTake
): Promise<readonly ImportItem[]> {
	const gone = await readGone(db);
	const revisions = new Set(
		content.state.flatMap(({ table, row }) => (table === 'memoryRevisions' ? [row['id']] : []))
	);
	const items: ImportItem[] = [];
	for (const [path, text] of content.memory) {
		const written = read.memory.get(path) ?? '';
		const shown = isBelieved ? { text: written, removed: 0 } : cleanFile(written);
		const item = await memoryItem(db, revisions, { path, text });
		const forgottenLines = withoutGoneLines(shown.text, gone).count;
		items.push({ ...item, hiddenSigns: shown.removed, forgottenLines });
	}
	return items;
}

/** Rows of the other tables: archives are told once more by themselves. */
function recordItems({ rows, tombstones, known }: RowsToTake): readonly ImportItem[] {
	const coming = [...rows, ...tombstones];
	// One line is noted in more than one form.
	const refused = coming.flatMap(({ table, row }) => (table === 'refusals' ? [row['line']] : []));
	const records = group(recordsId, 'records', { coming, known });
	const isArchive = ({ table }: StateLine): boolean => table === 'archives';
	return [
		...group(archivesId, 'archives', {
			coming: coming.filter(isArchive),
			known: known.filter(isArchive)
		}),
		...records.map((item) => ({ ...item, refusals: new Set(refused).size }))
	];
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
	{ settings }: BackupContent,
	{ isBelieved }: ContentToTake
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
				state: isBelieved ? 'new' : 'there',
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
	{ coming, known }: Readonly<Record<'coming' | 'known', readonly StateLine[]>>
): ImportItem[] => {
	const [state, { length: count }] =
		coming.length > 0 ? (['new', coming] as const) : (['there', known] as const);
	return count > 0 ? [importItem({ name, what, state, count })] : [];
};
