import { textOf } from '#core/log/blocks.ts';
import { isCovered } from '#core/log/coverage.ts';
import { isKeptOut } from '#core/log/marks.ts';
import { isAnswered, type Exchange, type Position } from '#core/log/turn.ts';
import type { Form } from '#core/presets/preset.ts';

/**
 * The request that a summary repeats word for word behind its own text: that of the turn it ends in, as its preset
 * wants it (INV-30). Empty where nothing is repeated.
 */
export function repeatedRequest(
	{ turn, steps }: Exchange,
	{
		through,
		form: { lastRequest },
		leftOut
	}: {
		readonly through: Position;
		readonly form: Pick<Form, 'lastRequest'>;
		readonly leftOut: ReadonlySet<string>;
	}
): string {
	const repeats =
		lastRequest === 'always' || (lastRequest === 'unanswered' && !isAnswered({ steps }));
	// A turn that is covered in part has its question verbatim behind the summary anyway.
	if (!repeats || isKeptOut(turn, leftOut) || !isCovered({ turn, steps }, through)) return '';
	return textOf(turn.asked).trim();
}
