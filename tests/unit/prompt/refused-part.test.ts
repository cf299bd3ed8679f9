import { describe, expect, it } from 'vitest';
import type { Failure } from '#core/failure.ts';
import type { DocumentBlock, ImageBlock } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';
import { onDevice } from '#core/models/model-card.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import { refusedBy, withAbout } from '#core/prompt/refused-part.ts';
import { answering, aPromptInput } from '../../support/builders/a-prompt.ts';
import { aStep, aTurn, text } from '../../support/builders/a-turn.ts';

const model = 'claude-test-5';
const endpoint = 'https://api.example.com';
const here = { model, endpoint };
const picture = (n: number): ImageBlock => ({
	type: 'image',
	source: { type: 'base64', media_type: 'image/png', data: `iVBORw0KGgo${String(n)}` }
});
const file: DocumentBlock = {
	type: 'document',
	source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' },
	title: 'plan.pdf'
};

const first = aTurn(0, [picture(0), text('First')]);
const second = aTurn(1, [file, picture(1), text('Second')]);
const third = aTurn(2, [picture(2), text('Third')]);
const log: readonly Exchange[] = [
	{ turn: first, steps: [aStep(first, 0)] },
	{ turn: second, steps: [] },
	{ turn: third, steps: [] }
];
const messagesOf = (exchanges: readonly Exchange[]) => {
	const [newest = log[0]] = exchanges.slice(-1);
	if (!newest) throw new Error('A prompt asks something');
	const input = { exchanges: exchanges.slice(0, -1), newest: answering(newest) };
	return assemblePrompt(aPromptInput(input)).body.messages;
};
const about = (detail: string, exchanges = log) => {
	const failure: Failure = { kind: 'rejected', status: 400, detail };
	const told = withAbout(failure, { messages: messagesOf(exchanges), log: exchanges, ...here });
	return told.kind === 'rejected' ? told.about : undefined;
};
const part = (exchange: number, at: number | null) => ({
	turnId: `t${String(exchange)}`,
	askedAt: log[exchange]?.turn.askedAt,
	file: at
});

describe('what makes a request too large', () => {
	const heavy = (size: number): ImageBlock => ({
		type: 'image',
		source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo'.padEnd(size, 'A') }
	});
	const said = (...sizes: readonly (readonly number[])[]): readonly Exchange[] =>
		sizes.map((files, at) => {
			const turn = aTurn(at, [...files.map(heavy), text('What is it?')]);
			return { turn, steps: at < sizes.length - 1 ? [aStep(turn, 0)] : [] };
		});
	const places = (exchanges: readonly Exchange[]) => {
		const request = { messages: messagesOf(exchanges), log: exchanges, ...here };
		const told = withAbout({ kind: 'too-large' }, request);
		return 'about' in told && told.about.map(({ turnId, file: at }) => [turnId, at]);
	};

	it('are the oldest files, until half of the room is free', () => {
		expect(places(said([4_000], [4_000], [4_000, 4_000]))).toEqual([
			['t0', 0],
			['t1', 0]
		]);
	});

	it('is the heaviest of the newest message, where that has more than all others', () => {
		expect(places(said([4_000], [3_000, 6_000]))).toEqual([['t1', 1]]);
	});

	it('is nothing that could be named where words are most of it', () => {
		const [turn = first] = said([300]).map((exchange) => exchange.turn);
		const words = { ...turn, asked: [...turn.asked, text('word '.repeat(2_000))] };
		expect(places([{ turn: words, steps: [] }])).toBe(false);
	});
});

describe('what a refusal is about', () => {
	it('is the file at the place it names, also where two questions stand in one message', () => {
		// Two questions without an answer between them are one message.
		expect(about('messages.0.content.0.image.source.base64: too large')).toEqual([part(0, 0)]);
		expect(
			about('messages.2.content.0.pdf.source.base64.data: The PDF specified is password protected')
		).toEqual([part(1, 0)]);
		expect(about('messages.2.content.1.image.source.base64.data: …')).toEqual([part(1, 1)]);
		expect(about('messages.2.content.4.image.source.base64.data: …')).toEqual([part(2, 0)]);
	});

	it('is a message where the place it names holds words', () => {
		expect(about('messages.2.content.2.text.text: …')).toEqual([part(1, null)]);
		expect(about('messages.1.content.0.text: …')).toEqual([part(0, null)]);
		expect(about('messages.9.content.0.text: …')).toBeUndefined();
		expect(about('max_tokens: too many')).toBeUndefined();
	});

	it('is all of its kind that the model has not answered to yet, where no place is named', () => {
		expect(about('Could not process image')).toEqual([part(1, 1), part(2, 0)]);
		expect(about('Could not process PDF')).toEqual([part(1, 0)]);
		const all = log.map(({ turn }) => ({ turn, steps: [aStep(turn, 0)] }));
		expect(about('This model does not take images', all)).toEqual([
			part(0, 0),
			part(1, 1),
			part(2, 0)
		]);
		expect(about('Could not process PDF', log.slice(0, 1))).toBeUndefined();
	});

	it('is told alike where the endpoint calls the model by another name than it was asked by', () => {
		const [answered, ...others] = log;
		const dated = aStep(first, 0, 'Yes', { model: `${model}-20261101` });
		const named = [{ turn: answered!.turn, steps: [dated] }, ...others];
		expect(about('Could not process image', named)).toEqual([part(1, 1), part(2, 0)]);
		const all = [part(0, 0), part(1, 1), part(2, 0)];
		expect(about('This model does not support images', named)).toEqual(all);
		const here = [{ turn: answered!.turn, steps: [{ ...dated, model: onDevice }] }, ...others];
		expect(about('Could not process image', here)).toEqual(all);
	});

	it('is kept by its step, and counts for that model at that endpoint alone', () => {
		const failed = (by?: string): readonly Exchange[] => {
			const rejected = {
				kind: 'rejected',
				status: 400,
				detail: '',
				about: [part(1, 1)]
			} as Failure;
			const failure = { ...rejected, ...(by !== undefined && { by }) };
			return [{ turn: third, steps: [aStep(third, 0, [], { state: 'failed', failure })] }];
		};
		const now = [...log.slice(0, 2), ...failed(endpoint)];
		const elsewhere = { model, endpoint: 'https://gateway.example.com' };
		expect(refusedBy(here, now)).toEqual(new Set([second.asked[1]]));
		expect(refusedBy({ model: 'another', endpoint }, now).size).toBe(0);
		expect(refusedBy(elsewhere, now).size).toBe(0);
		// Of one that was stored before, it is not known where.
		expect(refusedBy(elsewhere, [...log.slice(0, 2), ...failed()]).size).toBe(1);
		expect(refusedBy(here, failed(endpoint)).size).toBe(0);
		const sent = JSON.stringify(messagesOf(now));
		expect(sent).not.toContain('iVBORw0KGgo1');
		expect(sent).toContain('or not this: a picture]');
	});
});
