import { expect, it } from 'vitest';
import type { Step } from '#core/log/turn.ts';
import { quotedPlaces } from '#core/prompt/text/barred-quotes.ts';
import { beginWire, sayAssistant, sayUser } from '#core/wire/wire.ts';
import { stepFormOf } from '#core/wire/wire-rows.ts';
import { promptWords } from '#prompts/prompt-words.ts';
import { aStep, aTurn, call } from '../../../support/builders/a-turn.ts';
import { growthOf, inProportion } from '../../../support/growth.ts';

/** An imported step may hold thousands of calls with one id: it takes no longer than as many with their own. */

const turn = aTurn(0);
const stepOf = (count: number): Step => {
	const calls = Array.from({ length: count }, (_, at) =>
		call('same', at % 2 === 0 ? 'recall' : 'read_memory', { path: `memory/${String(at % 5)}.md` })
	);
	return aStep(turn, 0, calls, {
		results: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'Words.' }))
	});
};

it('names every file that was quoted', () => {
	const name = (count: number) => [...quotedPlaces([{ turn, steps: [stepOf(count)] }])].sort();
	expect(name(8000)).toEqual([0, 1, 2, 3, 4].map((at) => `memory/${String(at)}.md`));
	expect(growthOf(name, 8000)).toBeLessThan(inProportion);
});

it('gives every call an id of its own and pairs it with its result', () => {
	const say = (count: number) => {
		const wire = beginWire(promptWords, { tools: true });
		sayUser(wire, { role: 'user', content: [{ type: 'text', text: 'Look' }] });
		const form = stepFormOf(stepOf(count));
		if (!form?.results) throw new Error('nothing is said');
		sayAssistant(wire, form, null);
		sayUser(wire, form.results);
		return wire.messages;
	};
	const [, asked, answered] = say(8000);
	const ids = asked?.content.map((block) => (block.type === 'tool_use' ? block.id : ''));
	expect(ids?.slice(0, 3)).toEqual(['same', 'same-2', 'same-3']);
	expect(new Set(ids).size).toBe(8000);
	expect(
		answered?.content.map((block) => (block.type === 'tool_result' ? block.tool_use_id : ''))
	).toEqual(ids);
	expect(growthOf(say, 8000)).toBeLessThan(inProportion);
});
