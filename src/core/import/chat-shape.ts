import type { ImportedChat, ImportedMessage } from '#core/import/chat.ts';
import { trunk } from '#core/log/session.ts';

/** From a tree of messages to branches of turns: nothing is copied but the turns in whose middle a branch leaves. */

/** One turn: what was asked, and everything that came until the next question. */
export interface ShapedTurn {
	/** Null where the product's conversation begins with an answer. */
	readonly asked: ImportedMessage | null;
	readonly answers: readonly ImportedMessage[];
}

export interface ShapedBranch {
	/** `trunk`, or the id of the message at which it leaves its parent. */
	readonly name: string;
	readonly parent: string | null;
	readonly forkSeq: number;
	readonly turns: readonly ShapedTurn[];
}

interface Place {
	readonly branch: string;
	/** -1 before the first turn. */
	readonly seq: number;
	/** How many messages of its turn stand before it. */
	readonly before: number;
}

/** More branches than a person can leaf through slow a conversation down for good; those beyond are counted and told. */
export const mostBranches = 300;

const isEmpty = ({ content }: ImportedMessage): boolean =>
	content.every(
		(block) => (block.type === 'text' || block.type === 'thinking') && block.text.trim() === ''
	);

export interface ShapedChat {
	/** The one that was on screen first. Empty when nothing was said in the chat. */
	readonly branches: readonly ShapedBranch[];
	/** Branches beyond the most that are kept. */
	readonly leftOut: number;
}

/** A chat in branches of turns. */
export function shapeOf(chat: ImportedChat): ShapedChat {
	const byId = new Map<string, ImportedMessage>();
	for (const message of chat.messages) if (!byId.has(message.id)) byId.set(message.id, message);
	const messages = [...byId.values()];
	const parents = new Set(messages.map((message) => message.parent));
	const leaves = messages.filter((message) => !parents.has(message.id));
	const shown =
		(chat.leaf === null ? undefined : byId.get(chat.leaf)) ?? leaves.at(-1) ?? messages.at(-1);
	if (!shown) return { branches: [], leftOut: 0 };

	const places = new Map<string, Place>();
	const branches = new Map<string, ShapedBranch & { readonly messages: ImportedMessage[][] }>();

	/** From a leaf up to what is placed already, or to the root; circles end where they close. */
	function climb(leaf: ImportedMessage): { own: ImportedMessage[]; at: Place | null } {
		const own: ImportedMessage[] = [];
		const seen = new Set<string>();
		let message: ImportedMessage | undefined = leaf;
		while (message && !seen.has(message.id)) {
			const place = places.get(message.id);
			if (place) return { own: own.reverse(), at: place };
			seen.add(message.id);
			own.push(message);
			message = message.parent === null ? undefined : byId.get(message.parent);
		}
		return { own: own.reverse(), at: null };
	}

	function add(name: string, own: readonly ImportedMessage[], at: Place | null): void {
		const spoken = own.find((message) => message.from !== 'nobody' && !isEmpty(message));
		if (!spoken) return;
		const turn = at && at.seq >= 0 ? turnAt(at.branch, at.seq) : [];
		// A branch may leave behind a whole turn; in the middle of one it needs the beginning of that turn again.
		const isAfterWhole = !at || at.before + 1 >= turn.length;
		const fits = at === null || at.seq < 0 || (isAfterWhole && spoken.from === 'user');
		const again = fits ? [] : turn.slice(0, at.before + 1);
		const forkSeq = at === null ? 0 : fits ? at.seq + 1 : at.seq;
		const groups: ImportedMessage[][] = [];
		if (again.length > 0) groups.push([...again]);
		const isFresh = (message: ImportedMessage) => !places.has(message.id);
		for (const message of own) {
			const says = message.from !== 'nobody' && !isEmpty(message);
			if (says && (message.from === 'user' || groups.length === 0)) groups.push([message]);
			else if (says) groups.at(-1)?.push(message);
			const group = groups.at(-1);
			const place = {
				branch: group ? name : (at?.branch ?? name),
				seq: group ? forkSeq + groups.length - 1 : (at?.seq ?? -1),
				before: group ? group.length - 1 : (at?.before ?? 0)
			};
			if (isFresh(message)) places.set(message.id, place);
		}
		const parent = name === trunk ? null : (at?.branch ?? trunk);
		branches.set(name, { name, parent, forkSeq, messages: groups, turns: groups.map(turnFrom) });
	}

	/** Messages of a turn, wherever on the way to the trunk it stands. */
	function turnAt(branch: string, seq: number): readonly ImportedMessage[] {
		let row = branches.get(branch);
		while (row && seq < row.forkSeq)
			row = row.parent === null ? undefined : branches.get(row.parent);
		return row?.messages[seq - row.forkSeq] ?? [];
	}

	/** Whether a branch that is left out would have said anything; every message is looked at once. */
	function saysMore(leaf: ImportedMessage): boolean {
		let says = false;
		let message: ImportedMessage | undefined = leaf;
		while (message && !places.has(message.id) && !beyond.has(message.id)) {
			beyond.add(message.id);
			const counts = chat.forks === 'asked' ? message.from === 'user' : message.from !== 'nobody';
			says ||= counts && !isEmpty(message);
			message = message.parent === null ? undefined : byId.get(message.parent);
		}
		return says;
	}

	const main = climb(shown);
	add(trunk, main.own, null);
	if (branches.size === 0) return { branches: [], leftOut: 0 };
	const beyond = new Set<string>();
	let leftOut = 0;
	for (const leaf of leaves) {
		if (places.has(leaf.id)) continue;
		if (branches.size >= mostBranches) {
			if (saysMore(leaf)) leftOut++;
			continue;
		}
		const { own, at } = climb(leaf);
		const isAsked = own.some((message) => message.from === 'user' && !isEmpty(message));
		if (chat.forks === 'asked' && !isAsked) continue;
		add(leaf.id, own, at);
	}
	const shaped = [...branches.values()].map(({ name, parent, forkSeq, turns }) => ({
		name,
		parent,
		forkSeq,
		turns
	}));
	return { branches: shaped, leftOut };
}

const turnFrom = (messages: readonly ImportedMessage[]): ShapedTurn => {
	const [first, ...rest] = messages;
	return first?.from === 'user'
		? { asked: first, answers: rest }
		: { asked: null, answers: messages };
};

/** Turns of all branches. */
export const turnCount = (branches: readonly ShapedBranch[]): number =>
	branches.reduce((sum, branch) => sum + branch.turns.length, 0);
