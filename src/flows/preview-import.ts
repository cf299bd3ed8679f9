import { exchangesOf } from '#core/archive.ts';
import type { ImportItem } from '#core/import-preview.ts';
import { memoryFiles } from '#db/memory.ts';
import type { Truth } from '#db/schema.ts';
import type { ReadImport } from '#flows/imported-content.ts';

/** What was read, held against what is here: the difference is what the user decides about. */

/** What an import would do, item by item. */
export async function previewOf(db: Truth, content: ReadImport): Promise<ImportItem[]> {
	const items: ImportItem[] = [];
	for (const { name, lines } of content.sessions) {
		const session = lines.find((line) => line.type === 'session');
		const { exchanges } = exchangesOf(lines);
		const there = session && (await db.sessions.get(session.id));
		items.push({
			name,
			what: content.format === 'archive' ? 'archive' : 'session',
			state: session ? (there ? 'there' : 'new') : 'unreadable',
			reason: session ? null : 'no-session',
			before: null,
			after: null,
			count: exchanges.length
		});
	}
	const here = new Map((await memoryFiles(db)).map((file) => [file.path, file.text]));
	for (const [path, text] of content.memory) {
		const before = here.get(path) ?? null;
		items.push({
			name: path,
			what: 'memory-file',
			state: before === null ? 'new' : before === text ? 'there' : 'changed',
			reason: null,
			before,
			after: text,
			count: text.split('\n').length
		});
	}
	if (content.archives.size > 0) {
		const paths = [...content.archives.keys()];
		const known = await db.archives.where('path').anyOf(paths).count();
		items.push(
			group('archives', known === paths.length ? 'there' : 'new', 'archive', paths.length)
		);
	}
	if (content.state.length > 0)
		items.push(group('state.jsonl.gz', 'new', 'records', content.state.length));
	const settings = Object.keys(content.settings).length;
	if (settings > 0) items.push(group('settings.json', 'new', 'settings', settings));
	return items;
}

const group = (
	name: string,
	state: ImportItem['state'],
	what: ImportItem['what'],
	count: number
): ImportItem => ({ name, what, state, reason: null, before: null, after: null, count });
