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

test('an answer of a picture alone that was made again is another answer, and is the same without its picture', async () => {
	const drawn = (name: string) => ({ ...photo, asset_pointer: `file-service://file-${name}` });
	const chat = (picture: string, ...rest: readonly Said[]): readonly Said[] => [
		['user', ['Draw a cat']],
		['assistant', [drawn(picture)]],
		...rest
	];
	await importFile(db, withPhoto(chat('Ab1')));
	await expectNothingNew(bare(chat('Ab1')));
	const again = chat('Bb2', ['user', ['Make it blue']], ['assistant', ['Done.']]);
	await importFile(db, bare(chat('Bb2')));
	await importFile(db, bare(again));
	expect((await db.branches.toArray()).map(({ branch }) => branch === 'trunk')).toContain(false);
	expect(JSON.stringify(await db.steps.toArray())).toContain('file-Bb2');
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

test('a passage that a question is about may come later', async () => {
	const answering = (metadata: object): readonly Said[] => [
		['user', ['Why this one?'], metadata],
		['assistant', ['It lasts.']]
	];
	await importFile(db, bare(answering({})));
	const quoted = answering({ targeted_reply: 'The best is Zeta.\n\nBy far.' });
	await expectNothingNew(bare(quoted));
	await expectOneMore(bare([...quoted, ...more]));
	expect(await db.sessions.toArray()).toMatchObject([{ title: 'Cat' }]);
});

/** A conversation of big-AGI, in whose messages documents and calls stand beside the words. */
function bigAgi(said: readonly (readonly [role: string, ...parts: object[]])[]): FileToImport {
	const messages = said.map(([role, ...parts], at) => ({
		id: `m${String(at)}`,
		role,
		created: 1_700_000_000_000 + at,
		fragments: parts.map((part) => ({ part }))
	}));
	const conversations = [{ id: 'sales', userTitle: 'Sales', messages }];
	return json('big-agi.json', { conversations });
}

const words = (text: string) => ({ pt: 'text', text });
const report = { pt: 'doc', l1Title: 'report.txt', data: { idt: 'text', text: 'Sales are up.' } };
const call = { pt: 'tool_invocation', id: 'x', invocation: { name: 'find', args: '{}' } };
const found = { pt: 'tool_response', id: 'x', response: { name: 'find', result: 'Page 1' } };

test('documents and calls that were not read before are no reason for another branch', async () => {
	const read = [
		['user', report, words('Sum this up')],
		['assistant', call, found, words('Up.')],
		['user', words('Thanks')],
		['assistant', words('Welcome.')]
	] as const;
	const isRead = (part: unknown) => part !== report && part !== call && part !== found;
	const unread = read.map(([role, ...parts]) => [role, ...parts.filter(isRead)] as const);
	await importFile(db, bigAgi(unread));
	await expectNothingNew(bigAgi(read));
	const since = [
		['user', report],
		['assistant', words('Still up.')]
	] as const;
	await expectOneMore(bigAgi([...read, ...since]));
	await expectNothingNew(bigAgi([...read, ...since]));
});

test.each([
	['first', [['user', report]]],
	[
		'between',
		[
			['user', words('Hi')],
			['assistant', words('Hello.')],
			['user', report]
		]
	]
] as const)(
	'a question that was only a document, and was not read before, brings no other branch: it stood %s',
	async (_, until) => {
		const answer = [
			['assistant', words('Sales are up.')],
			['user', words('Sure?')],
			['assistant', words('Yes.')]
		] as const;
		await importFile(db, bigAgi([...until.slice(0, -1), ...answer]));
		await expectNothingNew(bigAgi([...until, ...answer]));
		const since = [
			['user', words('And costs?')],
			['assistant', words('Down.')]
		] as const;
		await expectOneMore(bigAgi([...until, ...answer, ...since]));
	}
);

test('an answer to a document that was written again comes as a branch, also where documents count for nothing', async () => {
	const said = (answer: string) =>
		bigAgi([
			['user', words('Hi')],
			['assistant', words('Hello.')],
			['user', report],
			['assistant', words(answer)]
		]);
	await importFile(db, said('Up.'));
	expect((await previewOf([said('Down.')])).items).toMatchObject([{ state: 'changed', count: 1 }]);
	expect(await importFile(db, said('Down.'))).toMatchObject({ grown: 1, turns: 1 });
	expect(await db.branches.toArray()).toMatchObject([{ forkSeq: 1 }, { branch: 'trunk' }]);
});

test('parts of a conversation that cannot be read are told, before and after', async () => {
	const file = bigAgi([
		['user', words('Hi')],
		['assistant', words('Hello.'), { pt: 'hologram' }]
	]);
	expect(await previewOf([file])).toMatchObject({ skippedLines: 1 });
	expect(await importFile(db, file)).toMatchObject({ sessions: 1, skippedLines: 1 });
});

/** A session of Claude Code. */
function claudeCode(said: readonly (readonly ['user' | 'assistant', string])[]): FileToImport {
	const rows = said.map(([type, content], at) => ({
		type,
		uuid: `m${String(at)}`,
		parentUuid: at === 0 ? null : `m${String(at - 1)}`,
		sessionId: 'gate',
		timestamp: new Date(1_770_000_000_000 + at).toISOString(),
		message: { role: type, content }
	}));
	return { file: new Blob([rows.map((row) => JSON.stringify(row)).join('\n')]), name: 's.jsonl' };
}

test('commands that stood here as questions are passed over, and one that was answered is the same as it was typed', async () => {
	const command = (name: string, args = '') =>
		`<command-name>/${name}</command-name><command-args>${args}</command-args>`;
	const review = command('review', 'the gate');
	const notices = [command('clear'), '<local-command-stdout></local-command-stdout>'];
	// An import of before they were read: they are in what was stored.
	const before = new Map([
		['first', notices[0]!],
		['second', notices[1]!],
		['third', review],
		['fourth', command('exit')]
	]);
	await importFile(
		db,
		claudeCode([
			['user', 'first'],
			['user', 'second'],
			['user', 'third'],
			['assistant', 'It is crooked.'],
			['user', 'fourth']
		])
	);
	for (const turn of await db.turns.toArray()) {
		const [block] = turn.asked;
		const text = block?.type === 'text' ? before.get(block.text) : undefined;
		await db.turns.put({ ...turn, asked: [{ type: 'text', text: text! }], hash: `of ${text!}` });
	}
	const rows = [
		['user', notices[0]!],
		['user', notices[1]!],
		['user', review],
		['assistant', 'It is crooked.'],
		['user', command('exit')]
	] as const;
	await expectNothingNew(claudeCode(rows));
	await expectOneMore(
		claudeCode([...rows, ['user', 'And now?'], ['assistant', 'It is straight.']])
	);
});
