import { expect, test } from 'vitest';
import { builtInPresets } from '#core/presets/built-in.ts';
import type { IndexStore } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
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
