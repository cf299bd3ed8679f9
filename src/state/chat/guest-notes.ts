import { absenceOf, readerOf } from '#core/memory/access.ts';
import { dailyPath } from '#core/memory/memory.ts';
import { memoryFilesAt } from '#db/memory/files.ts';
import { readSettings } from '#db/settings.ts';
import type { App } from '#flows/ports.ts';
import { noteDaysOf } from '#flows/today.ts';
import { Live } from '#state/live.svelte.ts';

/** Paths of the daily notes that a guest session would send now: a new one says so before the first word. */
export const watchGuestNotes = (
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	answerer: string
): Live<readonly string[]> =>
	new Live(async () => {
		const settings = await readSettings(db);
		const days = noteDaysOf(clock, settings);
		const guest = { ...readerOf(settings, { kind: 'guest', answerer }), days };
		const files = await memoryFilesAt(db, days.map(dailyPath));
		return files
			.filter((file) => file.text.trim() !== '' && absenceOf(file, guest) === null)
			.map((file) => file.path);
	});
