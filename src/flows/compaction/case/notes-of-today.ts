import { localDayOf } from '#core/time/stamp.ts';
import { barredFrom, readerOf } from '#core/memory/access.ts';
import { dailyPath } from '#core/memory/memory.ts';
import { memoryFile } from '#db/memory/files.ts';
import type { CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';

type Ports = Pick<CompactPorts, 'db' | 'clock'>;

/** The case with the notes that its parts are told: they take room, so they are known before it is planned. */
export const withNotes = async (ports: Ports, found: CompactionCase): Promise<CompactionCase> => ({
	...found,
	notes: await notesOf(ports, found)
});

/** Today's note, where the preset shows it to the summariser so that nothing is noted twice (checklist 91). */
async function notesOf({ db, clock }: Ports, found: CompactionCase): Promise<string | null> {
	if (found.policy.preset.asked.form !== 'gsv') return null;
	const note = await memoryFile(db, dailyPath(localDayOf(clock.now(), clock.zone())));
	const { settings, session, answerer } = found;
	if (!note || barredFrom(note, readerOf(settings, { kind: session.kind, answerer })) !== null)
		return null;
	return note.text.trim() || null;
}
