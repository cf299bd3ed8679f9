import { chainEnd, linkStep } from '#core/log/chain.ts';
import type { Exchange, Step } from '#core/log/turn.ts';

/**
 * A whole reply behind what another tab has kept of it as broken off, in whose place it stands as by Retry; null where
 * that is not how its turn ends. Of what goes on from an earlier step that would have to give way too; what broke off
 * here with the same words is written once, and nothing never.
 */
export function stepBehindKept(step: Step, exchange: Exchange): Step | null {
	const kept = exchange.steps.at(-1);
	const isOfThis =
		kept?.state === 'interrupted' && kept.index === step.index && kept.startedAt === step.startedAt;
	if (!isOfThis || step.continues || step.content.length === 0) return null;
	const saysMore = JSON.stringify(kept.content) !== JSON.stringify(step.content);
	if (step.state === 'interrupted' && !saysMore) return null;
	const index = kept.index + 1;
	const hash = linkStep(chainEnd(exchange), { turnId: step.turnId, index }, step.content);
	return { ...step, index, hash };
}
