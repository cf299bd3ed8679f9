import { expect, test } from 'vitest';
import { builtInPresets } from '#core/presets/built-in.ts';
import type { IndexStore } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { partOf } from '#core/summarise/part.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { fileRequest } from '#flows/prompt/keep-ledger.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { extractPrompt } from '#prompts/summarise.ts';
import { logOf, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { text } from '../../support/builders/a-turn.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';

/** A summary stands in the requests that were sent with it, as the preset of that time has it, and in what recall has shown. */

let app: TestApp;
let index: IndexStore;

withAppAndWorkshop((own, store) => {
	app = own;
	index = store;
});

const canary = 'Xylograph-4711';

test.each(builtInPresets.map(({ id, form }) => [id, form.role] as const))(
	'what a summary told of a forgotten message is gone from what was sent under %s, where the %s says it',
	async (preset) => {
		await writeSetting(app.db, 'preset', preset);
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('Hello.'), say('Noted.'), say('Green tea.'));
		for (const words of ['Good day.', `The word is ${canary}.`])
			await sendWords(app, session, words);
		const text = `They said hello.\n- The word is ${canary}.\n- No more.`;
		const over = { id: 'sum1', sessionId: session.id, preset, text, originalText: text };
		await app.db.summaries.put(aSummary(1, over));
		await sendWords(app, session, 'And which tea?');
		expect(JSON.stringify(app.model.bodies.at(-1)?.messages)).toContain(canary);

		const [, turn] = await app.db.turns.toArray();
		const what = { kind: 'turn' as const, sessionId: session.id, turnId: turn?.turnId ?? '' };
		await forget(app, { what, lines: [], summaries: {} });
		expect(await tablesWith([app.db, app.scratch, index], canary)).toEqual([]);
	}
);

test('what recall has shown of a summary is gone with the forgotten message, whatever stands beside it', async () => {
	const said = newSession(app, { kind: 'main', offRecord: false });
	const asked = [
		'Good day.',
		`The cellar word is ${canary}.`,
		'Fine.',
		'Really?',
		'And which tea?'
	];
	app.model.next(...asked.map(() => say('Fine.')));
	for (const words of asked) await sendWords(app, said, words);
	const text = `They said hello.\n- The cellar word is ${canary}.\n- No more.`;
	const over = { id: 'sum1', sessionId: said.id, text, originalText: text };
	await app.db.summaries.put(aSummary(3, over));
	const asks = newSession(app, { kind: 'main', offRecord: false });
	const recall = { type: 'tool_use', id: 'c1', name: 'recall', input: { query: 'hello' } } as const;
	app.model.next(answer([recall]), say('I see.'));
	await sendWords(app, asks, 'Who said hello?');
	const shown = JSON.stringify((await app.db.steps.toArray()).map(({ results }) => results));
	expect(shown).toMatch(/a summary.*Xylograph.* {2}after it: And which tea/);

	const [, turn] = await app.db.turns
		.where('[sessionId+branch+seq]')
		.between([said.id], [said.id, []])
		.toArray();
	const what = { kind: 'turn' as const, sessionId: said.id, turnId: turn?.turnId ?? '' };
	await forget(app, { what, lines: [], summaries: {} });
	expect(await tablesWith([app.db, app.scratch, index], canary)).toEqual([]);
});

/** What a part is given to read: the turn and step it begins behind, and the last turn. */
const parts = {
	zero: [0, -1, 0],
	one: [1, -1, 1],
	two: [2, -1, 2],
	three: [3, -1, 3],
	all: [0, -1, 3],
	'one and two': [1, -1, 2],
	'the rest of two': [2, 0, 2]
} as const;

test.each([
	['turn by turn', ['zero', 'one', 'two', 'three']],
	['all in one, then turn by turn', ['all', 'zero', 'one', 'two', 'three']],
	['turn by turn, then all in one', ['zero', 'one', 'two', 'all']],
	['cut inside a turn that stays', ['zero', 'one and two', 'the rest of two', 'three']]
] as const)(
	'what the parts of a job told each other goes from the one on that first read a forgotten message: %s',
	async (_, made) => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		const asked = ['Good day.', `The word is ${canary}.`, 'And which tea?', 'Green?'];
		app.model.next(...asked.map(() => say('Fine.')));
		for (const words of asked) await sendWords(app, session, words);
		const [sent] = await ledgerOf(app.db, session.id);
		const exchanges = await logOf(app, session.id);
		const nobody = { leftOut: new Set<string>(), offRecord: new Set<string>() };
		const filed = async (nonce: string, part: keyof typeof parts, before: string) => {
			const [from, step, through] = parts[part];
			const chunk = {
				from: { seq: from, step },
				through: { seq: through, step: 9 },
				lossy: []
			};
			const { transcript } = partOf(exchanges, chunk, { style: 'marked', nonce }, nobody);
			const told =
				extractPrompt({ nonce, transcript, language: null }, {}, 'reset').parts[0]?.text ?? '';
			const messages = [{ role: 'user' as const, content: [text(`${before}\n${told}`)] }];
			const body = { model: 'claude-test-5', max_tokens: 10, messages };
			const forgotten = await forgettingNow(app.db);
			const sending = { ...sent!, turnId: null, endpoint: 'https://api.example', body, forgotten };
			await fileRequest(app, { ...sending, kind: 'summary' });
		};
		for (const part of made) await filed('abc123', part, `Retold before ${part}.`);
		await filed('def456', 'three', 'Of another job.');
		const turnId = exchanges[1]?.turn.turnId ?? '';
		const what = { kind: 'turn' as const, sessionId: session.id, turnId };
		await forget(app, { what, lines: [], summaries: {} });
		expect(await tablesWith([app.db], canary)).toEqual([]);
		for (const part of made)
			expect(await tablesWith([app.db], `Retold before ${part}.`)).toEqual(
				part === 'zero' ? ['blobs'] : []
			);
		expect(await tablesWith([app.db], 'Of another job')).toEqual(['blobs']);
	}
);
