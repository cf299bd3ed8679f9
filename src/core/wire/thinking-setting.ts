import type { RequestBody } from '#core/prompt/prompt.ts';

/** Whether a model is asked to think. Left out where it is not known to be taken: an unknown field is a rejected request. */

/** Claude 4.6 and newer take adaptive thinking. */
function takesAdaptive(model: string): boolean {
	const version = /claude-[a-z]+-(\d+)(?:[-.](\d{1,2}))?(?!\d)/.exec(model);
	if (!version) return false;
	const major = Number(version[1]);
	return major > 4 ? major < 100 : major === 4 && Number(version[2] ?? 0) >= 6;
}

export const thinkingOf = (
	setting: 'adaptive' | 'off',
	model: string
): Pick<RequestBody, 'thinking'> =>
	setting === 'adaptive' && takesAdaptive(model) ? { thinking: { type: 'adaptive' } } : {};
