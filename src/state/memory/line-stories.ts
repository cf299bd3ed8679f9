import { bulletLike } from '#core/memory/compared-lines.ts';
import type { LineStory } from '#core/provenance/line-story.ts';
import { memoryFile } from '#db/memory/files.ts';
import { storyOfLine, storyOfProposal } from '#flows/memory/line-story.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/** Whose line is asked about: one of a file, or one that waits at the desk. */
export type AskedLine =
	{ readonly path: string; readonly text: string } | { readonly proposalId: string };

/**
 * The answer to "Why do you know this?", followed; null: the line is there no more. One that is only being written was never
 * there, and is told of as well.
 */
export function storyOf(app: App, asked: AskedLine): Live<LineStory | null> {
	let wasThere = false;
	return new Live(async () => {
		if (!('path' in asked)) return storyOfProposal(app, asked.proposalId);
		const text = (await memoryFile(app.db, asked.path))?.text ?? '';
		const isThere = bulletLike(text, asked.text) !== undefined;
		wasThere ||= isThere;
		return wasThere && !isThere ? null : storyOfLine(app, asked);
	});
}
