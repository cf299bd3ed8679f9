import type { ArchiveLine } from '#core/archive/archive.ts';
import type { StateLine } from '#core/backup/backup.ts';
import { withoutHidden } from '#core/backup/hidden-signs.ts';
import { withSafeIds } from '#core/import/safe-ids.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { isRow, textIn } from '#core/json.ts';
import { emptySession } from '#core/session/empty-session.ts';
import { cleanFile } from '#core/memory/file.ts';
import { isUnfinished } from '#core/compaction/compaction.ts';
import type { SettingKey } from '#core/settings.ts';
import { sha256 } from '#core/sha256.ts';

/**
 * What a file from elsewhere may say of itself. Anyone can write a file that calls its lines the user's own words,
 * its summaries sound and its rules lenient (T3): unless a profile is being restored, none of that is believed.
 */

/**
 * The lines of a session as an import: its words are nobody's here, what was made from them is tainted, and it follows
 * the rules of this profile. What would go word for word into every request, or be sent by itself, does not come.
 */
export const asForeignLines = (lines: readonly ArchiveLine[]): ArchiveLine[] =>
	lines.flatMap((line) => asForeignLine(withSafeIds(withoutHidden(line).value)) ?? []);

function asForeignLine(line: ArchiveLine): ArchiveLine | null {
	switch (line.type) {
		case 'session':
			return asForeignSession(line);
		case 'turn':
			return { ...line, source: 'import' };
		case 'step':
			// What thinking says is sealed: only what was thought here goes back.
			return { ...line, basis: null };
		case 'summary':
			return { ...line, taint: 'import' };
		case 'mark':
			return line.kind === 'pinned' || line.kind === 'waiting' ? null : line;
		case 'pin':
			return null;
		default:
			return line;
	}
}

/** What a session is called and how it looks stays; what it was told, measured or learnt elsewhere does not. */
function asForeignSession(line: ArchiveLine & { readonly type: 'session' }): ArchiveLine {
	const { kind, title, titleFrom, branch, epoch, rev, counters, pinned, folder, offRecord } = line;
	const { activeAt, endedAt, continuedFrom, deletedAt } = line;
	const looks = { kind, title, titleFrom, branch, pinned, folder, offRecord };
	const course = { epoch, rev, counters, activeAt, endedAt, continuedFrom, deletedAt };
	return { type: 'session', ...emptySession(line.id, line.createdAt), ...looks, ...course };
}

/** Whether a session brings rules or pins of its own, which as an import it loses. */
export const bringsRules = (lines: readonly ArchiveLine[]): boolean =>
	lines.some(
		(line) =>
			line.type === 'pin' ||
			(line.type === 'session' &&
				(line.model !== null ||
					line.resetPolicy !== null ||
					line.switchedOff.length > 0 ||
					Object.values(line.policy).some(isChosen)))
	);

const isChosen = (value: unknown): boolean =>
	value !== null && !(isRow(value) && Object.keys(value).length === 0);

/**
 * A row of the state as an import: lines wait, or stand in memory, as brought along. Nobody goes on with a compaction
 * that was begun elsewhere, and what its writer forgot is nothing that was forgotten here.
 */
export function asForeignState(line: StateLine): StateLine | null {
	const { table, row } = line;
	if (table === 'proposals') {
		const { text } = cleanText(textIn(row, 'text'));
		// Words that nobody here was offered must keep no line out.
		const offered = row['offered'] === undefined ? {} : { offered: '' };
		return { ...line, row: { ...row, ...offered, origin: 'import', text, hash: sha256(text) } };
	}
	// Who accepted it there has read it for nobody here.
	if (table === 'memoryOrigins')
		return { ...line, row: { ...row, origin: 'import', writer: 'import' } };
	// Nobody here has paid for it.
	if (table === 'ledger') return { ...line, row: { ...row, cost: null } };
	// What a file said before can be brought back, and is then as good as the file.
	if (table === 'memoryRevisions' || (table === 'memoryFiles' && typeof row['text'] === 'string'))
		return { ...line, row: { ...row, text: cleanFile(textIn(row, 'text')).text } };
	const isBegun = table === 'compactions' && isUnfinished({ status: row['status'] });
	// A backup of another device is none of what is here.
	const isBackupNote = table === 'activity' && row['kind'] === 'export';
	return table === 'tombstones' || isBegun || isBackupNote ? null : line;
}

/**
 * Settings that a stranger's file may bring: looks and sizes. Every other one decides where words go, what the model
 * is told, what is paid for, or what passes unread; a new setting is among those until somebody says otherwise.
 */
const harmless: readonly SettingKey[] = [
	'theme',
	'singleKeys',
	'enterSends',
	'thinking',
	'cacheLifetime',
	'noteDays',
	'memoryBudget',
	'idleMinutes',
	'resetHour'
];

/** Whether a setting of a foreign file may be taken over. */
export const isHarmless = (key: string): boolean => harmless.some((own) => own === key);

/** Name of the item in a preview that stands for the settings that decide. */
export const decisionsId = 'decisions';
