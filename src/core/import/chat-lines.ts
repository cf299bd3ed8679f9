import { archiveLines, type ArchiveLine } from '#core/archive/archive.ts';
import type { UserBlock } from '#core/log/blocks.ts';
import { chainStart, linkResults, linkStep, linkTurn, chainEnd } from '#core/log/chain.ts';
import { emptySession } from '#core/session/empty-session.ts';
import type {
	ImportedBlock,
	ImportedChat,
	ImportedImage,
	ImportedText
} from '#core/import/chat.ts';
import { shapeOf, type ShapedBranch, type ShapedTurn } from '#core/import/chat-shape.ts';
import { stepsOf, storedPart, type ImportedStep, type Pictures } from '#core/import/chat-steps.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { startOfText } from '#core/text/excerpt.ts';
import { plainLine } from '#core/text/plain-line.ts';
import { trunk, type Branch, type Session } from '#core/session/session.ts';
import { sha256 } from '#core/sha256.ts';
import type { Exchange, Mark, Step } from '#core/log/turn.ts';
import { isNamedFile, isQuotation } from '#core/import/named-file.ts';

/** An imported chat in our own shape, with its hash chain. The same chat gives the same ids, so a second import is a no-op. */

/** A UUID made from a name (version 8: own scheme), always the same for the same name. */
export function uuidOf(name: string): string {
	const hex = sha256(name);
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Whether an id is one of those; ours are of version 7. */
export const isMade = (id: string): boolean => /^.{8}-.{4}-8.{3}-a.{3}-.{12}$/.test(id);

/** The id of a chat in its product; without one, how the chat begins stands for it. */
function nameOf(chat: ImportedChat): string {
	if (chat.id !== '') return `${chat.format} ${chat.id}`;
	const opening = chat.messages.slice(0, 3).map(({ content }) => content);
	return `${chat.format} ${sha256(JSON.stringify([chat.title, chat.createdAt, opening]))}`;
}

/** The id that a chat has here. */
export const sessionIdOf = (chat: ImportedChat): string => uuidOf(nameOf(chat));

/** Titles longer than this are cut, UTF-16 units. */
const longestTitle = 200;

/** A title of a file as it is shown: one line, without signs nobody sees and marks that nobody draws. */
export const titleLine = (text: string): string =>
	startOfText(
		plainLine(
			cleanText(text)
				.text.replace(/\s+/g, ' ')
				.trim()
				.slice(0, 2 * longestTitle)
		),
		longestTitle
	);

interface ChatHead {
	readonly title: string;
	readonly createdAt: number;
	readonly activeAt: number;
}

/**
 * Title and times of a chat, taken from its first question and its messages where the product has none. `now`: the time
 * of the import, which stands where none is told at all.
 */
export function chatHeadOf(
	chat: ImportedChat,
	branches: readonly ShapedBranch[],
	now: number
): ChatHead {
	const turns = branches[0]?.turns ?? [];
	const times = turns.flatMap(({ asked, answers }) =>
		[...(asked ? [asked] : []), ...answers].map(({ at }) => at).filter((at) => at > 0)
	);
	const said = turns
		.flatMap(({ asked }) => asked?.content ?? [])
		.flatMap((block) => (block.type === 'text' && block.text.trim() !== '' ? [block.text] : []));
	// What came with a question stands before it and is no title, unless nothing else was said.
	const isBeside = (words: string) => isNamedFile(words) || isQuotation(words);
	const first = said.find((words) => !isBeside(words)) ?? said[0] ?? '';
	const title = titleLine(chat.title) || startOfText(titleLine(first.slice(0, 500)), 60);
	const createdAt = chat.createdAt || times[0] || chat.activeAt || now;
	return {
		title,
		createdAt,
		activeAt: Math.max(chat.activeAt, createdAt, ...times.slice(-1))
	};
}

/** All blocks of a chat, those of results included. */
function* blocksIn(branches: readonly ShapedBranch[]): Generator<ImportedBlock> {
	for (const { turns } of branches)
		for (const { asked, answers } of turns)
			for (const message of asked ? [asked, ...answers] : answers)
				for (const block of message.content) {
					yield block;
					if (block.type === 'result') yield* block.parts;
				}
}

/** The images of a chat whose bytes are not in the chat itself, by name. */
export function* imagesElsewhere(branches: readonly ShapedBranch[]): Generator<string> {
	for (const block of blocksIn(branches))
		if (block.type === 'image' && !block.data) yield block.name;
}

/** How many signs that nobody can see are left out of a chat. */
export function hiddenSigns(branches: readonly ShapedBranch[]): number {
	let removed = 0;
	for (const block of blocksIn(branches))
		if (block.type === 'text' || block.type === 'thinking')
			removed += cleanText(block.text).removed;
	return removed;
}

const isShown = (block: ImportedBlock): block is ImportedText | ImportedImage =>
	(block.type === 'text' && block.text.trim() !== '') || block.type === 'image';

/** Stands in for the question where an answer came without one: the API wants a user message first. */
export const noQuestion = '[This conversation begins with an answer.]';

function askedOf({ asked }: ShapedTurn, pictures: Pictures): UserBlock[] {
	const blocks = (asked?.content ?? []).filter(isShown).map((part) => storedPart(part, pictures));
	return blocks.length > 0 ? blocks : [{ type: 'text', text: noQuestion }];
}

/** The lines of a chat, as an archive of its session would hold them; none when nothing was said in it. */
export function chatLines(chat: ImportedChat, pictures: Pictures, now: number): ArchiveLine[] {
	const shaped = shapeOf(chat).branches;
	if (shaped.length === 0) return [];
	const name = nameOf(chat);
	const sessionId = uuidOf(name);
	const head = chatHeadOf(chat, shaped, now);
	const rows = new Map<string, { branch: Branch; exchanges: Exchange[] }>();
	const marks: Mark[] = [];
	const branchId = (at: string) => (at === trunk ? trunk : uuidOf(`${name} branch ${at}`));

	function tailBefore(at: string, seq: number): string {
		let row = rows.get(at);
		while (row && seq < row.branch.forkSeq)
			row = row.branch.parent === null ? undefined : rows.get(row.branch.parent);
		const exchange = row?.exchanges[seq - row.branch.forkSeq];
		return exchange ? chainEnd(exchange) : chainStart(sessionId);
	}

	for (const shape of shaped) {
		const branch = branchId(shape.name);
		const parent = shape.parent === null ? null : branchId(shape.parent);
		let link = parent === null ? chainStart(sessionId) : tailBefore(parent, shape.forkSeq - 1);
		let last = head.createdAt;
		const exchanges = shape.turns.map((turn, index): Exchange => {
			const own = turn.asked ?? turn.answers[0];
			const at = branch === trunk ? '' : ` in ${branch}`;
			const turnId = uuidOf(`${name} ${own?.id ?? ''}${at}`);
			last = own?.at || last;
			const place = { sessionId, branch, seq: shape.forkSeq + index, turnId };
			const steps = stepsOf(turn.answers, pictures);
			const exchange = linked({
				place,
				askedAt: last,
				asked: askedOf(turn, pictures),
				steps,
				link
			});
			for (const kind of turn.asked?.keptOut ?? [])
				marks.push({ sessionId, turnId, kind, at: last });
			link = chainEnd(exchange);
			last = steps.at(-1)?.at || last;
			return exchange;
		});
		const headSeq = shape.forkSeq + exchanges.length - 1;
		const { forkSeq } = shape;
		const row: Branch = { sessionId, branch, parent, forkSeq, headSeq, createdAt: head.createdAt };
		rows.set(branch, { branch: row, exchanges });
	}
	const session: Session = {
		...emptySession(sessionId, head.createdAt),
		...chat.heldAs,
		title: head.title,
		titleFrom: 'import',
		pinned: chat.pinned === true,
		activeAt: head.activeAt
	};
	const all = [...rows.values()];
	return archiveLines({
		session,
		branches: all.map(({ branch }) => branch),
		exchanges: all.flatMap(({ exchanges }) => exchanges),
		summaries: [],
		marks
	});
}

function linked(turn: {
	readonly place: Pick<Step, 'sessionId' | 'branch' | 'seq' | 'turnId'>;
	readonly askedAt: number;
	readonly asked: readonly UserBlock[];
	readonly steps: readonly ImportedStep[];
	readonly link: string;
}): Exchange {
	const { place, askedAt, asked } = turn;
	const hash = linkTurn(turn.link, place.turnId, asked);
	let before = hash;
	const steps = turn.steps.map((step, index): Step => {
		const stepHash = linkStep(before, { turnId: place.turnId, index }, step.content);
		const results = step.results.length > 0 ? step.results : null;
		const resultsHash = results && linkResults(stepHash, results);
		before = resultsHash ?? stepHash;
		return {
			...place,
			index,
			hash: stepHash,
			content: step.content,
			model: step.model,
			state: 'complete',
			stopReason: step.stopReason,
			usage: step.usage,
			cost: null,
			epoch: 0,
			basis: null,
			startedAt: step.at || askedAt,
			endedAt: step.at || askedAt,
			failure: null,
			continues: false,
			results,
			resultsHash
		};
	});
	return { turn: { ...place, hash, asked, askedAt, stamp: '', source: 'import' }, steps };
}
