import { describe, expect, test } from 'vitest';
import { memoryFile } from '#db/memory/files.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { text } from '../../support/builders/a-turn.ts';
import { never } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import {
	canary,
	app,
	session,
	withWordEverywhere,
	send,
	log,
	lived,
	turnOf,
	everythingOf
} from '../../support/apps/word-everywhere.ts';

/** What the dialog of forgetting offers, and what goes or stays as the user chose. */

withWordEverywhere();

describe('a forgotten turn', () => {
	test('takes no accepted memory line along that the user did not choose', async () => {
		const { turnId } = await lived();
		await forget(app, { what: turnOf(turnId), lines: [], summaries: {} });
		expect((await memoryFile(app.db, 'MEMORY.md'))?.text).toBe(
			`### Extracted from context compaction (2026-11-20 13:05)\n- Uses ${canary} daily\n- Likes cups\n`
		);
	});

	test('is offered with the summaries and lines that tell of it, and with where it was sent', async () => {
		const { turnId } = await lived();
		const weighed = await app.workshop.run('weigh-forgetting', { what: turnOf(turnId) }, never);
		expect(weighed).toEqual({
			status: 'weighed',
			found: {
				kind: 'turn',
				summaries: [
					{
						id: 'sum1',
						round: 1,
						isDraft: false,
						isShown: true,
						text: 'Tea.\n- Cups.',
						words: ['secret', 'word', canary]
					},
					// It comes back when its discarding is undone.
					{
						id: 'old',
						round: 0,
						isDraft: true,
						isShown: false,
						text: 'They spoke about tea.\n- Cups were bought.',
						words: ['secret', 'word', canary]
					}
				],
				lines: [{ path: 'MEMORY.md', text: `Uses ${canary} daily` }],
				elsewhere: [],
				damaged: [],
				hosts: ['api.anthropic.com']
			}
		});
	});

	test('that was said in another conversation as well is listed there, and stays there', async () => {
		const { turnId } = await lived();
		const second = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('Once more, then.'));
		const again = await send(`Again: My secret word is ${canary}, keep it well.`, second);
		const weighed = await app.workshop.run('weigh-forgetting', { what: turnOf(turnId) }, never);
		expect(weighed).toMatchObject({
			found: {
				elsewhere: [
					{
						sessionId: second.id,
						turnId: again.turnId,
						title: (await sessionOf(app.db, second.id))?.title,
						said: `Again: My secret word is ${canary}, keep it well.`
					}
				]
			}
		});
		await forget(app, await everythingOf(turnOf(turnId)));
		expect(JSON.stringify(await log(second.id))).toContain(canary);
	});

	test('that takes its summary along leaves the one that was written again from the messages', async () => {
		const { turnId } = await lived();
		const worn = await app.db.summaries.get('sum1');
		if (!worn) throw new Error('no summary is in use');
		await app.db.summaries.bulkPut([
			{ ...worn, status: 'superseded' },
			{ ...worn, id: 'sum2', round: worn.round + 1, integrates: null, text: 'Tea was spoken of.' }
		]);
		const base = await everythingOf(turnOf(turnId));
		await forget(app, { ...base, summaries: { sum1: { how: 'drop' } } });
		expect(await app.db.summaries.get('sum1')).toMatchObject({ status: 'reverted', text: '' });
		expect(await app.db.summaries.get('sum2')).toMatchObject({ status: 'active' });
	});

	test('may take its summary along: the messages are back, and no redo brings the text back', async () => {
		const { turnId } = await lived();
		const base = await everythingOf(turnOf(turnId));
		await forget(app, { ...base, summaries: { sum1: { how: 'drop' } } });
		expect(await app.db.summaries.get('sum1')).toMatchObject({ status: 'reverted', text: '' });
		const stored = (await sessionOf(app.db, session.id)) ?? session;
		const prompt = await previewPrompt(app, { session: stored, unsent: [text('Go on.')] });
		const sent = JSON.stringify(prompt.body);
		expect(sent).toContain('How many cups');
		expect(sent).not.toContain(canary);
	});
});
