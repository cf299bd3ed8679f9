import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import type { AssembleInput } from '#core/prompt/input.ts';
import type { AssistantBlock, AssistantMessage, Message } from '#core/log/blocks.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { headHash, placeThinking, prefixHash } from '#core/wire/thinking.ts';
import type { Basis, Exchange, Step } from '#core/log/turn.ts';
import { aCard, aMemoryFile, answering, aPromptInput } from '../../support/builders/a-prompt.ts';
import { aStep, aTurn, call, result, text, thought } from '../../support/builders/a-turn.ts';
import { brokenRules, brokenThinking } from '../../support/scripted/api-rules.ts';

/** A conversation with a model that thinks in every step; between messages the user changes things. */
interface Talk {
	exchanges: Exchange[];
	bindings: Map<string, Basis>;
	memory: string;
	key: string;
	model: string;
	leftOut: Set<string>;
}

const begin = (): Talk => ({
	exchanges: [],
	bindings: new Map(),
	memory: 'Likes tea.',
	key: 'key-1',
	model: 'claude-test-5',
	leftOut: new Set()
});

const inputOf = (talk: Talk, newest: Exchange): AssembleInput =>
	aPromptInput({
		card: aCard({ id: talk.model }),
		key: talk.key,
		memory: [aMemoryFile('MEMORY.md', talk.memory)],
		exchanges: talk.exchanges,
		marks: [...talk.leftOut].map((turnId) => ({
			sessionId: 's1',
			turnId,
			kind: 'left-out',
			at: 1
		})),
		newest: answering(newest)
	});

/** Ask, let the model think, call a tool, think and answer. Returns the bodies that were sent. */
function ask(talk: Talk): RequestBody[] {
	const turn = aTurn(talk.exchanges.length);
	const steps: Step[] = [];
	const bodies: RequestBody[] = [];
	for (const index of [0, 1]) {
		const { body } = assemblePrompt(inputOf(talk, { turn, steps }));
		bodies.push(body);
		const signature = `sig ${String(turn.seq)}.${String(index)}`;
		const basis = { prefix: prefixHash(body), model: talk.model, key: talk.key };
		talk.bindings.set(signature, basis);
		const id = `call${String(turn.seq)}`;
		const content: AssistantBlock[] =
			index === 0 ? [thought(signature), call(id)] : [thought(signature), text('So it is.')];
		const results = index === 0 ? [result(id)] : null;
		steps.push(aStep(turn, index, content, { basis, results }));
	}
	talk.exchanges.push({ turn, steps });
	return bodies;
}

const change = fc.constantFrom<(talk: Talk) => void>(
	() => undefined,
	() => undefined,
	(talk) => {
		talk.memory = talk.memory === 'Likes tea.' ? 'Likes coffee.' : 'Likes tea.';
	},
	(talk) => {
		talk.key = talk.key === 'key-1' ? 'key-2' : 'key-1';
	},
	(talk) => {
		talk.model = talk.model === 'claude-test-5' ? 'claude-test-6' : 'claude-test-5';
	},
	(talk) => {
		if (!talk.leftOut.delete('t1')) talk.leftOut.add('t1');
	}
);

const thoughtsIn = (body: RequestBody): string[] =>
	body.messages.flatMap((message) =>
		message.content.flatMap((block) => (block.type === 'thinking' ? [block.signature] : []))
	);

describe('INV-24, INV-25: thinking', () => {
	it('is sent only behind what it was made behind, for the same model and key', () => {
		fc.assert(
			fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
				const talk = begin();
				for (const apply of [() => undefined, ...changes]) {
					apply(talk);
					for (const body of ask(talk)) {
						expect(brokenThinking(body, talk.key, talk.bindings)).toEqual([]);
						expect(brokenRules(body)).toEqual([]);
					}
				}
			})
		);
	});

	it('is removed oldest first and never from the middle', () => {
		fc.assert(
			fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
				const talk = begin();
				for (const apply of [() => undefined, ...changes]) {
					apply(talk);
					const [body] = ask(talk);
					const sent = body ? thoughtsIn(body) : [];
					const all = talk.exchanges
						.slice(0, -1)
						.filter(({ turn }) => !talk.leftOut.has(turn.turnId))
						.flatMap(({ steps }) =>
							steps.map((step) => `sig ${String(step.seq)}.${String(step.index)}`)
						);
					expect(sent).toEqual(all.slice(all.length - sent.length));
				}
			})
		);
	});

	it('all stays while nothing changes, and the prefix stays byte for byte', () => {
		const talk = begin();
		const bodies = [...ask(talk), ...ask(talk), ...ask(talk)];
		const last = bodies.at(-1);
		expect(last && thoughtsIn(last)).toHaveLength(5);
		for (const [at, body] of bodies.entries())
			expect(bodies[at + 1]?.messages.slice(0, body.messages.length) ?? body.messages).toEqual(
				body.messages
			);
	});

	it('goes as a whole when memory changes, and comes back for what is thought afterwards', () => {
		const talk = begin();
		ask(talk);
		ask(talk);
		talk.memory = 'Likes coffee.';
		const [first, second] = ask(talk);
		expect(first && thoughtsIn(first)).toEqual([]);
		expect(second && thoughtsIn(second)).toEqual(['sig 2.0']);
	});

	it('without a signature, as other servers and imports have it, is never sent', () => {
		const turn = aTurn(0);
		const basis = { prefix: '', model: 'claude-test-5', key: 'key-1' };
		const step = aStep(
			turn,
			0,
			[thought(''), { type: 'redacted_thinking', data: '' }, text('Yes')],
			{
				basis
			}
		);
		const next = { turn: aTurn(1), steps: [] };
		const { body } = assemblePrompt(
			aPromptInput({ exchanges: [{ turn, steps: [step] }], newest: answering(next) })
		);
		expect(body.messages[1]?.content).toEqual([text('Yes')]);
	});

	it('that the provider hides is kept like any other', () => {
		const talk = begin();
		const turn = aTurn(0);
		const { body } = assemblePrompt(inputOf(talk, { turn, steps: [] }));
		const basis = { prefix: prefixHash(body), model: talk.model, key: talk.key };
		const hidden = { type: 'redacted_thinking', data: 'xyz' } as const;
		talk.exchanges.push({ turn, steps: [aStep(turn, 0, [hidden, text('Yes')], { basis })] });
		const next = { turn: aTurn(1), steps: [] };
		expect(assemblePrompt(inputOf(talk, next)).body.messages[1]?.content).toEqual([
			hidden,
			text('Yes')
		]);
		talk.key = 'key-2';
		expect(assemblePrompt(inputOf(talk, next)).body.messages[1]?.content).toEqual([text('Yes')]);
	});

	it('stays wherever it holds: one that broke takes along those before it alone', () => {
		const asked: Message = { role: 'user', content: [text('And?')] };
		const said: Message = { role: 'assistant', content: [text('So it is.')] };
		const messages = [asked, said, asked, said, asked, said];
		const standing = { prefix: headHash(undefined, undefined), model: 'm', key: 'k' };
		const full = (at: number): AssistantMessage => ({
			role: 'assistant',
			content: [thought(`sig ${String(at)}`), text('So it is.')]
		});
		const behind = (before: readonly Message[]): Basis => ({
			...standing,
			prefix: prefixHash({ messages: before })
		});
		const slots = [
			{ at: 1, full: full(1), basis: { ...standing, prefix: 'of another prompt' } },
			{ at: 3, full: full(3), basis: behind([asked, said, asked]) },
			{ at: 5, full: full(5), basis: behind([asked, said, asked, full(3), asked]) }
		];
		expect(placeThinking(messages, slots, standing)).toEqual([
			...[asked, said, asked],
			...[full(3), asked, full(5)]
		]);
	});
});
