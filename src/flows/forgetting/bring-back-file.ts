import { joined } from '#core/memory/deletions.ts';
import { deletionsAt } from '#db/memory/deletions.ts';
import { memoryFile, writeMemory } from '#db/memory/files.ts';
import { doneOf, failed, type Done } from '#flows/done.ts';
import { told } from '#flows/memory/memory-files.ts';
import { revise } from '#flows/memory/revise.ts';
import type { App } from '#flows/ports.ts';

/**
 * Bring a deleted memory file back as it was; where its path was written again, before what stands there by now.
 * `changed-meanwhile` where somebody was faster, be it that it was brought back or that it was forgotten.
 */
export async function bringBackMemoryFile(
	ports: Pick<App, 'db' | 'clock'>,
	{ path, deletedAt: lostAt }: { readonly path: string; readonly deletedAt: number }
): Promise<Done> {
	const { db, clock } = ports;
	const file = await memoryFile(db, path);
	const lost = (await deletionsAt(db, path)).find((one) => one.deletedAt === lostAt);
	if (!lost) return failed({ kind: 'changed-meanwhile' });
	const made = revise(clock, { path, text: joined(lost.words, file?.text), by: 'undo' });
	const write = { revision: made, expectedRev: file?.rev ?? null, origins: [], lostAt };
	return doneOf(await writeMemory(db, write, told(ports, made, 'restored')));
}
