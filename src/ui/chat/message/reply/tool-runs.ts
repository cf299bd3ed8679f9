import type { ReplyPart } from '#core/reply/reply-parts.ts';

/** Many calls of one tool in a row: one line stands for them, so that they do not push the answer off the screen. */

export type ToolCall = Extract<ReplyPart, { kind: 'tool' }>;

interface ToolRun {
	readonly kind: 'run';
	readonly key: string;
	readonly name: string;
	readonly calls: readonly ToolCall[];
}

/** So many are a run; fewer stand each for itself. */
const least = 4;

export function withRuns(parts: readonly ReplyPart[]): readonly (ReplyPart | ToolRun)[] {
	const shown: (ReplyPart | ToolRun)[] = [];
	let calls: ToolCall[] = [];
	const end = () => {
		const [first] = calls;
		if (first && calls.length >= least)
			shown.push({ kind: 'run', key: `run ${first.key}`, name: first.name, calls });
		else shown.push(...calls);
		calls = [];
	};
	for (const part of parts) {
		if (part.kind !== 'tool' || calls[0]?.name !== part.name) end();
		if (part.kind === 'tool') calls.push(part);
		else shown.push(part);
	}
	end();
	return shown;
}
