import { bulletLike } from '#core/memory/compared-lines.ts';
import { knownBy, originOf } from '#core/lines/same-line.ts';
import { changeOrigins, memoryFile, originsOfLine } from '#db/memory/files.ts';
import { done, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/**
 * "I vouch for this": a line that somebody else wrote becomes the user's own by an act of theirs. Where it came from
 * stays known; the line only makes no conversation suspicious any more. Refused when it stands in no such file.
 */
export async function vouchForLine(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	{ path, text }: { readonly path: string; readonly text: string }
): Promise<Done> {
	const file = await memoryFile(db, path);
	if (!file || !bulletLike(file.text, text)) return failed({ kind: 'changed-meanwhile' });
	const vouch = originOf(text, {
		id: clock.newId(),
		path,
		origin: 'own',
		writer: 'vouch',
		at: clock.now()
	});
	const stored = await changeOrigins(db, { add: [vouch], without: [] });
	return stored.status === 'failed' ? stored : done;
}

/** Take it back, wherever the line stands. Refused when nobody vouches for it. */
export async function takeVouchBack({ db }: Pick<App, 'db'>, text: string): Promise<Done> {
	const { line, signs } = knownBy(text);
	const without = (await originsOfLine(db, line))
		.filter(
			(row) => row.writer === 'vouch' && row.origin === 'own' && (row.signs ?? signs) === signs
		)
		.map(({ id }) => id);
	if (without.length === 0) return failed({ kind: 'changed-meanwhile' });
	const stored = await changeOrigins(db, { add: [], without });
	return stored.status === 'failed' ? stored : done;
}
