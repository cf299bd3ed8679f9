import type { UserBlock } from '#core/blocks.ts';
import type { Prompt, RequestBody } from '#core/prompt.ts';
import type { Session } from '#core/session.ts';
import { ledgerOf } from '#db/records.ts';
import { bodyOf } from '#flows/keep-ledger.ts';
import type { App } from '#flows/ports.ts';
import { readPrompt } from '#flows/read-prompt.ts';

/** What Send would post now: for the inspector and the gauge. Nothing is stored and nothing is sent. */
export async function previewPrompt(
	app: App,
	ask: {
		readonly session: Session;
		readonly unsent: readonly UserBlock[];
		readonly switchedOff?: readonly string[];
		readonly answerer?: string;
	}
): Promise<Prompt> {
	const { unsent, ...rest } = ask;
	const read = await readPrompt(app, { ...rest, asked: { kind: 'unsent', blocks: unsent } });
	return read.prompt;
}

/** The last conversation request of a session as it was posted, or null when there was none. */
export async function lastRequest(
	app: Pick<App, 'db'>,
	sessionId: string
): Promise<RequestBody | null> {
	const entry = (await ledgerOf(app.db, sessionId)).findLast(({ kind }) => kind === 'chat');
	return entry ? bodyOf(app, entry) : null;
}
