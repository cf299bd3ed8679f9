/**
 * Thinking bound to what came before it: every thinking block is signed over system, tools, all earlier blocks, the
 * model and the key, and over the thinking that preceded it, so that a later request can be held to the rule.
 */
import { createHash, createHmac } from 'node:crypto';
import { badRequest } from './errors.ts';
import {
	blocksOf,
	canonical,
	canonicalBlock,
	mergeMessages,
	type MergedMessage,
	type MessagesBody,
	type PlacedBlock,
	type WireBlock
} from './wire.ts';

/** Where a request, or an answer to it, stands: what a thinking block written here is bound to. */
export interface Standing {
	readonly model: string;
	readonly key: string;
	/** Digest of everything so far but thinking. */
	readonly past: string;
	/** Digest of the last thinking block so far; empty when there is none. */
	readonly lastThinking: string;
	readonly role: string;
}

export interface ThinkingBinder {
	/** Checks all thinking in a request; returns where its answer begins. Throws a `Refusal`. */
	readonly follow: (body: MessagesBody, key: string) => Standing;
	readonly sign: (at: Standing, text: string) => string;
	/** To be told which calls were made after thinking, so that their thinking can be asked for. */
	readonly rememberCalls: (ids: readonly string[]) => void;
}

export function bindThinking(options: {
	readonly strict: boolean;
	readonly secret: string;
}): ThinkingBinder {
	const thoughtfulCalls = new Set<string>();
	const seal = (at: Standing, past: string, previous: string, text: string) =>
		createHmac('sha256', options.secret)
			.update(JSON.stringify([at.model, at.key, past, previous, text]))
			.digest('hex');
	const sign = (at: Standing, text: string) =>
		Buffer.from(
			[at.past, at.lastThinking || '-', seal(at, at.past, at.lastThinking, text)].join('.')
		).toString('base64');

	function checkThinking(at: Standing, { place, block }: PlacedBlock): void {
		const [past, previous = '-', seen] = Buffer.from(signatureOf(block), 'base64')
			.toString()
			.split('.');
		const before = previous === '-' ? '' : previous;
		if (past === undefined || seen !== seal(at, past, before, thoughtOf(block)))
			throw badRequest(`${place}: Invalid \`signature\` in \`${block.type}\` block`);
		if (past !== at.past)
			throw badRequest(
				`${place}: \`${block.type}\` block does not match the conversation before it: system, tools or earlier messages differ from those it was produced with`
			);
		if (at.lastThinking !== '' && at.lastThinking !== before)
			throw badRequest(
				`${place}: \`${block.type}\` blocks may be removed oldest first, newest first or all together, not from the middle, and may not be put back`
			);
	}

	return {
		sign,
		rememberCalls: (ids) => {
			for (const id of ids) thoughtfulCalls.add(id);
		},
		follow: (body, key) => {
			const merged = mergeMessages(body.messages);
			if (options.strict) checkOpenCall(body, merged, thoughtfulCalls);
			let at = beginning(body, key);
			for (const message of merged)
				for (const placed of message.blocks) {
					if (options.strict && isThinking(placed.block))
						checkThinking(stepInto(at, message.role), placed);
					at = pass(at, message.role, placed.block);
				}
			return at;
		}
	};
}

/** Inside a tool loop the newest step keeps its thinking, unless all thinking was removed. */
function checkOpenCall(
	body: MessagesBody,
	merged: readonly MergedMessage[],
	thoughtful: ReadonlySet<string>
): void {
	const last = merged.at(-1);
	const asking = merged.at(-2);
	if (!asking || !last?.blocks.some(({ block }) => block.type === 'tool_result')) return;
	const kept = asking.blocks.some(({ block }) => isThinking(block));
	if (body.thinking?.type === 'enabled' && !isThinking(asking.blocks[0]?.block))
		throw badRequest(
			`${asking.place}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${asking.blocks[0]?.block.type ?? ''}\`. ` +
				'When `thinking` is enabled, a final `assistant` message must start with a thinking block.'
		);
	const anyKept = merged.some(({ blocks }) => blocks.some(({ block }) => isThinking(block)));
	const thought = asking.blocks.some(({ block }) => thoughtful.has(String(block['id'])));
	if (thought && anyKept && !kept)
		throw badRequest(
			`${asking.place}: an assistant message with an open \`tool_use\` must keep its thinking while earlier thinking is kept`
		);
}

function beginning(body: MessagesBody, key: string): Standing {
	const system = blocksOf(body.system ?? []).map(canonicalBlock);
	const past = digest(canonical([system, body.tools ?? []]));
	return { model: body.model, key, past, lastThinking: '', role: '' };
}

/** The standing after one more block said by `role`. */
export function pass(at: Standing, role: string, block: WireBlock): Standing {
	const here = stepInto(at, role);
	if (isThinking(block)) return { ...here, lastThinking: digest(signatureOf(block)) };
	return { ...here, past: digest(here.past + canonicalBlock(block)) };
}

export function stepInto(at: Standing, role: string): Standing {
	return at.role === role ? at : { ...at, role, past: digest(`${at.past}|${role}|`) };
}

function isThinking(block: WireBlock | undefined): boolean {
	return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}

function signatureOf(block: WireBlock): string {
	return String(block.type === 'thinking' ? block['signature'] : block['data']);
}

function thoughtOf(block: WireBlock): string {
	return block.type === 'thinking' ? String(block['thinking']) : '';
}

function digest(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
