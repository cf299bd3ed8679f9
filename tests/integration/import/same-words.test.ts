/** A conversation that comes again, and of which the file, or whoever reads it, tells otherwise what was there before. */
import { expect, test } from 'vitest';
import { importFile, zipOf, type FileToImport } from '../../support/apps/importing.ts';
import { db, previewOf, stored, withTarget } from '../../support/apps/import-target.ts';

withTarget();

/** Nothing of the file comes, and nothing is promised. */
async function expectNothingNew(file: FileToImport): Promise<void> {
	const before = await stored();
	expect((await previewOf([file])).items).toMatchObject([{ state: 'there' }]);
	expect(await importFile(db, file)).toMatchObject({ grown: 0, there: 1, turns: 0 });
	expect(await stored()).toEqual(before);
}

/** Only what was said since comes, behind what is here. */
async function expectOneMore(file: FileToImport): Promise<void> {
	const { headSeq } = (await db.branches.toArray())[0]!;
	expect((await previewOf([file])).items).toMatchObject([{ state: 'changed', count: 1 }]);
	expect(await importFile(db, file)).toMatchObject({ grown: 1, turns: 1 });
	expect(await db.branches.toArray()).toMatchObject([{ branch: 'trunk', headSeq: headSeq + 1 }]);
	expect(await db.sessions.toArray()).toMatchObject([{ branch: 'trunk' }]);
}

const json = (name: string, value: unknown): FileToImport => ({
	file: new Blob([JSON.stringify(value)]),
	name
});

type Said = readonly [role: string, parts: readonly unknown[], metadata?: object];

/** A conversation of ChatGPT, as an export holds it. */
function chatGpt(said: readonly Said[]): unknown[] {
	const nodes = said.map(([role, parts, metadata], at) => ({
		id: `m${String(at)}`,
		parent: at === 0 ? null : `m${String(at - 1)}`,
		message: {
			author: { role },
			create_time: 1_700_000_000 + at,
			content: { content_type: 'multimodal_text', parts },
			metadata: metadata ?? {}
		}
	}));
	const mapping = Object.fromEntries(nodes.map((node) => [node.id, node]));
	return [
		{ id: 'cat', title: 'Cat', create_time: 1_700_000_000, current_node: nodes.at(-1)!.id, mapping }
	];
}

const png = Uint8Array.from(
	atob(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
	),
	(sign) => sign.charCodeAt(0)
);

const photo = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-Ab1' };
const ofPhoto: readonly Said[] = [
	['user', [photo, 'What is this?']],
	['assistant', ['A cat.']],
	['user', ['Which breed?']],
	['assistant', ['Siamese.']]
];
const more: readonly Said[] = [
	['user', ['How old?']],
	['assistant', ['Two years.']]
];
const bare = (said: readonly Said[]) => json('conversations.json', chatGpt(said));
const withPhoto = (said: readonly Said[]): FileToImport => ({
	file: zipOf({
		'conversations.json': JSON.stringify(chatGpt(said)),
		'file-Ab1-cat.png': png
	}),
	name: 'export.zip'
});

test.each([
	['with its picture first', withPhoto, bare],
	['without its picture first', bare, withPhoto]
])('a conversation that comes %s is no other one the second time', async (_, first, second) => {
	await importFile(db, first(ofPhoto));
	await expectNothingNew(second(ofPhoto));
	await expectOneMore(second([...ofPhoto, ...more]));
	await expectNothingNew(first([...ofPhoto, ...more]));
});

test('a call whose result was not read before is no reason for another branch', async () => {
	const asking = (call: string, more: readonly string[] = []) => {
		const answer = `Let me look.\n<details type="tool_calls" done="true" id="c1" name="weather" ${call}\n</details>\nIn May.`;
		const messages = ['When?', answer, ...more].map((content, at) => ({
			id: `m${String(at)}`,
			role: at % 2 === 0 ? 'user' : 'assistant',
			content,
			timestamp: 1_770_000_000 + at
		}));
		return json('chats.json', [{ id: 'frost', title: 'Frost', chat: { messages } }]);
	};
	await importFile(db, asking('arguments="Graz">'));
	const read = 'arguments="{&quot;city&quot;: &quot;Graz&quot;}">\n&quot;frost until 12 May&quot;';
	await expectNothingNew(asking(read));
	await expectOneMore(asking(read, ['And peas?', 'In March.']));
});

test('an answer that came with the marks of a search is the same without them', async () => {
	const mark = '\ue200cite\ue202turn0search0\ue201';
	const answered = (words: string): readonly Said[] => [
		['user', ['Does it rain?']],
		['assistant', [words]]
	];
	const later = answered(`It rains. ${mark} Until May. ${mark}`);
	await importFile(db, bare(later));
	// An import of before the marks were read: they are in what was stored.
	const [step] = await db.steps.toArray();
	const content = [{ type: 'text', text: `It rains. ${mark} Until May. ${mark}` }] as const;
	await db.steps.put({ ...step!, content, hash: 'of other words' });
	await expectNothingNew(bare(later));
	const alt = { content_references: [{ matched_text: mark, alt: '([met.no](https://met.no))' }] };
	const told = later.map(([role, parts]): Said => [role, parts, alt]);
	await expectNothingNew(bare(told));
	await expectOneMore(bare([...told, ...more]));
	// Another answer is another one, marks or not.
	const other = answered(`It snows. ${mark} Until May. ${mark}`);
	expect(await importFile(db, bare([...other, ...more]))).toMatchObject({ grown: 1, turns: 2 });
});
