import { interruptedStep, isOfTurn } from '#core/reply/interrupted-step.ts';
import { closedStep } from '#core/reply/open-ends.ts';
import { chainEnd } from '#core/log/chain.ts';
import { isOpen, type Step } from '#core/log/turn.ts';
import { priceOfCall } from '#core/models/price.ts';
import { cacheLifetimeOf } from '#core/settings.ts';
import { cardOf } from '#core/models/model-card.ts';
import { usageOfBroken, type LostCall } from '#core/wire/broken-usage.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { readSettings } from '#db/settings.ts';
import type { PartialReply } from '#db/schema.ts';
import { everyPartial, partialOf, removePartial } from '#db/scratch/unsent.ts';
import { readExchange } from '#db/log/turns.ts';
import { appendStep, completeStep } from '#db/log/append.ts';
import type { App } from '#flows/ports.ts';
import { giveUpCall } from '#flows/prompt/record-usage.ts';
import { sessionLock } from '#flows/ports/lock-names.ts';

/**
 * After a crash or a closed tab: what was written of a reply becomes an interrupted step, and calls that never got a
 * result get one that says so (INV-22). Replies that another tab is writing are left alone. Returns how many replies
 * were recovered; running it again recovers nothing.
 */
export async function recoverReplies(app: App): Promise<number> {
	let recovered = 0;
	for (const { sessionId } of await everyPartial(app.scratch)) {
		const held = await app.locks.hold(sessionLock(sessionId), () => recoverReply(app, sessionId), {
			wait: false
		});
		if (held.status === 'done' && held.value) recovered++;
	}
	return recovered;
}

/** Recovers what is left of a reply, if there still is anything. Called under the lock of the session. */
export async function recoverReply(app: App, sessionId: string): Promise<boolean> {
	const partial = await partialOf(app.scratch, sessionId);
	if (!partial) return false;
	const lost = await paidFor(app, partial);
	const { usage, cost } = lost;
	const changed = await settleStep(app, partial, { usage, cost });
	if (changed === 'failed') return false;
	await giveUpCalls(app, partial, lost);
	await removePartial(app.scratch, sessionId);
	return changed === 'changed';
}

/** What a call that nobody heard the end of has taken: as it was reported, and what came of it. */
async function paidFor(
	{ db }: App,
	{ usage: reported = null, content, model }: PartialReply
): Promise<LostCall> {
	const settings = await readSettings(db);
	const usage = usageOfBroken(reported, { came: content, model });
	const lifetime = cacheLifetimeOf(settings, model);
	return { model, usage, cost: priceOfCall(usage, cardOf(settings, model), lifetime) };
}

/** None of its turn will be answered any more: `lost`, the one for this step, nor one behind it that had just gone out. */
async function giveUpCalls(
	{ db }: App,
	{ sessionId, turnId, index }: PartialReply,
	lost: LostCall
): Promise<void> {
	for (const entry of await ledgerOf(db, sessionId))
		if (entry.turnId === turnId)
			await giveUpCall({ db }, entry, entry.step === index ? lost : undefined);
}

async function settleStep(
	{ db }: App,
	partial: PartialReply,
	paid: Pick<Step, 'usage' | 'cost'>
): Promise<'changed' | 'nothing' | 'failed'> {
	let exchange = await readExchange(db, partial);
	if (!isOfTurn(partial, exchange)) return 'nothing';
	const open = exchange.steps.at(-1);
	if (open && isOpen(open)) {
		const { results, resultsHash } = closedStep(open);
		const stored = await completeStep(db, open, results, resultsHash);
		if (stored.status === 'failed') return 'failed';
		exchange = (await readExchange(db, partial)) ?? exchange;
	}
	const step = interruptedStep(partial, exchange, paid);
	if (!step) return 'nothing';
	const stored = await appendStep(db, step, chainEnd(exchange));
	return stored.status === 'stored' ? 'changed' : 'failed';
}
