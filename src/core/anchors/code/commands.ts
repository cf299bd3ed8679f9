/** Finds what is typed at a prompt: commands, their options, settings of the environment. */
import type { Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';

/** Programs whose name is no word of prose. */
const programs = [
	// JavaScript.
	'npm|npx|pnpm|yarn|bun|deno|tsx|tsc',
	// Where code is kept and runs.
	'git|gh|docker|kubectl|helm|terraform',
	// Other languages.
	'pip3?|pipx|poetry|uv|pytest|cargo|rustup|mix|iex|cmake|gradle|mvn|rake',
	// Systems, networks, databases.
	'brew|apt|apt-get|curl|wget|ssh|scp|rsync|psql|sqlite3|redis-cli|systemctl|sudo|chmod|chown|mkdir',
	// Searching and cutting text.
	'grep|rg|sed|awk|tmux',
	// Tests and builds.
	'vitest|jest|eslint|prettier|playwright|vite|ffmpeg|jq'
].join('|');

/** Programs that prose knows too: only at the beginning of a line of code. */
const homonyms = [
	'python3?|node|go|make|bundle|gem|ruby|java|perl|php',
	'cd|ls|cat|cp|mv|rm|find|export|source|echo|tail|head|test|open|kill'
].join('|');

/** What stands after the name of a program where it is spoken of, and not called. */
const spokenOf = [
	'is|are|was|were|has|had|and|or|to|will|would|can|could|should|may|the|a|an|in|on|for|with|does|did|do',
	'as|at|by|of|from|that|this|which|hooks?|commands?|scripts?|repos?|repository|repositories|history',
	'servers?|library|project|directory|workflow|documentation|docs|if|but|so|not|it|its'
].join('|');
const verb = String.raw`(?!(?:${spokenOf})(?![\w-]))(?![a-z]+['’])`;
const word = String.raw`[\w@./:=~+-]*[\w/]`;

/** `git rebase --onto main`: a program, what it shall do, and what follows with options. */
const inProse = inPieces(
	'gu',
	'(?<![\\p{L}\\d_./`-])',
	`(?:${programs}) (?:(?:run|exec|dlx|compose|remote|stash) )?`,
	`${verb}[a-z-]${word}(?: -{1,2}[a-z]${word}| ${word}(?= -{1,2}[a-z]))*`
);

const inCode = new RegExp(String.raw`^\s*(?:\$ +)?((?:${programs}|${homonyms}) \S.{0,110})$`, 'u');

/** `NAME=value`, as it is set before a command. */
const setting = /(?<![\w$])[A-Z][A-Z\d_]{2,}=[^\s"'`,;)]+/gu;
const option = /(?<![\w-])--[a-z][a-z\d]+(?:-[a-z\d]+)*(?![\w-])/gu;

/** `text` whole, `prose` the same with code blanked out: in code a command is a line, in prose a few words. */
export function findCommands(text: string, prose: string): Mention[] {
	const found: Mention[] = [];
	for (const pattern of [inProse, setting, option])
		for (const match of matchesOf(pattern, prose))
			found.push({ kind: 'quote', text: match[0], offset: match.index });
	let offset = 0;
	for (const line of text.split('\n')) {
		const command =
			prose.slice(offset, offset + line.length).trim() === '' ? inCode.exec(line) : null;
		const said = command?.[1]?.trimEnd();
		if (said !== undefined)
			found.push({ kind: 'quote', text: said, offset: offset + line.indexOf(said) });
		offset += line.length + 1;
	}
	return found;
}
