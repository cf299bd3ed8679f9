import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import { fileBody, unfileBody } from '#core/ledger/filed-body.ts';
import { judgeOrigin, typedIn } from '#core/provenance/line-origin.ts';
import { taintOf } from '#core/provenance/taint.ts';
import { endingOf, hear, heardBlocks, nothingHeard, type Said } from '#core/reply/reply.ts';
import { lastDays, localDayOf, localTimeOf, stampOf } from '#core/time/stamp.ts';
import { titleFrom, stopgapTitle } from '#core/session/title.ts';
import { aLog } from '../../support/random/a-log.ts';
import { aPromptInput } from '../../support/builders/a-prompt.ts';
import { aStep, aTurn, anExchange, call, result, text } from '../../support/builders/a-turn.ts';

describe('hearing an answer', () => {
	it('comes to the same blocks in whatever pieces the words arrive', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.nat(2), fc.string()), { maxLength: 20 }), (pieces) => {
				const whole = new Map<number, string>();
				let hearing = nothingHeard;
				for (const [index, words] of pieces) {
					whole.set(index, (whole.get(index) ?? '') + words);
					hearing = hear(hearing, { type: 'text', index, text: words });
				}
				const expected = [...whole].sort(([a], [b]) => a - b).map(([, words]) => text(words));
				expect(heardBlocks(hearing)).toEqual(expected);
			})
		);
	});

	it('keeps thinking, words and calls apart', () => {
		const pieces: Said[] = [
			{ type: 'thinking', index: 0, text: 'Hm' },
			{ type: 'tool-call', index: 2, id: 'a', name: 'recall' },
			{ type: 'text', index: 1, text: 'Yes' }
		];
		expect(heardBlocks(pieces.reduce(hear, nothingHeard))).toEqual([
			{ type: 'thinking', thinking: 'Hm', signature: '' },
			text('Yes'),
			call('a')
		]);
	});
});

describe('the end of an answer', () => {
	const end = (stopReason: string | null, content = [text('Words')]) =>
		endingOf({ content, stopReason, stopCategory: null }).kind;

	it('is complete only for reasons that say so', () => {
		expect(end('end_turn')).toBe('complete');
		expect(end('stop_sequence')).toBe('complete');
		fc.assert(
			fc.property(fc.option(fc.string(), { nil: null }), (reason) => {
				fc.pre(reason !== 'end_turn' && reason !== 'stop_sequence' && reason !== 'tool_use');
				expect(end(reason)).not.toBe('complete');
			})
		);
	});

	it('never runs calls of an answer that did not end to have them run', () => {
		const ending = (stopReason: string | null) =>
			endingOf({ content: [call('a')], stopReason, stopCategory: null }).kind;
		expect(ending('tool_use')).toBe('tools');
		for (const reason of ['max_tokens', 'model_context_window_exceeded', 'refusal', 'new', null])
			expect([reason, ending(reason)]).not.toEqual([reason, 'tools']);
	});

	it('is an overflow when the window was full before a word came', () => {
		expect(end('model_context_window_exceeded', [])).toBe('overflow');
		expect(end('model_context_window_exceeded')).toBe('cut-off');
	});

	it('is a failure when nothing was said', () => {
		expect(end('end_turn', [])).toBe('failed');
		expect(end('end_turn', [text(' \n')])).toBe('failed');
	});
});

describe('a filed body', () => {
	it('comes back byte for byte', () => {
		fc.assert(
			fc.property(aLog(), (log) => {
				const { body } = assemblePrompt(aPromptInput({ exchanges: log }));
				const filed = fileBody(body);
				const back = unfileBody(filed, (hash) => filed.parts.get(hash)?.());
				expect(JSON.stringify(back)).toBe(JSON.stringify(body));
			})
		);
	});

	it('without system and tools comes back without them', () => {
		const body: RequestBody = {
			model: 'm',
			max_tokens: 1,
			messages: [{ role: 'user', content: [text('Hi')] }],
			temperature: 0.3
		};
		const filed = fileBody(body);
		expect(unfileBody(filed, (hash) => filed.parts.get(hash)?.())).toEqual(body);
	});

	it('says so when a part of it is gone', () => {
		const filed = fileBody(assemblePrompt(aPromptInput()).body);
		expect(unfileBody(filed, () => undefined)).toBeNull();
	});
});

describe('the title of a session', () => {
	const signs = fc.constantFrom('\n', '\r', ' ', '#', 'a', 'é', '👍', '\ud83d', '\u200b', 'word');

	it('is one line of at most 60 characters', () => {
		fc.assert(
			fc.property(fc.string({ unit: signs, maxLength: 200 }), (words) => {
				const title = titleFrom([text(words)]);
				expect(title.length).toBeLessThanOrEqual(60);
				expect(title).not.toMatch(/[\n\r]/);
			})
		);
	});

	it('is the first line of the first message, cut between words', () => {
		expect(titleFrom([text('# Plan a walk\nin Rome')])).toBe('Plan a walk');
		expect(titleFrom([text('**Plan** a `walk`')])).toBe('Plan a walk');
		expect(
			titleFrom([text('A walk in Rome with much tea and a small dog that likes the rain a lot')])
		).toBe('A walk in Rome with much tea and a small dog that likes…');
		expect(titleFrom([])).toBe('');
	});

	it('is without words the name of a document, and where there is none that of what came', () => {
		const source = { type: 'base64', media_type: 'image/png', data: 'aaaa' } as const;
		const picture = { type: 'image', source } as const;
		const paper = (title?: string) =>
			({ type: 'document', source, ...(title !== undefined && { title }) }) as const;
		expect(titleFrom([picture, paper('Lease\u202e\n2026.pdf')])).toBe('Lease 2026.pdf');
		expect(titleFrom([paper('a lease '.repeat(20))]).length).toBeLessThanOrEqual(60);
		expect(titleFrom([picture, picture])).toBe(stopgapTitle);
		expect(titleFrom([paper()])).toBe('Document');
		expect(titleFrom([paper('Lease.pdf'), text('What does it say?')])).toBe('What does it say?');
	});
});

describe('local time', () => {
	it('is the user’s, also across midnight and daylight saving', () => {
		const at = Date.UTC(2026, 10, 20, 23, 30);
		expect(stampOf(at, 'Europe/Berlin')).toBe('Saturday 2026-11-21 00:30 Europe/Berlin');
		expect(localDayOf(at, 'America/New_York')).toBe('2026-11-20');
		expect(localTimeOf(at, 'Asia/Kolkata')).toBe('05:00');
		expect(lastDays('2026-03-30', 2)).toEqual(['2026-03-30', '2026-03-29', '2026-03-28']);
		expect(lastDays('2026-01-01', 1)).toEqual(['2026-01-01', '2025-12-31']);
	});
});

describe('the origin of a line', () => {
	const turn = aTurn(0, 'I drink tea');
	const used = { turn, steps: [aStep(turn, 0, [call('a')], { results: [result('a')] })] };
	const imported = { turn: aTurn(1, 'I drink wine', { source: 'import' }), steps: [] };

	it('is the user’s only for words they typed here', () => {
		const typed = typedIn([used, imported]);
		expect(judgeOrigin({ typed, handed: [], taint: 'tool' })('Drinks tea')).toBe('own');
		expect(judgeOrigin({ typed, handed: [], taint: 'none' })('Drinks wine')).toBe('assistant');
	});

	it('is the user’s, once foreign text was read, only for a whole sentence of theirs', () => {
		const typed = ['I live in Porto with Ana, who is allergic to nuts. I never lend my car.'];
		const before = judgeOrigin({ typed, handed: [], taint: 'none' });
		const after = judgeOrigin({ typed, handed: [], taint: 'web' });
		expect(before('The user is allergic to nuts')).toBe('own');
		expect(after('The user is allergic to nuts')).toBe('web');
		expect(after('The user lends the car')).toBe('web');
		expect(after('The user never lends the car')).toBe('own');
		expect(after('Never lends a car to Ana')).toBe('web');
		expect(after('')).toBe('web');
	});

	it('is never the user’s for what a message only quotes', () => {
		const quoting = `What is this?\n\n> I own a red canoe\n\n![I own a blue canoe](x.png) “I have always owned a green canoe”`;
		const judge = judgeOrigin({
			typed: typedIn([anExchange(0, quoting)]),
			handed: [],
			taint: 'none'
		});
		for (const colour of ['red', 'blue', 'green'])
			expect(judge(`Owns a ${colour} canoe`)).toBe('assistant');
	});

	it('is the least trusted text that was read', () => {
		expect(taintOf([anExchange(0)], 'none')).toBe('none');
		expect(taintOf([used], 'none')).toBe('tool');
		expect(taintOf([used, imported], 'none')).toBe('import');
		expect(taintOf([], 'web')).toBe('web');
		expect(taintOf([anExchange(0, '> somebody else’s words')], 'none')).toBe('import');
		expect(taintOf([anExchange(0, 'An Array<string> and 3 < 4, he said "no".')], 'none')).toBe(
			'none'
		);
	});
});
