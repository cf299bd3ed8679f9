import type { AssistantBlock, TextBlock, ToolResultBlock, UserBlock } from '#core/blocks.ts';

/** Reading session files of Claude Code: JSONL lines chained by `parentUuid`, one assistant message over several lines. */

type Row = Readonly<Record<string, unknown>>;

interface ImportedStep {
	readonly content: readonly AssistantBlock[];
	readonly model: string;
	readonly stopReason: string | null;
	readonly usage: {
		readonly input: number;
		readonly cacheRead: number;
		readonly cacheWrite: number;
		readonly output: number;
	} | null;
	readonly at: number;
	readonly results: readonly ToolResultBlock[];
}

interface ImportedTurn {
	/** Stable, so that importing twice changes nothing. */
	readonly id: string;
	readonly asked: readonly UserBlock[];
	readonly at: number;
	readonly steps: readonly ImportedStep[];
}

export interface ImportedSession {
	readonly id: string;
	readonly title: string;
	readonly createdAt: number;
	readonly turns: readonly ImportedTurn[];
	/** Lines that could not be read, by number from 1. */
	readonly badLines: readonly number[];
	/** Lines of other branches and side chains, left out. */
	readonly elsewhere: number;
}

const isRow = (value: unknown): value is Row =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0);
const time = (value: unknown): number => {
	const at = Date.parse(text(value));
	return Number.isFinite(at) ? at : 0;
};

function parseLines(lines: readonly string[]): { rows: Row[]; badLines: number[] } {
	const rows: Row[] = [];
	const badLines: number[] = [];
	lines.forEach((line, index) => {
		if (line.trim() === '') return;
		try {
			const row: unknown = JSON.parse(line);
			if (isRow(row)) rows.push(row);
			else badLines.push(index + 1);
		} catch (error) {
			if (!(error instanceof SyntaxError)) throw error;
			badLines.push(index + 1);
		}
	});
	return { rows, badLines };
}

/** Whether lines look like a Claude Code session: the first readable ones tell. */
export const looksLikeClaudeCode = (lines: readonly string[]): boolean =>
	parseLines(lines.slice(0, 20)).rows.some(
		(row) =>
			(row['type'] === 'user' || row['type'] === 'assistant') &&
			typeof row['sessionId'] === 'string' &&
			isRow(row['message'])
	);

/** From the newest message up its parents; over a compaction boundary by its logical parent. */
function mainPath(rows: readonly Row[]): Row[] {
	const byId = new Map(rows.map((row) => [text(row['uuid']), row]));
	const isMessage = (row: Row) => row['type'] === 'user' || row['type'] === 'assistant';
	const path: Row[] = [];
	const seen = new Set<string>();
	let row = rows.findLast((candidate) => isMessage(candidate) && candidate['isSidechain'] !== true);
	while (row && !seen.has(text(row['uuid']))) {
		seen.add(text(row['uuid']));
		path.push(row);
		row = byId.get(text(row['parentUuid']) || text(row['logicalParentUuid']));
	}
	return path.reverse();
}

const contentOf = (row: Row): readonly unknown[] => {
	const message = isRow(row['message']) ? row['message'] : {};
	const content = message['content'];
	if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
	return Array.isArray(content) ? content : [];
};

function resultOf(block: Row): ToolResultBlock {
	const content = block['content'];
	const parts = Array.isArray(content) ? content.filter(isRow) : [];
	const joined =
		typeof content === 'string'
			? content
			: parts.map((part) => (part['type'] === 'text' ? text(part['text']) : '[image]')).join('\n');
	return {
		type: 'tool_result',
		tool_use_id: text(block['tool_use_id']),
		content: joined,
		...(block['is_error'] === true ? { is_error: true } : {})
	};
}

function assistantBlock(value: unknown): AssistantBlock | null {
	if (!isRow(value)) return null;
	switch (value['type']) {
		case 'text':
			return text(value['text']).trim() === '' ? null : { type: 'text', text: text(value['text']) };
		case 'thinking':
			return {
				type: 'thinking',
				thinking: text(value['thinking']),
				signature: text(value['signature'])
			};
		case 'tool_use':
			return {
				type: 'tool_use',
				id: text(value['id']),
				name: text(value['name']),
				input: isRow(value['input']) ? value['input'] : {}
			};
		default:
			return null;
	}
}

interface OpenStep extends Omit<ImportedStep, 'content' | 'results'> {
	messageId: string;
	content: AssistantBlock[];
	results: ToolResultBlock[];
}

function stepFrom(row: Row, message: Row): OpenStep {
	const usage = isRow(message['usage']) ? message['usage'] : null;
	return {
		messageId: text(message['id']),
		content: [],
		results: [],
		model: text(message['model']) || 'unknown',
		stopReason: text(message['stop_reason']) || null,
		usage: usage && {
			input: count(usage['input_tokens']),
			cacheRead: count(usage['cache_read_input_tokens']),
			cacheWrite: count(usage['cache_creation_input_tokens']),
			output: count(usage['output_tokens'])
		},
		at: time(row['timestamp'])
	};
}

/** Every call gets a result, in the order of the calls; one that was never recorded says so. */
const answered = (step: OpenStep): ImportedStep => ({
	content: step.content,
	model: step.model,
	stopReason: step.stopReason,
	usage: step.usage,
	at: step.at,
	results: step.content
		.filter((block) => block.type === 'tool_use')
		.map(
			(call): ToolResultBlock =>
				step.results.find((result) => result.tool_use_id === call.id) ?? {
					type: 'tool_result',
					tool_use_id: call.id,
					content: 'No result was recorded for this call.',
					is_error: true
				}
		)
});

/** Turn the lines of one file into turns. Bad lines are skipped and counted, unknown kinds are not fatal. */
export function readClaudeCode(lines: readonly string[]): ImportedSession | null {
	const { rows, badLines } = parseLines(lines);
	const path = mainPath(rows);
	const turns: { id: string; asked: UserBlock[]; at: number; steps: OpenStep[] }[] = [];
	for (const row of path) {
		const message = isRow(row['message']) ? row['message'] : {};
		const turn = turns.at(-1);
		if (row['type'] === 'assistant' && turn) {
			let step = turn.steps.at(-1);
			if (!step || step.messageId !== text(message['id']) || step.results.length > 0) {
				step = stepFrom(row, message);
				turn.steps.push(step);
			}
			for (const value of contentOf(row)) {
				const block = assistantBlock(value);
				if (block) step.content.push(block);
			}
		}
		if (row['type'] !== 'user' || row['isMeta'] === true || row['isCompactSummary'] === true)
			continue;
		const asked: TextBlock[] = [];
		for (const value of contentOf(row)) {
			if (!isRow(value)) continue;
			if (value['type'] === 'tool_result') {
				const result = resultOf(value);
				turn?.steps
					.findLast((step) =>
						step.content.some(
							(block) => block.type === 'tool_use' && block.id === result.tool_use_id
						)
					)
					?.results.push(result);
			} else if (value['type'] === 'text' && text(value['text']).trim() !== '')
				asked.push({ type: 'text', text: text(value['text']) });
			else if (value['type'] === 'image') asked.push({ type: 'text', text: '[image]' });
		}
		if (asked.length > 0)
			turns.push({ id: text(row['uuid']), asked, at: time(row['timestamp']), steps: [] });
	}
	if (turns.length === 0) return null;
	const messages = rows.filter((row) => row['type'] === 'user' || row['type'] === 'assistant');
	const titled = (type: string, field: string) =>
		text(rows.findLast((row) => row['type'] === type)?.[field]);
	const first = turns[0]?.asked[0];
	return {
		id: text(path.find((row) => text(row['sessionId']) !== '')?.['sessionId']),
		title:
			titled('custom-title', 'customTitle') ||
			titled('agent-name', 'agentName') ||
			text(rows.find((row) => row['type'] === 'summary')?.['summary']) ||
			(first?.type === 'text' ? first.text.slice(0, 60) : ''),
		createdAt: turns[0]?.at ?? 0,
		turns: turns.map((turn) => ({
			...turn,
			steps: turn.steps.map(answered).filter((step) => step.content.length > 0)
		})),
		badLines,
		elsewhere: messages.length - path.filter((row) => messages.includes(row)).length
	};
}
