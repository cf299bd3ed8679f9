import { localDayOf } from '#core/time/stamp.ts';
import { utf8 } from '#core/bytes.ts';
import { branchesOf, everySession } from '#db/log/sessions.ts';
import { memoryFiles } from '#db/memory/files.ts';
import { failed } from '#flows/done.ts';
import type { ExportPorts } from '#flows/export/export-everything.ts';
import { exportSession } from '#flows/export/export-session.ts';
import { standing } from '#flows/export/standing.ts';
import type { Clock } from '#flows/ports.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

type Vault = WorkshopJobs['export-vault'];

/**
 * `keepsake-markdown-<day>.zip`: every conversation as the Markdown that it gives alone, and the memory files. It is to be
 * read elsewhere; whole are only backups.
 */
export async function exportVault(
	{ db, zip, clock }: Pick<ExportPorts, 'db' | 'zip'> & { readonly clock: Clock },
	{ day, now }: Vault['ask'],
	signal: AbortSignal,
	onProgress: (progress: Vault['progress']) => void
): Promise<Vault['outcome']> {
	const before = await standing(db);
	const file = zip(now);
	for (const { path, text } of await memoryFiles(db)) file.add(path, utf8(text));
	const sessions = (await everySession(db))
		.filter(({ deletedAt }) => deletedAt === null)
		.toSorted((a, b) => a.createdAt - b.createdAt);
	const zone = clock.zone();
	const unique = numbered();
	for (const [done, { id: sessionId, createdAt }] of sessions.entries()) {
		if (signal.aborted) return { status: 'stopped' };
		onProgress({ done, of: sessions.length });
		// A reset has begun it, and nothing was said in it yet.
		if ((await branchesOf(db, sessionId)).every(({ headSeq }) => headSeq < 0)) continue;
		const begun = localDayOf(createdAt, zone);
		const made = await exportSession({ db }, { sessionId, as: 'markdown', day: begun });
		if (made.status === 'failed') return made;
		if (made.status === 'made')
			file.add(`chats/${unique(made.name)}`, new Uint8Array(await made.file.arrayBuffer()));
	}
	// What is forgotten while it is written stands in no file.
	if ((await standing(db)) !== before) return failed({ kind: 'changed-meanwhile' });
	return { status: 'made', name: `keepsake-markdown-${day}.zip`, file: file.finish() };
}

/** Of names that are alike on a disk the later ones have a number. */
function numbered(): (name: string) => string {
	const taken: Record<string, number> = {};
	return (name) => {
		const key = name.toLowerCase();
		const times = (taken[key] = (taken[key] ?? 0) + 1);
		return times === 1 ? name : name.replace(/\.md$/, `-${String(times)}.md`);
	};
}
