import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Model, ModelEvent } from '#flows/ports/model.ts';
import { call } from '../builders/a-turn.ts';
import { brokenRules } from '../scripted/api-rules.ts';
import { answer, say } from '../scripted/scripted-model.ts';
import { inSeven } from '../apps/garden-now.ts';
import { soundSummary } from '../scripted/scripted-summariser.ts';

/**
 * A model that answers whatever is asked of it: a message with the word it names, and the tool it names first; a request
 * for a summary with one that tells of every third word it has read. Bodies that break the rules of the API end the test.
 */

/** Some four hundred tokens, so that a few messages are worth a summary. */
export const filler = 'about the beds, the wet soil and the fence on the north side. '.repeat(26);

/** A message as `talker` understands it; the word stands in it, and in the answer, with a space behind it. */
export const messageWith = (word: string, tool: Tool | null = null): string =>
	`Say ${word} ${tool ? `with ${tool} ` : ''}${filler}`;

type Tool = 'save_memory' | 'recall';

export function talker(): Model {
	let calls = 0;
	const eventsFor = (body: RequestBody): readonly ModelEvent[] => {
		const newest = JSON.stringify(body.messages.at(-1)?.content);
		if (newest.includes('tool_result')) return say(`Done with that. ${filler}`);
		const [, word, tool] = /Say (\w+) (?:with (\w+) )?/.exec(newest) ?? [];
		if (!body.tools?.length || word === undefined) return say(summaryOf(body));
		const input = tool === 'recall' ? { query: 'beds' } : { text: `The user owns bed ${word}.` };
		return tool === undefined
			? say(`Heard ${word} and wrote it down. ${filler}`)
			: answer([call(`call-${String(++calls)}`, tool, input)]);
	};
	return {
		async *stream({ body }) {
			const broken = brokenRules(body);
			if (broken.length > 0) throw new Error(`The API would refuse this: ${broken.join('; ')}`);
			await Promise.resolve();
			yield* eventsFor(body);
		},
		count: () => Promise.resolve({ status: 'unsupported' })
	};
}

function summaryOf(body: RequestBody): string {
	const words = [...new Set(JSON.stringify(body.messages).match(/zq\d+x(?= )/g))];
	const told = words.filter((_, at) => at % 3 === 0).map((word) => `Bed ${word} was built.`);
	return JSON.stringify(body).includes('Timeline')
		? inSeven.replace('The beds are fine.', `The beds are fine. ${told.join(' ')}`)
		: soundSummary(`The beds were built. ${told.join(' ')}`, '- The user likes tulips.');
}
