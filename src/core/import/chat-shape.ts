import type { ImportedChat, ImportedMessage } from '#core/import/chat.ts';
import { distinctMessages } from '#core/import/distinct-messages.ts';
import { trunk } from '#core/session/session.ts';

/** Turns a tree of messages into branches of turns. A turn is copied only if a branch leaves in the middle of it. */

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

/**
 * The most branches that are kept: more than a person can leaf through would slow the conversation down for good.
 * Those beyond are counted, and the user is told.
 */
export const mostBranches = 300;

const isEmpty = ({ content }: ImportedMessage): boolean =>
	content.every(
		(block) => (block.type === 'text' || block.type === 'thinking') && block.text.trim() === ''
	);

interface ShapedChat {
	/** The one that was on screen first. Empty when nothing was said in the chat. */
	readonly branches: readonly ShapedBranch[];
	/** Branches beyond the most that are kept. */
	readonly leftOut: number;
}

/** What a chat has become so far. */
interface Shaping {
	readonly byId: ReadonlyMap<string, ImportedMessage>;
	readonly places: Map<string, Place>;
	readonly branches: Map<string, ShapedBranch & { readonly messages: ImportedMessage[][] }>;
	/** Messages of branches that are left out, once they were looked at. */
	readonly beyond: Set<string>;
	/** Whether a message is reason enough for a branch. */
	readonly counts: (message: ImportedMessage) => boolean;
}

/** The messages of a branch alone, and where it leaves what was placed before; null: nowhere, it begins at the root. */
interface Way {
	readonly own: readonly ImportedMessage[];
	readonly at: Place | null;
}

const speaks = (message: ImportedMessage): boolean =>
	message.from !== 'nobody' && !isEmpty(message);
const asks = (message: ImportedMessage): boolean => message.from === 'user' && !isEmpty(message);

/** A chat in branches of turns. */
export function shapeOf(chat: ImportedChat): ShapedChat {
	const { messages, leaf: last } = distinctMessages(chat);
	const byId = new Map(messages.map((message) => [message.id, message]));
	const parents = new Set(messages.map((message) => message.parent));
	const leaves = messages.filter((message) => !parents.has(message.id));
	const shown = shownLeaf(byId, [
		...(last === null ? [] : [byId.get(last)]),
		...leaves.toReversed(),
		messages.at(-1)
	]);
	if (!shown) return { branches: [], leftOut: 0 };

	const shaping: Shaping = {
		byId,
		places: new Map(),
		branches: new Map(),
		beyond: new Set(),
		counts: chat.forks === 'asked' ? asks : speaks
	};
	addBranch(shaping, trunk, climb(shaping, shown));
	if (shaping.branches.size === 0) return { branches: [], leftOut: 0 };
	const leftOut = addForks(shaping, leaves);
	const branches = [...shaping.branches.values()].map(({ name, parent, forkSeq, turns }) => ({
		name,
		parent,
		forkSeq,
		turns
	}));
	return { branches, leftOut };
}

/** The first of the leaves on whose way to the root anything was said; no message is looked at twice. */
function shownLeaf(
	byId: ReadonlyMap<string, ImportedMessage>,
	leaves: readonly (ImportedMessage | undefined)[]
): ImportedMessage | undefined {
	const silent = new Set<string>();
	return leaves.find((leaf) => {
		let message = leaf;
		while (message && !silent.has(message.id)) {
			if (speaks(message)) return true;
			silent.add(message.id);
			message = above(byId, message);
		}
		return false;
	});
}

/** Returns how many branches are left out that say something. */
function addForks(shaping: Shaping, leaves: readonly ImportedMessage[]): number {
	let leftOut = 0;
	for (const leaf of leaves) {
		if (shaping.places.has(leaf.id)) continue;
		if (shaping.branches.size >= mostBranches) {
			if (saysMore(shaping, leaf)) leftOut++;
			continue;
		}
		const way = climb(shaping, leaf);
		if (way.own.some(shaping.counts)) addBranch(shaping, leaf.id, way);
	}
	return leftOut;
}

const above = (
	byId: ReadonlyMap<string, ImportedMessage>,
	{ parent }: ImportedMessage
): ImportedMessage | undefined => (parent === null ? undefined : byId.get(parent));

/** The messages from a leaf up to one that is placed already, or to the root; a circle ends where it closes. */
function climb(shaping: Shaping, leaf: ImportedMessage): Way {
	const own: ImportedMessage[] = [];
	const seen = new Set<string>();
	let message: ImportedMessage | undefined = leaf;
	while (message && !seen.has(message.id)) {
		const place = shaping.places.get(message.id);
		if (place) return { own: own.reverse(), at: place };
		seen.add(message.id);
		own.push(message);
		message = above(shaping.byId, message);
	}
	return { own: own.reverse(), at: null };
}

/** Whether a branch that is left out would have said anything; every message is looked at once. */
function saysMore(shaping: Shaping, leaf: ImportedMessage): boolean {
	const { places, beyond } = shaping;
	let says = false;
	let message: ImportedMessage | undefined = leaf;
	while (message && !places.has(message.id) && !beyond.has(message.id)) {
		beyond.add(message.id);
		says ||= shaping.counts(message);
		message = above(shaping.byId, message);
	}
	return says;
}

function addBranch(shaping: Shaping, name: string, { own, at }: Way): void {
	const spoken = own.find(speaks);
	if (!spoken) return;
	const turn = at && at.seq >= 0 ? turnAt(shaping, at) : [];
	const needsTurnAgain = at !== null && at.seq >= 0 && !leavesWhole(at, turn, spoken);
	const forkSeq = at === null ? 0 : needsTurnAgain ? at.seq : at.seq + 1;
	const groups: ImportedMessage[][] = needsTurnAgain ? [turn.slice(0, at.before + 1)] : [];
	for (const message of own) {
		const says = speaks(message);
		if (says && (message.from === 'user' || groups.length === 0)) groups.push([message]);
		else if (says) groups.at(-1)?.push(message);
		const group = groups.at(-1);
		const place = {
			branch: group ? name : (at?.branch ?? name),
			seq: group ? forkSeq + groups.length - 1 : (at?.seq ?? -1),
			before: group ? group.length - 1 : (at?.before ?? 0)
		};
		if (!shaping.places.has(message.id)) shaping.places.set(message.id, place);
	}
	const parent = name === trunk ? null : (at?.branch ?? trunk);
	const turns = groups.map(turnFrom);
	shaping.branches.set(name, { name, parent, forkSeq, messages: groups, turns });
}

/** A branch may leave after a whole turn; if it leaves inside one, the beginning of that turn is copied. */
const leavesWhole = (
	at: Place,
	turn: readonly ImportedMessage[],
	spoken: ImportedMessage
): boolean => at.before + 1 >= turn.length && spoken.from === 'user';

/** Messages of the turn of a place, wherever on the way to the trunk it stands. */
function turnAt({ branches }: Shaping, { branch, seq }: Place): readonly ImportedMessage[] {
	let row = branches.get(branch);
	while (row && seq < row.forkSeq) row = row.parent === null ? undefined : branches.get(row.parent);
	return row?.messages[seq - row.forkSeq] ?? [];
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
