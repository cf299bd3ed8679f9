import type { Mark, MarkKind } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';

/**
 * What a Markdown file says of words that somebody keeps out of memory or of prompts. The file is to be passed on, also to
 * another Keepsake: there it has to hold as it does here.
 */

/** Fields of the front matter, which stand there where they are so. */
export const heldAsFields = ({ kind, offRecord }: Pick<Session, 'kind' | 'offRecord'>): string[] =>
	Object.entries({ guest: kind === 'guest', 'off-the-record': offRecord }).flatMap(
		([name, holds]) => (holds ? [`${name}: true`] : [])
	);

export const readHeldAs = (
	fields: ReadonlyMap<string, string>
): Pick<Session, 'kind' | 'offRecord'> => ({
	kind: fields.get('guest') === 'true' ? 'guest' : 'main',
	offRecord: fields.get('off-the-record') === 'true'
});

export type KeepsOut = Extract<MarkKind, 'off-record' | 'left-out'>;

/** What the heading of a message says in its brackets. */
const saidOf: readonly (readonly [KeepsOut, string])[] = [
	['off-record', 'off the record'],
	['left-out', 'left out of prompts']
];

/** `marks`: those of its turn. */
export const keptOutWords = (marks: readonly Mark[]): string[] =>
	saidOf.flatMap(([kind, words]) => (marks.some((mark) => mark.kind === kind) ? [words] : []));

export const readKeptOut = (heading: string): KeepsOut[] =>
	saidOf.flatMap(([kind, words]) => (heading.includes(words) ? [kind] : []));
