import type { Activity } from '#core/jobs.ts';
import { words } from '../words/words.ts';

/** One thing that happened, as a sentence: what, and the details that are known of it. */
export function activityText({ kind, details }: Activity): string {
	const known = words.activity;
	const number = (name: string): number | null => {
		const value = details[name];
		return typeof value === 'number' ? value : null;
	};
	const text = (name: string): string => {
		const value = details[name];
		return typeof value === 'string' ? value : '';
	};
	const counted = (name: string, say: (value: number) => string): string => {
		const value = number(name);
		return value === null || value === 0 ? '' : say(value);
	};
	const round = number('round');
	const before = number('tokensBefore') ?? number('before');
	const after = number('tokensAfter') ?? number('after');
	const by = text('by') || text('trigger');
	const ways: Readonly<Record<string, string>> = known.by;
	const parts = [
		text('title'),
		text('path') || text('name'),
		round === null ? '' : known.round(round),
		before !== null && after !== null ? known.tokens({ before, after }) : '',
		Object.hasOwn(ways, by) ? ways[by] : '',
		counted('sessions', known.sessions),
		counted('turns', known.turns),
		counted('memoryFiles', known.memoryFiles),
		counted('proposals', known.proposals),
		counted('skippedLines', known.skipped)
	].filter((part) => part !== undefined && part !== '');
	return [known.kinds[kind], ...parts].join(' · ');
}
