import type { LineStory } from '#core/provenance/line-story.ts';
import { storyOfLine, storyOfProposal } from '#flows/memory/line-story.ts';
import type { App } from '#flows/ports.ts';

/** Whose line is asked about: one of a file, or one that waits at the desk. */
export type AskedLine =
	{ readonly path: string; readonly text: string } | { readonly proposalId: string };

/** The answer to "Why do you know this?". */
export const storyOf = (app: App, asked: AskedLine): Promise<LineStory | null> =>
	'path' in asked ? storyOfLine(app, asked) : storyOfProposal(app, asked.proposalId);
