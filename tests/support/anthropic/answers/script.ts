/** What the scripted model says when no test tells it otherwise: enough for a whole conversation. */
import type { Answer, ToolCall } from './answer.ts';
import type { ScriptedModel } from '../models.ts';
import {
	lastUserText,
	mergeMessages,
	systemText,
	textOfPlaced,
	type MergedMessage,
	type MessagesBody
} from '../wire.ts';

export interface ScriptContext {
	/** Counts accepted calls of `POST /v1/messages`, from 1. */
	readonly number: number;
	readonly model: ScriptedModel;
	readonly inputTokens: number;
	/** Whether thinking in the answer will reach the client. */
	readonly thinks: boolean;
	/** All words of the newest user message. */
	readonly lastUserText: string;
	/** The answer the default script would give. */
	readonly byDefault: () => Answer;
}

export type Script = (body: MessagesBody, context: ScriptContext) => Answer | Promise<Answer>;

/** Writes a summary of a prompt that asks for one. */
export type Summariser = (prompt: { readonly system: string; readonly user: string }) => string;

export function answerByDefault(
	body: MessagesBody,
	around: { readonly thinks: boolean; readonly summariser: Summariser }
): Answer {
	const thinking = { thinking: 'I look at what was asked and answer it from what I can see.' };
	if (asksForSummary(body))
		return { text: around.summariser({ system: systemText(body), user: lastUserText(body) }) };
	const calls = callsAskedFor(body);
	if (calls.length > 0) return { ...thinking, text: 'Let me look.', toolCalls: calls };
	const results = resultsOf(body);
	if (results.length > 0)
		return { ...thinking, text: `The tools say: ${shorten(results.join(' | '), 300)}` };
	return { ...thinking, text: echo(lastUserText(body)) };
}

/**
 * No tools, and the word in the system prompt or near either end of the newest message; or the app says itself, as
 * the newest message of a conversation, that a summary is wanted now.
 */
export function asksForSummary(body: MessagesBody): boolean {
	const user = lastUserText(body);
	if (asksInside(user)) return true;
	if (body.tools && body.tools.length > 0) return false;
	return /\bsummar(y|ies|i[sz]e)\b|\bcompact(ion)?\b/i.test(
		[systemText(body), user.slice(0, 1000), user.slice(-1000)].join('\n')
	);
}

const asksInside = (user: string): boolean =>
	/^This message comes from the app, not from the user\. .*you write that summary now/.test(user);

/**
 * `[[tool:NAME {json}]]` in the newest words of the user calls that tool; several stand for calls at once;
 * `[[then]]` between them parts one step of the loop from the next.
 */
function callsAskedFor(body: MessagesBody): readonly ToolCall[] {
	const offered = new Set((body.tools ?? []).map((tool) => tool.name));
	if (offered.size === 0) return [];
	const messages = mergeMessages(body.messages);
	const asked = messages.findLastIndex((message) => message.role === 'user' && speaks(message));
	const steps = textOfPlaced(messages[asked]?.blocks ?? []).split('[[then]]');
	const done = messages.slice(asked).filter((message) => message.role === 'assistant').length;
	return markersIn(steps[done] ?? '');
}

/** Words of the user's own, not only results of tools. */
function speaks(message: MergedMessage): boolean {
	return message.blocks.some(({ block }) => block.type === 'text');
}

function markersIn(text: string): readonly ToolCall[] {
	const calls: ToolCall[] = [];
	for (const match of text.matchAll(/\[\[tool:([a-zA-Z0-9_-]+)/g)) {
		const rest = text.slice(match.index + match[0].length);
		calls.push({ name: match[1] ?? '', input: inputOf(rest) });
	}
	return calls;
}

/** The JSON up to the first `]]` at which it is whole. */
function inputOf(text: string): Record<string, unknown> {
	for (let end = text.indexOf(']]'); end >= 0; end = text.indexOf(']]', end + 1)) {
		const json = text.slice(0, end).trim();
		if (json === '') return {};
		try {
			return JSON.parse(json) as Record<string, unknown>;
		} catch (error) {
			if (!(error instanceof SyntaxError)) throw error;
		}
	}
	return {};
}

function resultsOf(body: MessagesBody): readonly string[] {
	const last = mergeMessages(body.messages).at(-1);
	return (last?.blocks ?? []).flatMap(({ block }) => {
		if (block.type !== 'tool_result') return [];
		const content = block['content'];
		return [typeof content === 'string' ? content : JSON.stringify(content ?? '')];
	});
}

/** A sentence or two that hold the facts of the words: numbers, names, paths. */
function echo(text: string): string {
	const facts = factsIn(text);
	const said = `You said: “${shorten(text, 160)}”.`;
	return facts.length === 0 ? said : `${said} I note ${facts.slice(0, 12).join(', ')}.`;
}

/** Paths, links, numbers and capitalised words in the middle of sentences, in their order, once each. */
function factsIn(text: string): readonly string[] {
	const found = text.match(
		/https?:\/\/[^\s)\]]+|[\w.-]*\/[\w./-]+|\b\d[\d.,:-]*\d\b|\b\d\b|(?<=[a-z,;:] )\p{Lu}[\p{L}\d]+/gu
	);
	return [...new Set(found)];
}

function shorten(text: string, most: number): string {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return line.length <= most ? line : `${line.slice(0, most)}…`;
}

/**
 * A summary under the headings the prompt asks for (its lines that begin with `#`), with the facts of the
 * transcript below the first; without headings a plain paragraph.
 */
export const summariseByDefault: Summariser = ({ system, user }) => {
	const headings = [...new Set(`${system}\n${user}`.match(/^#{1,4} .+$/gm))];
	const facts = factsIn(user).slice(0, 60);
	const body = [
		`The user and the assistant talked about: ${shorten(user, 300)}`,
		...facts.map((fact) => `- ${fact}`)
	].join('\n');
	if (headings.length === 0) return body;
	return headings
		.map((heading, index) => `${heading}\n${index === 0 ? body : '- Nothing beyond the above.'}`)
		.join('\n\n');
};
