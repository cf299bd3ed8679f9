import type { LossItem } from '#core/summary/summary.ts';
import { putPin, pinsOf, removePin } from '#db/log/pins.ts';
import { done, doneOf, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';

/** One click brings back what a summary lost: into its text, or as a pin that goes along word for word. */

/** Put a lost thing at the end of the summary as it stands now; the edit can be undone like any other. */
export async function addLost(
	app: Pick<App, 'db' | 'clock' | 'workshop'>,
	summaryId: string,
	item: Pick<LossItem, 'text'>
): Promise<Done> {
	const summary = await app.db.summaries.get(summaryId);
	if (!summary) return failed({ kind: 'changed-meanwhile' });
	if (summary.text.includes(item.text)) return done;
	const line = `- ${item.text.replace(/\s*\n\s*/g, ' ')}`;
	const outcome = await editSummary(app, summaryId, {
		text: `${summary.text.trimEnd()}\n${line}\n`
	});
	return outcome.status === 'failed' ? outcome : done;
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
