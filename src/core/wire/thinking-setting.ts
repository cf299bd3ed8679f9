import type { RequestBody } from '#core/prompt/prompt.ts';
import type { ModelCard } from '#core/models/model-card.ts';

/**
 * Whether a model is asked to think. Left out where it is not known to be taken: an unknown field is a rejected
 * request. Newer models think by themselves where nothing is said, so "off" is said wherever that is known to be taken.
 */
export function thinkingOf(
	setting: 'adaptive' | 'off',
	{ id, thinking }: Pick<ModelCard, 'id' | 'thinking'>
): Pick<RequestBody, 'thinking'> {
	if (setting === 'off') return thinking?.disabled ? { thinking: { type: 'disabled' } } : {};
	return (thinking?.adaptive ?? takesAdaptive(id)) ? { thinking: { type: 'adaptive' } } : {};
}

/** Claude 4.6 and newer take adaptive thinking. */
function takesAdaptive(model: string): boolean {
	// A longer number is a date.
	const [, major, minor] =
		/claude-[a-z]+-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/.exec(model) ?? [];
	return Number(major) > 4 || (major === '4' && Number(minor) >= 6);
}
