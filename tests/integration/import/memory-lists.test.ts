/** Lists of what other products remember, several of them together. */
import { expect, test } from 'vitest';
import { importFiles, readFiles, runRead, zipOf } from '../../support/apps/importing.ts';
import { db, previewOf, withTarget } from '../../support/apps/import-target.ts';

withTarget();

/** An export of Claude.ai of which only what it remembers is of interest. */
const exportOf = (name: string, memory: string) => ({
	name,
	file: zipOf({
		'memories.json': JSON.stringify([{ conversations_memory: memory, project_memories: {} }])
	})
});

const proposed = async () => (await db.proposals.toArray()).map(({ text }) => text).toSorted();

test('what an export says twice is one line to come, and counts once', async () => {
	const twice = exportOf('export.zip', '- Likes tea\n- Keeps bees\n- likes tea');
	const { items } = await previewOf([twice]);
	expect(items).toMatchObject([{ count: 2, after: '- Likes tea\n- Keeps bees' }]);
	expect(await importFiles(db, [twice])).toMatchObject({ proposals: 2 });
});

test('two exports that are chosen together bring the memories of both, each a choice of its own', async () => {
	const older = exportOf('older.zip', '- Likes tea\n- Keeps bees');
	const newer = exportOf('newer.zip', '- Likes tea\n- Has a dog');
	const { outcome, read } = await readFiles(db, [older, newer]);
	const items = outcome.status === 'read' ? outcome.preview.items : [];
	expect(items.map(({ name, state, after }) => [name, state, after])).toEqual([
		['memories.json', 'new', '- Likes tea\n- Keeps bees'],
		['memories.json', 'new', '- Likes tea\n- Has a dog']
	]);
	if (!read || !items[0]) throw new Error('nothing was read');
	expect(await runRead(db, read, [items[0].id])).toMatchObject({ proposals: 2 });
	expect(await proposed()).toEqual(['Has a dog', 'Likes tea']);
	expect(await importFiles(db, [older, newer])).toMatchObject({ proposals: 1 });
	expect(await proposed()).toEqual(['Has a dog', 'Keeps bees', 'Likes tea']);
	expect((await previewOf([older, older])).items).toHaveLength(1);
});
