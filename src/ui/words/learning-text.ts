import type { Learning } from '#core/learning/import-learning.ts';
import { failureText } from './failure-text.ts';
import { words } from './all-words.ts';

/** How far learning from imported conversations is, in words. */

/** One sentence for the status line. */
export function learningText(job: Learning): string {
	const { of, todo, lines: found, spent, state } = job;
	const far = { done: of - todo.length, of };
	const said =
		state === 'done'
			? words.learning.done(of)
			: state === 'paused'
				? words.learning.paused(far)
				: words.learning.running(far);
	return `${said} · ${words.learning.sofar({ found, spent })}`;
}

/** Why it stands still, or null where nobody has to be told. */
export function learningTrouble({ why }: Pick<Learning, 'why'>): string | null {
	if (why === null || why.kind === 'asked') return null;
	if (why.kind === 'desk-full') return words.learning.why['desk-full'](why.waiting);
	return why.kind === 'failed' ? failureText(why.failure) : words.learning.why[why.kind];
}
