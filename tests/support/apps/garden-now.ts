import type { UserBlock } from '#core/log/blocks.ts';
import { pathOf } from '#core/log/path.ts';
import type { Exchange } from '#core/log/turn.ts';
import { summaryInUse, type Summary } from '#core/summary/summary.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import type { App } from '#flows/ports.ts';
import { appAround, gardenTurns, storeGarden } from './compactable.ts';
import {
	scriptedSummariser,
	soundBeds,
	type ScriptedSummariser
} from '../scripted/scripted-summariser.ts';

/** What tests of compaction look at: the request as it would be now, the summary in use, what has happened. */

/** The request as it would go out now, as JSON. */
export async function bodyNow(app: App): Promise<string> {
	const { body } = await weighed(app, [{ type: 'text', text: 'Go on.' }]);
	return JSON.stringify(body);
}

/** What the request would be now, with its weights. */
export async function weighed(app: App, unsent: readonly UserBlock[] = []) {
	const session = await sessionOf(app.db, 's1');
	if (!session) throw new Error('no session');
	return previewPrompt(app, { session, unsent });
}

export async function inUse({ db }: { readonly db: Truth }): Promise<Summary | null> {
	return summaryInUse(await summariesOf(db, 's1'), pathOf(await branchesOf(db, 's1'), 'trunk'));
}

/** What has happened so far, by kind. */
export const kinds = async ({ db }: { readonly db: Truth }) =>
	(await db.activity.orderBy('at').toArray()).map(({ kind }) => kind);

/** An app around a garden of so many turns, and the model that summarises it. */
export async function withTurns(
	db: Truth,
	turns: number,
	script = soundBeds
): Promise<readonly [App, ScriptedSummariser]> {
	await storeGarden(db, gardenTurns(turns));
	const model = scriptedSummariser(script);
	return [appAround(db, model), model];
}

/** Store the session anew, as it stands after more turns. */
export async function storeMore(db: Truth, exchanges: readonly Exchange[]) {
	await db.turns.bulkPut(exchanges.map(({ turn }) => turn));
	await db.steps.bulkPut(exchanges.flatMap(({ steps }) => steps));
	await db.branches.update(['s1', 'trunk'], { headSeq: exchanges.length - 1 });
}

/** A summary with the five sections of `rounds`. */
export const inFive = [
	'Original Task',
	'Completed Work',
	'Key Technical Decisions',
	'Current State',
	'Pending Work'
]
	.map((name) => `## ${name}\nThe beds are fine.`)
	.join('\n');

/** A summary with the seven sections of `single-shot`. */
export const inSeven = ['Goals', 'Timeline', 'Technical', 'Files', 'Active', 'Unresolved', 'Next']
	.map((name) => `## ${name}\nThe beds are fine.`)
	.join('\n');
