import { utf8 } from '#core/bytes.ts';
import { exportedLines, pastedList } from '#core/export/memory-forms.ts';
import { pamOf } from '#core/export/pam.ts';
import { memoryFiles } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';
import type { ExportPorts } from '#flows/export/export-everything.ts';
import type { Clock } from '#flows/ports.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** Memory as files: as it is, or in the forms other assistants take. */

/** `keepsake-memory-<day>.zip`: the memory files byte for byte and nothing else. */
export async function exportMemory(
	{ db, zip }: ExportPorts,
	{ day }: { readonly day: string }
): Promise<WorkshopJobs['export-memory']['outcome']> {
	const [year = 2000, month = 1, date = 1] = day.split('-').map(Number);
	const file = zip(Date.UTC(year, month - 1, date));
	for (const memory of await memoryFiles(db)) file.add(memory.path, utf8(memory.text));
	return { status: 'made', name: `keepsake-memory-${day}.zip`, file: file.finish() };
}

type ExportLines = WorkshopJobs['export-memory-lines'];

/** Memory as PAM JSON, or as a plain list for pasting. */
export async function exportMemoryLines(
	{ db, clock }: { readonly db: Truth; readonly clock: Clock },
	{ as, day, now, version }: ExportLines['ask']
): Promise<ExportLines['outcome']> {
	const [files, origins] = await Promise.all([memoryFiles(db), db.memoryOrigins.toArray()]);
	const lines = exportedLines(files, origins, clock.zone());
	const text = as === 'pam' ? pamOf(lines, { now, version }) : pastedList(lines);
	const name = as === 'pam' ? `keepsake-memory-${day}.pam.json` : `keepsake-memory-${day}.txt`;
	const type = as === 'pam' ? 'application/json' : 'text/plain';
	return { status: 'made', name, file: new Blob([text], { type }), lines: lines.length };
}
