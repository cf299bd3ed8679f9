import type { Failed } from '#core/failure.ts';
import type { LossItem } from '#core/summary/summary.ts';
import { putPin, removePin } from '#db/log/marked.ts';
import { pinsOf } from '#db/log/pins.ts';
import { done, doneOf, failed, onceMore, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';

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
		.map((item) => `- ${item.text.replace(/\s*\n\s*/g, ' ')}`)
		.filter((line) => !there.has(line));
	if (lines.length === 0) return { status: 'done', change: null };
	const after = `${[text.trimEnd(), ...lines].join('\n')}\n`;
	const outcome = await editSummary(ports, summaryId, { text: after }, { seen: { text } });
	return outcome.status === 'failed'
		? outcome
		: { status: 'done', change: { before: text, after } };
}

/** Pin a lost thing, or take the pin off again. */
export async function pinLost(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	{
		sessionId,
		item,
		on
	}: {
		readonly sessionId: string;
		readonly item: Pick<LossItem, 'text' | 'turnId'>;
		readonly on: boolean;
	}
): Promise<Done> {
	const same = (await pinsOf(db, sessionId)).filter(({ text }) => text === item.text);
	if (on && same.length === 0)
		return doneOf(
			await putPin(db, {
				id: clock.newId(),
				sessionId,
				text: item.text,
				turnId: item.turnId,
				at: clock.now()
			})
		);
	for (const { id } of on ? [] : same) {
		const removed = await removePin(db, id);
		if (removed.status === 'failed') return doneOf(removed);
	}
	return done;
}
