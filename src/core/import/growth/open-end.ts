import { unanswered } from '#core/import/chat-steps.ts';
import { isSameJson } from '#core/json.ts';
import type { Block, ToolResultBlock } from '#core/log/blocks.ts';
import type { Step } from '#core/log/turn.ts';

/** An answer that was still being written when its file was made, and the same answer in a later file. */

const isMadeUp = ({ content }: ToolResultBlock): boolean => content === unanswered;

const beginsWith = (whole: readonly Block[], beginning: readonly Block[]): boolean =>
	beginning.every((block, at) => isSameJson(block, whole[at]));

/** Results that are there are the same; one that was never recorded is none. */
const areFilled = (here: Step, file: Step): boolean =>
	(here.results ?? []).every((result) => {
		const same = file.results?.find(({ tool_use_id: id }) => id === result.tool_use_id);
		return same !== undefined && (isMadeUp(result) || isSameJson(result, same));
	});

/** The steps of an answer as a later file has them, if it only goes on where it stands here; null: it does not. */
export function completedBy(here: readonly Step[], file: readonly Step[]): readonly Step[] | null {
	const end = here.length - 1;
	const isBegun = here.every((step, at) => {
		const later = file[at];
		if (!later || step.resultsForgottenAt !== undefined) return false;
		return at < end
			? isSameJson([step.content, step.results], [later.content, later.results])
			: beginsWith(later.content, step.content) && areFilled(step, later);
	});
	const [last, later] = [here[end], file[end]];
	const isMore =
		file.length > here.length ||
		(last && !isSameJson([last.content, last.results], [later?.content, later?.results])) === true;
	return isBegun && isMore ? [...here.slice(0, -1), ...file.slice(Math.max(0, end))] : null;
}
