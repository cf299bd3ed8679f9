import { absenceOf, readerOf } from '#core/memory/access.ts';
import { dailyPath } from '#core/memory/memory.ts';
import { memoryFile } from '#db/memory/files.ts';
import type { CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { todayOf } from '#flows/today.ts';

type Ports = Pick<CompactPorts, 'db' | 'clock'>;

/** The case with the notes that its parts are told: they take room, so they are known before it is planned. */
export const withNotes = async (ports: Ports, found: CompactionCase): Promise<CompactionCase> => ({
	...found,
	notes: await notesOf(ports, found)
});

/** Today's note, where the preset shows it to the summariser so that nothing is noted twice (checklist 91). */
async function notesOf({ db, clock }: Ports, found: CompactionCase): Promise<string | null> {
	if (found.policy.preset.asked.form !== 'gsv') return null;
	const today = todayOf(clock);
	const path = dailyPath(today);
	const { settings, session, answerer } = found;
	const reader = readerOf(settings, { kind: session.kind, answerer });
	const note = session.switchedOff.includes(path) ? undefined : await memoryFile(db, path);
	// What is not loaded by itself, the user has not meant to go along here either.
	if (!note || absenceOf(note, { ...reader, days: [today] }) !== null) return null;
	return note.text.trim() || null;
}
