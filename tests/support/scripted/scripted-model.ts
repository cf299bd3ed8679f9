import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Failure } from '#core/failure.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Usage } from '#core/wire/usage.ts';
import type { CountOutcome, Model, ModelAnswer, ModelEvent } from '#flows/ports/model.ts';
import { brokenRules } from './api-rules.ts';
import { text } from '../builders/a-turn.ts';

/** A model that says what it is told to say, to bodies that keep the rules of the API. Records what it was sent. */

/** One answer: events to send, or a function that makes them from the body. */
export type Line =
	readonly ModelEvent[] | ((body: RequestBody, signal: AbortSignal) => AsyncIterable<ModelEvent>);

export interface ScriptedModel extends Model {
	readonly bodies: readonly RequestBody[];
	readonly counted: readonly RequestBody[];
	/** Answer the next call like this. */
	next(...lines: Line[]): void;
	/** What counting says from now on. */
	counting(outcome: CountOutcome): void;
}

export const someUsage: Usage = { input: 1000, cacheRead: 0, cacheWrite: 0, output: 50 };

/** The events of a whole answer. */
export function answer(
	content: readonly AssistantBlock[],
	over: Partial<ModelAnswer> = {}
): readonly ModelEvent[] {
	const calls = content.some((block) => block.type === 'tool_use');
	const events = content.flatMap((block, index): ModelEvent[] => {
		if (block.type === 'text') return [{ type: 'text', index, text: block.text }];
		if (block.type === 'thinking') return [{ type: 'thinking', index, text: block.thinking }];
		if (block.type === 'tool_use')
			return [{ type: 'tool-call', index, id: block.id, name: block.name }];
		return [];
	});
	const usage = over.usage === undefined ? someUsage : over.usage;
	return [
		...events,
		{
			type: 'end',
			answer: {
				content,
				stopReason: calls ? 'tool_use' : 'end_turn',
				stopCategory: null,
				contextTokens: usage && usage.input + usage.output,
				model: 'claude-test-5',
				...over,
				usage
			}
		}
	];
}

export const say = (words: string): readonly ModelEvent[] => answer([text(words)]);

export const break_ = (
	failure: Failure,
	partial: readonly AssistantBlock[] = []
): readonly ModelEvent[] => [{ type: 'failed', failure, partial, usage: null }];

/** Says something and then nothing until it is stopped or, `after` having settled, goes on. */
export const sayAndWait = (words: string, after?: Promise<readonly ModelEvent[]>): Line =>
	async function* (_body, signal) {
		yield { type: 'text', index: 0, text: words };
		const stopped = new Promise<readonly ModelEvent[]>((resolve) => {
			signal.addEventListener('abort', () => {
				resolve([]);
			});
		});
		yield* await Promise.race(after ? [stopped, after] : [stopped]);
	};

export function scriptedModel(...first: Line[]): ScriptedModel {
	const lines = [...first];
	const bodies: RequestBody[] = [];
	const counted: RequestBody[] = [];
	let outcome: CountOutcome = { status: 'unsupported' };
	return {
		bodies,
		counted,
		next: (...more) => {
			lines.push(...more);
		},
		counting: (next) => {
			outcome = next;
		},
		async *stream({ body }, signal) {
			bodies.push(body);
			const broken = brokenRules(body);
			if (broken.length > 0) throw new Error(`The API would refuse this: ${broken.join('; ')}`);
			const line = lines.shift();
			if (!line) throw new Error('The scripted model has nothing more to say');
			if (typeof line === 'function') yield* line(body, signal);
			else
				for (const event of line) {
					await Promise.resolve();
					if (signal.aborted) return;
					yield event;
				}
		},
		count: ({ body }) => {
			counted.push(body);
			return Promise.resolve(outcome);
		}
	};
}
