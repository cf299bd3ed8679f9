/** Gathers what binds and what is open, for a summary made of real sentences. */
import { findSentences } from '#core/anchors/bonds/bonds.ts';
import type { Passage } from '#core/anchors/passage.ts';
import { proseOf } from '#core/anchors/text/prose.ts';

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** What the user has laid down or decided. */
export function bindingIn(passages: readonly Passage[]): string[] {
	return unique(
		passages
			.filter(({ by }) => by === 'user')
			.flatMap(({ text, by }) => findSentences(proseOf(text), by))
			.filter(({ kind }) => kind !== 'question')
			.map(({ text }) => text)
	);
}

/** Questions of the last answer, and of the user after it. */
export function openIn(passages: readonly Passage[]): string[] {
	const last = passages.findLastIndex(({ by }) => by === 'assistant');
	return unique(
		passages
			.slice(Math.max(0, last))
			.filter(({ by }) => by !== 'tool')
			.flatMap(({ text, by }) => findSentences(proseOf(text), by))
			.filter(({ kind }) => kind === 'question')
			.map(({ text }) => text)
	);
}
