import { fileBody } from '#core/ledger/filed-body.ts';
import { wellFormed } from '#core/wire/well-formed.ts';
import type { Truth } from '#db/schema.ts';
import { neverStops, waitOrStop } from '#flows/ports/waiting.ts';
import { learnFiled } from '#flows/prompt/keep-ledger.ts';
import {
	promptFrom,
	readSources,
	type PromptAsk,
	type PromptPorts
} from '#flows/prompt/read-prompt.ts';

/**
 * What a message of a long session would wait for is made while it is being written: its turns are read, formed,
 * weighed and hashed, all of which is remembered by object, and it is looked up what of it is on file. Nothing is stored
 * and nothing is sent.
 */

/** Turns at a time, and what lies between, ms: whoever writes must not notice. */
const atOnce = 64;
const between = 30;

/** The session that was begun with last; of one that was, only what is new is made, and that is little. */
const begun = new WeakMap<Truth, string>();

export async function warmPrompt(app: PromptPorts, session: PromptAsk['session']): Promise<void> {
	if (begun.get(app.db) === session.id) return;
	begun.set(app.db, session.id);
	const sources = await readSources(app, session);
	const { length } = sources.exchanges;
	for (let end = atOnce; end < length + atOnce; end += atOnce) {
		await waitOrStop(between, neverStops());
		const exchanges = sources.exchanges.slice(0, end);
		const { prompt } = promptFrom(
			{ ...sources, exchanges },
			{ asked: { kind: 'unsent', blocks: [] } }
		);
		fileBody(wellFormed(prompt.body));
	}
	await learnFiled(app.db, session.id);
}
