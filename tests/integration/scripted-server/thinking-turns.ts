/** A conversation whose answers were thought about, and what may not be done to it. */
import {
	said,
	asked,
	call,
	hello,
	result,
	send,
	server,
	sound,
	talk,
	weather,
	type Body
} from './requests.ts';

export const adaptive = { thinking: { type: 'adaptive' }, tools: [weather], max_tokens: 1000 };
export type Content = Record<string, unknown>[];

/** Three answers with thinking, the messages that led there, and the body of the next request. */
export async function threeTurns() {
	const messages: { role: string; content: unknown }[] = [];
	for (const text of ['First', 'Second', 'Third']) {
		messages.push({ role: 'user', content: `${text} question` });
		const { json } = await send(sound({ ...adaptive, system: 'Be kind', messages }));
		messages.push({ role: 'assistant', content: json['content'] });
	}
	messages.push(hello);
	return sound({ ...adaptive, system: 'Be kind', messages }) as Body & {
		messages: { role: string; content: Content }[];
	};
}
export const without = (message: { role: string; content: Content }) => ({
	...message,
	content: message.content.filter((block) => block['type'] !== 'thinking')
});
export type Turns = Awaited<ReturnType<typeof threeTurns>>;
export const drop = (body: Turns, ...turns: number[]): Turns => ({
	...body,
	messages: body.messages.map((message, index) =>
		turns.includes(index) ? without(message) : message
	)
});

/** Changes after which thinking may not come back, and the reason it is given. */
export const brokenThinking: readonly [string, (body: Turns) => Body, RegExp][] = [
	['another system prompt', (body) => ({ ...body, system: 'Be rude' }), /does not match/],
	[
		'another tool',
		(body) => ({ ...body, tools: [{ ...weather, description: 'x' }] }),
		/does not match/
	],
	[
		'another word in an earlier message',
		(body) => ({ ...body, messages: [hello, ...body.messages.slice(1)] }),
		/does not match/
	],
	[
		'earlier messages left out',
		(body) => ({ ...body, messages: body.messages.slice(2) }),
		/does not match/
	],
	['another model', (body) => ({ ...body, model: 'claude-haiku-5-5' }), /Invalid `signature`/],
	[
		'other words in the thinking',
		(body) => ({
			...body,
			messages: body.messages.with(1, {
				role: 'assistant',
				content: [
					{ ...body.messages[1]!.content[0], thinking: 'I never thought this' },
					...body.messages[1]!.content.slice(1)
				]
			})
		}),
		/Invalid `signature`/
	],
	['thinking taken from the middle', (body) => drop(body, 3), /not from the middle/]
];
/** The next step of these turns, which calls a tool, and the request that follows on it, as it was given or changed. */
export async function openStep(turns: Turns) {
	server.queue({ thinking: 'I need the weather.', toolCalls: [{ name: 'weather', id: 'w1' }] });
	const { json } = await send(turns);
	const step = { role: 'assistant', content: json['content'] as Content };
	const loop = (body: Turns, answer: typeof step) => ({
		...body,
		messages: [...body.messages, answer, asked(result('w1'))]
	});
	return { step, loop };
}

/** An open step without thinking, on a model that thinks with a budget. */
export const thoughtless = {
	...talk(said(call('a')), asked(result('a'))),
	model: 'claude-haiku-4-5-20251001'
};
export const budget = { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 2000 };
