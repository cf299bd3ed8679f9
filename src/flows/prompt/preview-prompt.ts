import type { Prompt, RequestBody } from '#core/prompt/prompt.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import type { App } from '#flows/ports.ts';
import type { PreviewAsk } from '#flows/ports/workshop.ts';
import { wellFormed } from '#core/wire/well-formed.ts';
import { readPrompt, type PromptPorts, type ReadPrompt } from '#flows/prompt/read-prompt.ts';

/** What Send would post now: for the inspector and the gauge. Nothing is stored and nothing is sent. */
export async function previewPrompt(app: PromptPorts, ask: PreviewAsk): Promise<Prompt> {
	const { prompt } = await readUnsent(app, ask);
	// What is copied is what would be posted.
	return { ...prompt, body: wellFormed(prompt.body) };
}

/** The same, with what it is made of. */
export const readUnsent = (
	app: PromptPorts,
	{ unsent, ...rest }: PreviewAsk
): Promise<ReadPrompt> => readPrompt(app, { ...rest, asked: { kind: 'unsent', blocks: unsent } });

/** The last conversation request of a session as it was posted, or null when there was none. */
export async function lastRequest(
	app: Pick<App, 'db'>,
	sessionId: string
): Promise<RequestBody | null> {
	const entry = (await ledgerOf(app.db, sessionId)).findLast(({ kind }) => kind === 'chat');
	return entry ? bodyOf(app, entry) : null;
}
