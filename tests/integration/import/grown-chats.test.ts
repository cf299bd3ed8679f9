/** A conversation that is imported once more after it has gone on. */
import { expect, test } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { textOf } from '#core/log/blocks.ts';
import type { Step } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { importedText } from '#ui/words/import-text.ts';
import { aChat } from '../../support/builders/a-chat.ts';
import { foreignText } from '../../support/foreign.ts';
import { importFile, importFiles, readFiles } from '../../support/apps/importing.ts';
import { db, another, previewOf, stored, withTarget } from '../../support/apps/import-target.ts';

withTarget();

const textOfStep = ({ content }: Step) =>
	content.map((block) => (block.type === 'text' ? block.text : '')).join('');

test('a conversation that has gone on gets its new turns; beside what was said here they come as a branch', async () => {
	const [bread, rivers] = JSON.parse(foreignText('claude-ai.json')) as {
		chat_messages: unknown[];
	}[];
	const early = { ...bread, chat_messages: bread!.chat_messages.slice(0, 2) };
	const blob = (chats: unknown[]) => ({ file: new Blob([JSON.stringify(chats)]), name: 'c.json' });
	await importFile(db, blob([early, rivers]));
	expect((await previewOf([blob([bread, rivers])])).items).toMatchObject([
		{ state: 'changed', count: 1 },
		{ state: 'there' }
	]);
	expect(await importFile(db, blob([bread, rivers]))).toMatchObject({
		sessions: 0,
		grown: 1,
		turns: 1
	});
	const whole = await stored();
	const other = another();
	await importFile(other, blob([bread, rivers]));
	expect(whole['turns']).toEqual(await other.turns.toArray());
	expect(whole['steps']).toEqual(await other.steps.toArray());

	const id = (await db.sessions.toArray()).find((row) => row.title === 'A sourdough plan')!.id;
	const branch = (await db.branches.get([id, 'trunk']))!;
	const second = (await db.turns.get([id, 'trunk', 1]))!;
	const asked = [{ type: 'text' as const, text: 'Mine' }];
	await db.turns.put({ ...second, turnId: 'mine', hash: 'x', source: 'typed', asked });
	await db.steps.delete([id, 'trunk', 1, 0]);
	await db.branches.put({ ...branch, headSeq: 1 });
	const more = {
		...bread,
		chat_messages: [
			...bread!.chat_messages,
			{ uuid: 'm5', sender: 'human', text: 'And now?', content: [] }
		]
	};
	const before = await stored();
	expect((await previewOf([blob([more])])).items).toMatchObject([
		{ state: 'changed', count: 2, isBeside: true }
	]);
	const came = await importFile(db, blob([more]));
	expect(came).toMatchObject({ grown: 1, turns: 2, there: 0, beside: 1 });
	if (came.status !== 'imported') throw new Error(came.status);
	expect(importedText(came)).toBe(
		'Imported 1 session that has gone on and 2 turns. 1 session went on here too: what came is a branch beside what is on screen.'
	);
	expect(await db.sessions.get(id)).toMatchObject({ branch: 'trunk' });
	for (const table of ['turns', 'steps', 'branches'])
		expect((await stored())[table]).toEqual(expect.arrayContaining(before[table]!));
	expect(await importFile(db, blob([more]))).toMatchObject({ grown: 0, there: 1 });
});

test.each([
	['the older first', false],
	['the newer first', true]
])(
	'two exports of different days are chosen together, %s: one item, and all of it comes',
	async (_, isTurned) => {
		const [bread, rivers] = JSON.parse(foreignText('claude-ai.json')) as {
			chat_messages: unknown[];
		}[];
		const early = { ...bread, chat_messages: bread!.chat_messages.slice(0, 2) };
		const ofDay = (name: string, chats: unknown[]) => ({
			file: new Blob([JSON.stringify(chats)]),
			name
		});
		const files = [ofDay('may.json', [early, rivers]), ofDay('june.json', [rivers, bread])];
		if (isTurned) files.reverse();
		const whole = another();
		await importFile(whole, ofDay('june.json', [rivers, bread]));
		const items = (of: Truth) =>
			readFiles(of, files).then(({ outcome }) =>
				outcome.status === 'read'
					? outcome.preview.items
							.map(({ name, state, count }) => `${name}: ${state}, ${String(count)}`)
							.toSorted()
					: []
			);
		expect(await items(db)).toEqual(['A sourdough plan: new, 2', 'Two answers: new, 2']);
		expect(await importFiles(db, files)).toMatchObject({
			status: 'imported',
			sessions: 2,
			grown: 0,
			there: 0,
			turns: await whole.turns.count()
		});
		expect(await db.turns.toArray()).toEqual(await whole.turns.toArray());
		expect(await db.steps.toArray()).toEqual(await whole.steps.toArray());
		await whole.delete();

		const before = another();
		await importFile(before, ofDay('may.json', [early, rivers]));
		expect(await items(before)).toEqual(['A sourdough plan: changed, 1', 'Two answers: there, 2']);
		expect(await importFiles(before, files)).toMatchObject({
			sessions: 0,
			grown: 1,
			there: 1,
			turns: 1
		});
		await before.delete();
	}
);

test('a conversation that was taken another way in its product comes as a branch, once, and what is here stays', async () => {
	const first = [
		['q1', 'root', 'Plan a trip'],
		['a1', 'q1', 'Cardiff'],
		['q2', 'a1', 'And then?'],
		['a2', 'q2', 'Brecon']
	] as const;
	await importFile(db, aChat(first));
	const before = await stored();
	const branches = async () =>
		Promise.all(
			(await db.branches.toArray()).map(async ({ sessionId, branch }) => {
				const path = await readPath(db, sessionId, branch);
				return (await readExchanges(db, sessionId, path)).map(
					({ turn, steps }) => textOf(turn.asked) + ': ' + steps.map(textOfStep).join()
				);
			})
		);
	// A question edited, an answer written again, each with what followed.
	const edited = [...first, ['q2b', 'a1', 'By train?'], ['a2b', 'q2b', 'Hereford']] as const;
	const again = [...edited, ['a2c', 'q2', 'Abergavenny']] as const;
	const onward = [...again, ['q3', 'a2c', 'A bed?'], ['a3', 'q3', 'At the Angel']] as const;
	for (const [said, count, ways] of [
		[edited, 1, 2],
		[again, 1, 3],
		[onward, 1, 3]
	] as const) {
		expect((await previewOf([aChat(said)])).items).toMatchObject([{ state: 'changed', count }]);
		expect(await importFile(db, aChat(said))).toMatchObject({ grown: 1, turns: count });
		expect(await db.branches.count()).toBe(ways);
		const after = await stored();
		expect((await previewOf([aChat(said)])).items).toMatchObject([{ state: 'there' }]);
		expect(await importFile(db, aChat(said))).toMatchObject({ grown: 0, there: 1 });
		expect(await stored()).toEqual(after);
	}
	expect((await branches()).toSorted()).toEqual([
		['Plan a trip: Cardiff', 'And then?: Abergavenny', 'A bed?: At the Angel'],
		['Plan a trip: Cardiff', 'And then?: Brecon'],
		['Plan a trip: Cardiff', 'By train?: Hereford']
	]);
	const [session] = await db.sessions.toArray();
	expect(await db.branches.get([session!.id, session!.branch])).toMatchObject({ headSeq: 2 });
	for (const table of ['turns', 'steps'])
		expect(await stored().then((now) => now[table])).toEqual(
			expect.arrayContaining(before[table]!)
		);
	for (const { sessionId, branch } of await db.branches.toArray()) {
		const path = await readPath(db, sessionId, branch);
		expect(brokenLink(chainStart(sessionId), await readExchanges(db, sessionId, path))).toBeNull();
	}
	// Back on the first way, nothing is new.
	const back = [...onward.slice(0, 2), ...onward.slice(4), ...onward.slice(2, 4)];
	expect(await importFile(db, aChat(back))).toMatchObject({ grown: 0, there: 1 });
});

test('a conversation that came when its reasoning was taken for words of the answer is still the same', async () => {
	const fragment = (aType: string, aText: string) => ({ part: { pt: 'text', aType, aText } });
	const chat = (kind: string, more: unknown[] = []) => {
		const said = [
			['user', fragment('', 'Two rivers?')],
			['assistant', fragment(kind, 'Rivers of where? '), fragment('', 'Wye and Usk.')],
			...more
		].map((message, at) => {
			const [sender, ...fragments] = message as [string, ...unknown[]];
			return { id: `m${String(at)}`, role: sender, created: 1_700_000_000_000 + at, fragments };
		});
		const conversations = [{ id: 'rivers', userTitle: 'Rivers', messages: said }];
		return { file: new Blob([JSON.stringify({ conversations })]), name: 'big-agi.json' };
	};
	await importFile(db, chat(''));
	const before = await stored();
	expect(await importFile(db, chat('reasoning'))).toMatchObject({ grown: 0, there: 1 });
	expect(await stored()).toEqual(before);
	// What was said since goes on where it stands.
	const more = [
		['user', fragment('', 'And a third?')],
		['assistant', fragment('', 'Severn.')]
	];
	expect(await importFile(db, chat('reasoning', more))).toMatchObject({ grown: 1, turns: 1 });
	expect(await db.branches.toArray()).toMatchObject([{ branch: 'trunk', headSeq: 1 }]);
});
