import { isNamedImage } from '#core/import/named-file.ts';
import type { Block, ToolResultBlock } from '#core/log/blocks.ts';
import type { Step, Turn } from '#core/log/turn.ts';

/** How many pictures of imported turns are not there: their names stand in their places. */
export const missingImagesIn = (turns: readonly Turn[], steps: readonly Step[]): number =>
	[
		...turns.flatMap(({ asked }) => asked),
		...steps.flatMap(({ content, results }) => [
			...content,
			...(results ?? []).flatMap(partsOfResult)
		])
	].filter((block) => block.type === 'text' && isNamedImage(block.text)).length;

const partsOfResult = ({ content }: ToolResultBlock): readonly Block[] =>
	typeof content === 'string'
		? content.split('\n').map((text) => ({ type: 'text', text }))
		: content;
