import { readFileSync } from 'node:fs';
import type { ArchiveLine } from '#core/archive/archive.ts';
import { exchangesOf } from '#core/archive/archive.ts';
import { brokenLink, chainStart, chainEnd } from '#core/log/chain.ts';
import { textOf } from '#core/log/blocks.ts';
import type { Imported, ImportedChat } from '#core/import/chat.ts';
import { chatLines } from '#core/import/chat-lines.ts';
import { recognise } from '#core/import/recognise.ts';
import type { Branch } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';

/** Files of other products, made by us to their schemas. */

const folder = 'tests/fixtures/import/';

export const foreignText = (name: string): string => readFileSync(folder + name, 'utf8');

/** A file as it is chosen. */
export const fileOf = (name: string) => ({ file: new Blob([foreignText(name)]), name });

/** A file of each product whose conversations are read. */
export const everyProduct = [
	'chatgpt.json',
	'claude-ai.json',
	'claude-code.jsonl',
	'pi.jsonl',
	'open-webui.json',
	'librechat.json',
	'librechat-tree.json',
	'llama-ui.json',
	'llama-ui.jsonl',
	'nextchat.json',
	'chatbox.json',
	'big-agi.json',
	'nexus.md',
	'basic-memory.md'
];

/** Those that are JSON. */
export const everyJsonProduct = everyProduct.filter((name) => name.endsWith('.json'));

/** Everything that a JSON fixture holds. */
export function foundIn(name: string): Imported[] {
	const parsed = JSON.parse(foreignText(name)) as unknown;
	return (Array.isArray(parsed) ? parsed : [parsed]).flatMap(recognise);
}

export const chatsIn = (name: string): ImportedChat[] =>
	foundIn(name).flatMap((found) => (found.what === 'chat' ? [found.chat] : []));

export const memoriesIn = (name: string): string[] =>
	foundIn(name).flatMap((found) =>
		found.what === 'memories' ? found.memories.map(({ text }) => text) : []
	);

/** Its lines where it is imported in November 2026. */
export const linesOf = (chat: ImportedChat): ArchiveLine[] =>
	chatLines(chat, new Map(), Date.UTC(2026, 10, 20));

/** What was said in a chat, one line a message, branch by branch. */
export function transcriptOf(chat: ImportedChat): Record<string, string[]> {
	const lines = linesOf(chat);
	const { exchanges } = exchangesOf(lines);
	const branches = lines.filter((line) => line.type === 'branch');
	return Object.fromEntries(
		branches.map((branch, index) => [
			index === 0 ? 'trunk' : `branch ${String(index)} at ${String(branch.forkSeq)}`,
			exchanges.filter(({ turn }) => turn.branch === branch.branch).flatMap(said)
		])
	);
}

const said = ({ turn, steps }: Exchange): string[] => [
	`you: ${turn.asked.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join(' | ')}`,
	...steps.flatMap((step) => [
		...step.content.map((block) => {
			if (block.type === 'thinking') return `thought: ${block.thinking}`;
			if (block.type === 'tool_use') return `call: ${block.name} ${JSON.stringify(block.input)}`;
			return `it: ${block.type === 'text' ? block.text : ''}`;
		}),
		...(step.results ?? []).map(
			(result) =>
				`result${result.is_error ? ' (error)' : ''}: ${typeof result.content === 'string' ? result.content : textOf(result.content)}`
		)
	])
];

/** The first branch whose chain of hashes does not hold, or null. */
export function brokenBranch(lines: readonly ArchiveLine[]): string | null {
	const { exchanges } = exchangesOf(lines);
	const branches = lines.filter(
		(line): line is ArchiveLine & { type: 'branch' } => line.type === 'branch'
	);
	const session = lines.find((line) => line.type === 'session');
	const at = (branch: string, seq: number): Exchange | undefined => {
		const row: Branch | undefined = branches.find((one) => one.branch === branch);
		if (row && seq < row.forkSeq) return row.parent === null ? undefined : at(row.parent, seq);
		return exchanges.find(({ turn }) => turn.branch === branch && turn.seq === seq);
	};
	for (const branch of branches) {
		const before =
			branch.forkSeq === 0 ? undefined : at(branch.parent ?? branch.branch, branch.forkSeq - 1);
		if (branch.forkSeq > 0 && !before) return branch.branch;
		const own = exchanges.filter(({ turn }) => turn.branch === branch.branch);
		if (own.length !== branch.headSeq - branch.forkSeq + 1) return branch.branch;
		const start = before ? chainEnd(before) : chainStart(session?.id ?? '');
		if (brokenLink(start, own) !== null) return branch.branch;
	}
	return null;
}
