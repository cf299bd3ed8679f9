import type { KeepsOut } from '#core/export/kept-out.ts';
import { ownIds } from '#core/import/own-ids.ts';
import type { Session } from '#core/session/session.ts';
import type { Usage } from '#core/wire/usage.ts';

/** The one shape that every reader of another product's conversations yields: a tree of messages and its leaf. */

export interface ImportedText {
	readonly type: 'text';
	readonly text: string;
}

/** A picture: with its bytes, or with the name by which the file that holds it may be found. */
export interface ImportedImage {
	readonly type: 'image';
	readonly name: string;
	readonly data: { readonly mediaType: string; readonly base64: string } | null;
}

export type ImportedBlock =
	| ImportedText
	| ImportedImage
	| { readonly type: 'thinking'; readonly text: string }
	| {
			readonly type: 'call';
			/** Null where the product does not keep one: calls and results are then paired in order. */
			readonly id: string | null;
			readonly name: string;
			readonly input: unknown;
	  }
	| {
			readonly type: 'result';
			readonly call: string | null;
			/** Whose result it is, for one that has no call in the file. */
			readonly name: string;
			readonly parts: readonly (ImportedText | ImportedImage)[];
			readonly isError: boolean;
	  };

export interface ImportedMessage {
	/** Unique in its chat. */
	readonly id: string;
	readonly parent: string | null;
	/**
	 * `nobody`: the message only holds the tree together and says nothing. Results may come from `tool` or stand in an
	 * answer.
	 */
	readonly from: 'user' | 'assistant' | 'tool' | 'nobody';
	/** Unix ms, 0 where it is not known. */
	readonly at: number;
	readonly content: readonly ImportedBlock[];
	readonly model?: string;
	readonly stopReason?: string | null;
	readonly usage?: Usage | null;
	/** Messages of one reply that the product wrote apart. */
	readonly reply?: string;
	/** What the user has decided of it where the file was made: files of ours alone tell. */
	readonly keptOut?: readonly KeepsOut[];
}

export type ForeignFormat =
	| 'chatgpt'
	| 'claude-ai'
	| 'claude-code'
	| 'pi'
	| 'open-webui'
	| 'librechat'
	| 'llama-ui'
	| 'nextchat'
	| 'chatbox'
	| 'big-agi'
	| 'markdown-chat';

export interface ImportedChat {
	readonly format: ForeignFormat;
	/** Stable in its product, so that importing twice changes nothing; empty where it has none. */
	readonly id: string;
	readonly title: string;
	readonly createdAt: number;
	readonly activeAt: number;
	readonly pinned?: boolean;
	/** As which session it was held, which files of ours alone tell. */
	readonly heldAs?: Pick<Session, 'kind' | 'offRecord'>;
	readonly messages: readonly ImportedMessage[];
	/** Id of the last message of the branch that was on screen, or null: the last one. */
	readonly leaf: string | null;
	/** `asked`: leaves without a question of their own are no branches, only traces of parallel tool calls. */
	readonly forks?: 'asked';
	/** Parts that could not be read. */
	readonly skipped: number;
}

/** A line that some product remembers of the user: a candidate for the review desk. */
export interface ImportedMemory {
	readonly text: string;
	/** Unix ms, 0 where it is not known. */
	readonly at: number;
}

/** A text that is offered as a memory file of its own. */
export interface ImportedNote {
	/** Unique in its product where two have one name. */
	readonly id: string;
	readonly name: string;
	readonly text: string;
}

/** What stands beside the conversations of an export and has no place here. */
export type Beside = 'account' | 'feedback' | 'shared' | 'other-kind';

/** What one value of a file comes to. */
export type Imported =
	| { readonly what: 'chat'; readonly chat: ImportedChat }
	| { readonly what: 'memories'; readonly memories: readonly ImportedMemory[] }
	/** Something written down beside the conversations: a project of Claude, a document of one. */
	| { readonly what: 'notes'; readonly notes: readonly ImportedNote[] }
	/** Recognised and not imported; the user is told its name. */
	| { readonly what: 'beside'; readonly of: Beside }
	/** Empty. */
	| { readonly what: 'nothing' }
	/** `title`: what it calls itself, if anything. */
	| { readonly what: 'unknown'; readonly title: string };

export const text = (value: string): ImportedText => ({ type: 'text', text: value });

/** One after the other: for products that keep no tree. */
export function inLine(messages: readonly Omit<ImportedMessage, 'parent'>[]): ImportedMessage[] {
	let parent: string | null = null;
	const ownId = ownIds();
	return messages.map((message, index) => {
		const id = ownId(message.id === '' ? `message ${String(index)}` : message.id);
		const placed = { ...message, id, parent };
		parent = id;
		return placed;
	});
}

const dataUrl = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/]+={0,2})$/;
/** What an endpoint takes at most for one picture, characters of base64. */
const largestImage = 7_000_000;

/** A picture from a data URL, or one whose bytes are elsewhere. */
export function imageFrom(url: string, name: string): ImportedImage {
	const found = url.length <= largestImage ? dataUrl.exec(url) : null;
	const [, mediaType, base64] = found ?? [];
	return {
		type: 'image',
		name,
		data: mediaType !== undefined && base64 !== undefined ? { mediaType, base64 } : null
	};
}
