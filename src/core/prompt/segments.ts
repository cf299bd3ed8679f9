import { leastSummary } from '#core/plan/sizes.ts';
import type { Fitted } from '#core/prompt/fit-media.ts';
import type { AssembleInput } from '#core/prompt/input.ts';
import { isOff, type PromptPart } from '#core/prompt/parts.ts';
import type { LeftOut, Prompt, Segment, SegmentSource } from '#core/prompt/prompt.ts';
import { readStretch } from '#core/prompt/stretch.ts';
import { scaleOf, type Scale } from '#core/prompt/weight/weigh-parts.ts';

/** The parts as the inspector lists them, in its order. */
export function listSegments(
	input: AssembleInput,
	said: {
		readonly parts: readonly PromptPart[];
		readonly cleared: readonly string[];
		readonly leftOut: Fitted['leftOut'];
		readonly recent: Prompt['body']['messages'];
		/** The word about lost turns is none of them. */
		readonly hasRecent: boolean;
		readonly newest: Prompt['body']['messages'];
	}
): readonly Segment[] {
	const scale = scaleOf(input.session, input.card.id);
	const listed = { switchable: true, absent: null } as const;
	const ofNewest = leastOf(said.newest, scale);
	// Where nothing else could be summarised, the summary in use stays.
	const mayGo = said.hasRecent || ofNewest.least !== undefined;
	const segments: Segment[] = said.parts.map((part) => {
		const tokens = scale.text(part.text);
		const least = mayGo ? leastBehind[part.source] : undefined;
		return {
			...part,
			tokens,
			...(least !== undefined && { least: Math.min(least, tokens) }),
			switchable: true
		};
	});
	if (said.recent.length > 0)
		segments.push({
			...listed,
			source: 'Recent messages',
			// The text is put together only when it is read: a long session is megabytes, and most prompts are only
			// weighed.
			get text() {
				return readStretch(said.recent);
			},
			tokens: scale.messages(said.recent),
			on: !isOff(input, 'Recent messages'),
			...(said.cleared.length > 0 ? { cleared: said.cleared } : {}),
			...noted(said.leftOut.recent)
		});
	if (input.tools.length > 0)
		segments.push({
			...listed,
			source: 'Tools',
			text: JSON.stringify(input.tools, null, '\t'),
			tokens: scale.tools(input.tools),
			on: !isOff(input, 'Tools')
		});
	segments.push({
		...listed,
		source: 'New message',
		text: readStretch(said.newest),
		tokens: scale.messages(said.newest),
		...ofNewest,
		on: true,
		switchable: false,
		...noted(said.leftOut.newest)
	});
	return segments;
}

/** So much of what stands for messages stays whatever is summarised next: the summary that takes its place, tokens. */
const leastBehind: Readonly<Partial<Record<SegmentSource, number>>> = {
	Summary: leastSummary,
	Anchors: 0
};

/** The question and the newest step always stay; a summary may stand for the steps between them. */
function leastOf(newest: Prompt['body']['messages'], scale: Scale): Pick<Segment, 'least'> {
	const last = newest.findLastIndex(({ role }) => role === 'assistant');
	return last > 1 ? { least: scale.messages([...newest.slice(0, 1), ...newest.slice(last)]) } : {};
}

const noted = (leftOut: readonly LeftOut[]): Pick<Segment, 'leftOut'> =>
	leftOut.length > 0 ? { leftOut } : {};
