import type { InputTransformation } from '#core/ledger/ledger-entry.ts';
import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Usage } from '#core/wire/usage.ts';
import type { ModelAnswer, ModelEvent } from '#flows/ports/model.ts';
import { fieldsOf, nameAt, numberOf, textAt } from '#model/fields.ts';
import { rowIn, rowsIn, textIn, type Row } from '#core/json.ts';
import { mergeUsage, usageOf, contextOf } from '#model/reported-usage.ts';
import { argumentsOf, type StreamedArguments } from '#model/stream/tool-arguments.ts';

/** Folds the events of a stream into whole blocks, byte for byte as they came. */

/** What one event came to. */
type Taken =
	| { readonly status: 'going-on'; readonly events: readonly ModelEvent[] }
	| { readonly status: 'complete' }
	/** A known event without the fields it must have. */
	| { readonly status: 'malformed' }
	/** The endpoint broke the answer off and says why. */
	| { readonly status: 'error'; readonly error: Row };

type Part =
	| { readonly kind: 'text'; text: string; whole: boolean }
	| { readonly kind: 'thinking'; thinking: string; signature: string; whole: boolean }
	| { readonly kind: 'redacted'; readonly data: string; whole: boolean }
	| ({
			readonly kind: 'tool';
			readonly id: string;
			readonly name: string;
			whole: boolean;
	  } & StreamedArguments)
	| { readonly kind: 'unknown'; whole: boolean };

const quiet: Taken = { status: 'going-on', events: [] };
const malformed: Taken = { status: 'malformed' };
const told = (event: ModelEvent): Taken => ({ status: 'going-on', events: [event] });

/** More than a request has blocks of thinking; what is told beyond is left out. */
const mostTransformations = 1000;

/** Entries are kept whatever their type is: the API adds some. Null where nothing is said of it (INV-25). */
const transformationsOf = (fields: Row): readonly InputTransformation[] | null =>
	Array.isArray(fields['input_transformations'])
		? rowsIn(fields, 'input_transformations')
				.slice(0, mostTransformations)
				.map((entry) => ({
					type: nameAt(entry, 'type') ?? '',
					path: nameAt(entry, 'path') ?? '',
					reason: nameAt(entry, 'reason') ?? ''
				}))
		: null;

/** Blocks of one answer; whoever sends more has lost their way, and each is one more to show and to store. */
const mostBlocks = 2000;

/** Answers that end for lack of room: what the last tool call says may be half of it. */
const cutShort = ['max_tokens', 'model_context_window_exceeded'];

export class Fold {
	readonly #parts = new Map<number, Part>();
	/** Where blocks stand that came under a number that a whole one had. */
	readonly #moved = new Map<number, number>();
	/** Greater than the number of every block. */
	#free = 0;
	#usage: Row = {};
	#stopReason: string | null = null;
	#stopCategory: string | null = null;
	#model: string;
	#started = false;
	#transformations: readonly InputTransformation[] = [];

	constructor(model: string) {
		this.#model = model;
	}

	/** Whether a known event has come: then it is this API that speaks. */
	get started(): boolean {
		return this.#started;
	}

	/** Whether something of the answer itself has come; from then on nothing is asked twice. */
	get hasContent(): boolean {
		return this.#parts.size > 0;
	}

	/** Unknown types of events and blocks are passed over. */
	take(event: Row): Taken {
		switch (event['type']) {
			case 'message_start':
				return this.#start(fieldsOf(event['message']));
			case 'content_block_start':
				return this.#open(this.#place(event['index'], true), fieldsOf(event['content_block']));
			case 'content_block_delta':
				return this.#grow(this.#place(event['index']), fieldsOf(event['delta']));
			case 'content_block_stop':
				return this.#close(this.#place(event['index']));
			case 'message_delta':
				this.#transformations = transformationsOf(event) ?? this.#transformations;
				return this.#change(fieldsOf(event['delta']), event['usage']);
			case 'message_stop':
				return this.#started ? { status: 'complete' } : malformed;
			case 'error':
				return { status: 'error', error: rowIn(event, 'error') };
			default:
				return quiet;
		}
	}

	/** The number of a block as it is known here. Some servers number every block 0: none takes a whole one's place. */
	#place(index: unknown, isNew = false): number | null {
		const named = numberOf(index);
		if (named === null) return null;
		const place = this.#moved.get(named) ?? named;
		if (!isNew) return place;
		const free = this.#parts.get(place)?.whole === true ? this.#free : place;
		if (free !== place) this.#moved.set(named, free);
		this.#free = Math.max(this.#free, free + 1);
		return free;
	}

	#start(message: Row | null): Taken {
		// Behind a part of an answer it is that of another, and no sound one comes of both.
		if (!message || this.hasContent) return malformed;
		this.#started = true;
		this.#model = nameAt(message, 'model') ?? this.#model;
		this.#usage = mergeUsage(this.#usage, message['usage']);
		this.#transformations = transformationsOf(message) ?? [];
		const { usage } = this;
		return usage ? told({ type: 'usage', usage }) : quiet;
	}

	#open(index: number | null, block: Row | null): Taken {
		if (index === null || !block || this.#parts.size >= mostBlocks) return malformed;
		switch (block['type']) {
			case 'text': {
				const text = textIn(block, 'text');
				this.#parts.set(index, { kind: 'text', text, whole: false });
				return text === '' ? quiet : told({ type: 'text', index, text });
			}
			case 'thinking': {
				const thinking = textIn(block, 'thinking');
				const signature = textIn(block, 'signature');
				this.#parts.set(index, { kind: 'thinking', thinking, signature, whole: false });
				return told({ type: 'thinking', index, text: thinking });
			}
			case 'redacted_thinking':
				this.#parts.set(index, {
					kind: 'redacted',
					data: textIn(block, 'data'),
					whole: false
				});
				return quiet;
			case 'tool_use': {
				const id = nameAt(block, 'id');
				const name = nameAt(block, 'name');
				if (id === null || name === null) return malformed;
				const given = rowIn(block, 'input');
				this.#parts.set(index, { kind: 'tool', id, name, json: '', given, whole: false });
				return told({ type: 'tool-call', index, id, name });
			}
			default:
				this.#parts.set(index, { kind: 'unknown', whole: false });
				return quiet;
		}
	}

	#grow(index: number | null, delta: Row | null): Taken {
		const part = index === null ? undefined : this.#parts.get(index);
		if (index === null || !part || !delta) return malformed;
		// Server tools stream their input, and others their text; they are no blocks of ours.
		if (part.kind === 'unknown') return quiet;
		switch (delta['type']) {
			case 'text_delta': {
				const text = textAt(delta, 'text');
				if (text === null || part.kind !== 'text') return malformed;
				part.text += text;
				return told({ type: 'text', index, text });
			}
			case 'thinking_delta': {
				const text = textAt(delta, 'thinking');
				if (text === null || part.kind !== 'thinking') return malformed;
				part.thinking += text;
				return told({ type: 'thinking', index, text });
			}
			case 'signature_delta': {
				const signature = textAt(delta, 'signature');
				if (signature === null || part.kind !== 'thinking') return malformed;
				part.signature += signature;
				return quiet;
			}
			case 'input_json_delta': {
				const json = textAt(delta, 'partial_json');
				if (json === null) return malformed;
				if (part.kind === 'tool') part.json += json;
				return quiet;
			}
			default:
				return quiet;
		}
	}

	#close(index: number | null): Taken {
		const part = index === null ? undefined : this.#parts.get(index);
		if (!part) return malformed;
		part.whole = true;
		return quiet;
	}

	#change(delta: Row | null, usage: unknown): Taken {
		this.#usage = mergeUsage(this.#usage, usage);
		if (!delta) return quiet;
		this.#stopReason = nameAt(delta, 'stop_reason') ?? this.#stopReason;
		const details = fieldsOf(delta['stop_details']);
		if (details) this.#stopCategory = nameAt(details, 'category');
		return quiet;
	}

	get usage(): Usage | null {
		return usageOf(this.#usage);
	}

	/**
	 * Blocks so far, in order, empty texts left out. A tool call without its whole arguments is left out: it must
	 * never run (security 3, fault 21). A thinking block that was cut has an empty signature and must not be sent.
	 */
	get content(): readonly AssistantBlock[] {
		return this.#ordered().flatMap((part) => this.#blockOf(part) ?? []);
	}

	/** Whether a tool call had to be left out of the content. */
	get lostCall(): boolean {
		return this.#ordered().some((part) => part.kind === 'tool' && !this.#blockOf(part));
	}

	/** The answer ran out of room, so a lost tool call is explained by its stop reason. */
	get cutShort(): boolean {
		return this.#stopReason !== null && cutShort.includes(this.#stopReason);
	}

	get answer(): ModelAnswer {
		return {
			content: this.content,
			stopReason: this.#stopReason,
			stopCategory: this.#stopCategory,
			usage: this.usage,
			contextTokens: contextOf(this.#usage),
			model: this.#model,
			...(this.#transformations.length > 0 && { transformations: this.#transformations })
		};
	}

	#ordered(): Part[] {
		return [...this.#parts].sort(([a], [b]) => a - b).map(([, part]) => part);
	}

	#blockOf(part: Part): AssistantBlock | null {
		switch (part.kind) {
			case 'text':
				return part.text === '' ? null : { type: 'text', text: part.text };
			case 'thinking':
				return part.whole || part.thinking !== ''
					? {
							type: 'thinking',
							thinking: part.thinking,
							signature: part.whole ? part.signature : ''
						}
					: null;
			case 'redacted':
				return part.data === '' ? null : { type: 'redacted_thinking', data: part.data };
			case 'tool': {
				const input = part.whole ? argumentsOf(part, this) : null;
				return input && { type: 'tool_use', id: part.id, name: part.name, input };
			}
			case 'unknown':
				return null;
		}
	}
}
