import type { Failure } from '#core/failure.ts';
import type { UserBlock } from '#core/log/blocks.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Model, ModelEvent } from '#flows/ports/model.ts';
import { promptWords } from '#prompts/prompt-words.ts';
import { aPicture } from '../builders/a-picture.ts';
import { call, text } from '../builders/a-turn.ts';
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

/** What can come along with a message: a picture that is its word's own, and a file in which the word stands. */
export const filesWith = (word: string): readonly UserBlock[] => [
	aPicture(Number(word.slice(2, -1))),
	{
		type: 'document',
		source: { type: 'text', media_type: 'text/plain', data: `A plan of ${word} to be read.` },
		title: `plan-of-${word}.txt`
	}
];

interface Spoken {
	readonly word: string;
	readonly hasFiles: boolean;
}

/** Every text by which it is seen that a message is there, with its files. */
export const tracesOf = ({ word, hasFiles }: Spoken): readonly string[] =>
	hasFiles ? [`${word} `, ...filesWith(word).map(dataOf)] : [`${word} `];

const dataOf = (block: UserBlock): string => ('source' in block ? block.source.data : '');

/** Says so many events of an answer, and then that it broke; or ends as answers seldom do. */
export type Broken =
	| { readonly after: number; readonly failure: Failure }
	| { readonly stopReason: string; readonly isEmpty: boolean };

export interface Talker extends Model {
	/** How the next answer breaks; null: it does not. */
	breakNext(broken: Broken | null): void;
}

function brokenOff(events: readonly ModelEvent[], broken: Broken): readonly ModelEvent[] {
	if ('failure' in broken) {
		const come = events.slice(0, -1).slice(0, broken.after);
		const partial = come.flatMap((event) => (event.type === 'text' ? text(event.text) : []));
		return [...come, { type: 'failed', failure: broken.failure, partial, usage: null }];
	}
	const { stopReason, isEmpty } = broken;
	return events.flatMap((event) => {
		if (event.type !== 'end') return isEmpty ? [] : event;
		const content = isEmpty ? [] : event.answer.content;
		return { ...event, answer: { ...event.answer, content, stopReason } };
	});
}

export function talker(): Talker {
	let calls = 0;
	let broken: Broken | null = null;
	const eventsFor = (body: RequestBody): readonly ModelEvent[] => {
		const newest = JSON.stringify(body.messages.at(-1)?.content);
		// Asked to go on where it had paused.
		const isGoingOn =
			body.messages.at(-1)?.role === 'assistant' || newest.includes(promptWords.goOn);
		if (isGoingOn) return say('And so on.');
		if (newest.includes('tool_result')) return say(`Done with that. ${filler}`);
		// A message that was never answered goes along with the next.
		const [, word, tool] = [...newest.matchAll(/Say (\w+) (?:with (\w+) )?/g)].at(-1) ?? [];
		if (!body.tools?.length || word === undefined) return say(summaryOf(body));
		const input = tool === 'recall' ? { query: 'beds' } : { text: `The user owns bed ${word}.` };
		return tool === undefined
			? say(`Heard ${word} and wrote it down. ${filler}`)
			: answer([call(`call-${String(++calls)}`, tool, input)]);
	};
	return {
		breakNext: (next) => {
			broken = next;
		},
		async *stream({ body }, signal) {
			const rules = brokenRules(body);
			if (rules.length > 0) throw new Error(`The API would refuse this: ${rules.join('; ')}`);
			const events = broken ? brokenOff(eventsFor(body), broken) : eventsFor(body);
			broken = null;
			for (const event of events) {
				await Promise.resolve();
				if (signal.aborted) return;
				yield event;
			}
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
