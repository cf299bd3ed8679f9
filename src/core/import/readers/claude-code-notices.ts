/** What Claude Code writes into a session in the user's name: commands it was given, what they printed, tasks that ended. */

/** Whether a text is what a command printed, or tells that a task has ended. */
export const isNotice = (words: string): boolean =>
	/^\s*<(?:task-notification>|(local-command-\w+)>[^]*<\/\1>\s*$)/.test(words);

/** A command as it was typed, of a text that stands for one; null: it is none. */
export function commandIn(words: string): string | null {
	if (!/^\s*<command-(?:name|message)>/.test(words)) return null;
	const name = /<command-name>\s*\/?([^<\s]+)\s*<\/command-name>/.exec(words)?.[1];
	const more = /<command-args>([^]*)<\/command-args>/.exec(words)?.[1]?.trim() ?? '';
	return name === undefined ? null : `/${name}${more === '' ? '' : ` ${more}`}`;
}

/** Whether a command that the program carries out passes on words of the user: what a summary shall keep. */
export const isAskedToo = (typed: string): boolean => /^\/compact\s/.test(typed);
