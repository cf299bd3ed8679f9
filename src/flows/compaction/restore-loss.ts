import type { Failed } from '#core/failure.ts';
import { leftOutTurns } from '#core/log/marks.ts';
import { passagesOf } from '#core/summarise/passages.ts';
import type { LossItem } from '#core/summary/summary.ts';
import { pinsOf } from '#db/log/pins.ts';
import { readPath } from '#db/log/sessions.ts';
import { marksOf, readExchanges } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { storing } from '#db/storing.ts';
import { done, failed, onceMore, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { pinText, unpin, type Pinning } from '#flows/sessions/pin-text.ts';

/** One click brings back what a summary lost: into its text, or as a pin that goes along word for word. */

type AddPorts = Pick<App, 'db' | 'clock' | 'workshop'>;
type Lost = Pick<LossItem, 'text'>;

/** `change`: the text before and after; null where all of it stood there already. */
type Added =
	| {
			readonly status: 'done';
			readonly change: { readonly before: string; readonly after: string } | null;
	  }
	| Failed;

/**
 * Put lost things at the end of the summary as it stands now: one edit, which can be undone like any other. Where the
 * summary was changed in that very moment, by the button of another lost thing perhaps, they are put at its end once more.
 */
export const addLost = (
	ports: AddPorts,
	summaryId: string,
	...items: readonly Lost[]
): Promise<Added> => onceMore(() => addOnce(ports, summaryId, items));

async function addOnce(ports: AddPorts, summaryId: string, items: readonly Lost[]): Promise<Added> {
	const summary = await ports.db.summaries.get(summaryId);
	if (!summary) return failed({ kind: 'changed-meanwhile' });
	const { text } = summary;
	// By its own line: 5 km is lost though 15 km stands there.
	const there = new Set(text.split('\n'));
	const lines = items
		.map((item) => `- ${item.text.replace(/(?<!\s)\s*\n\s*/g, ' ')}`)
		.filter((line) => !there.has(line));
	if (lines.length === 0) return { status: 'done', change: null };
	const after = `${[text.trimEnd(), ...lines].join('\n')}\n`;
	const outcome = await editSummary(ports, summaryId, { text: after }, { seen: { text } });
	return outcome.status === 'failed'
		? outcome
		: { status: 'done', change: { before: text, after } };
}

/** Pin a lost thing, or take off again every pin of its words, also of a whole message that says no more than them. */
export async function pinLost(
	app: Pick<App, 'db' | 'clock'>,
	{
		sessionId,
		item,
		on
	}: {
		readonly sessionId: string;
		readonly item: Pick<LossItem, 'text' | 'turnId' | 'seq'>;
		readonly on: boolean;
	}
): Promise<Pinning> {
	const { text } = item;
	if (on) {
		const said = await storing(async () => item.turnId ?? whoSaid(app.db, sessionId, item));
		if (said.status === 'failed') return { outcome: said, back: null };
		return pinText(app, { sessionId, turnId: said.value, text });
	}
	const pins = (await pinsOf(app.db, sessionId)).filter((pin) => pin.text === text);
	const gone: Pinning[] = [];
	for (const pin of pins) {
		const one = await unpin(app, pin);
		if (one.outcome.status === 'failed') return one;
		gone.push(one);
	}
	return { outcome: done, back: gone.length === 0 ? null : () => allBack(gone) };
}

/** So many turns are read at once. */
const stretch = 100;

/**
 * The newest turn that says in these words what the summary before had kept: with that message its pin goes. Looked
 * for on the click alone, since archives may have to be opened. Null: the words are the summary's own.
 */
async function whoSaid(
	db: Truth,
	sessionId: string,
	{ text, seq }: Pick<LossItem, 'text' | 'seq'>
): Promise<string | null> {
	const path = await readPath(db, sessionId);
	const leftOut = leftOutTurns(await marksOf(db, sessionId));
	for (let throughSeq = seq; throughSeq >= 0; throughSeq -= stretch) {
		const range = { fromSeq: Math.max(0, throughSeq - stretch + 1), throughSeq };
		const said = passagesOf(await readExchanges(db, sessionId, path, range), leftOut);
		const found = said.findLast((passage) => passage.text.includes(text));
		if (found) return found.key;
	}
	return null;
}

/** The first that cannot be put back ends it. */
async function allBack(gone: readonly Pinning[]): Promise<Done> {
	for (const { back } of gone) {
		const outcome = (await back?.()) ?? done;
		if (outcome.status === 'failed') return outcome;
	}
	return done;
}
