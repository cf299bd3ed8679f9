import type { AssembleInput } from '#core/prompt/input.ts';
import { blockOf, type PromptPart } from '#core/prompt/parts.ts';
import { chooseSteps } from '#core/prompt/chosen-steps.ts';
import { coveredStep } from '#core/log/coverage.ts';
import { carriedRole, type SummaryForm } from '#core/summary/form.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Exchange } from '#core/log/turn.ts';
import { sayAssistant, sayUser, type Wire } from '#core/wire/wire.ts';
import { noCalls, questionFrom, questionOf } from '#core/wire/wire-rows.ts';

/**
 * Builds the messages of a prompt, in order: the reference (pins, first request, summary, anchors), the exchanges, and
 * the newest message.
 */

/** Pins, first request, summary and anchors, each its own block, before everything else. */
export function sayReference(
	wire: Wire,
	reference: readonly PromptPart[],
	form: SummaryForm
): void {
	const on = reference.filter((part) => part.on);
	const byAssistant = on.filter(
		({ source }) =>
			carriedRole(form) === 'assistant' && (source === 'Summary' || source === 'Anchors')
	);
	const byUser = on.filter((part) => !byAssistant.includes(part));
	sayUser(wire, { role: 'user', content: byUser.map(blockOf) });
	if (byAssistant.length === 0) return;
	const message = { role: 'assistant', content: byAssistant.map(blockOf) } as const;
	sayAssistant(wire, { bare: message, full: message, results: null, calls: noCalls }, null);
}

/** A question and the steps that answer it. `next`: see `chooseSteps`. */
export function sayExchange(
	wire: Wire,
	exchange: Exchange,
	{ summary, next }: { readonly summary: Summary | null; readonly next: 'on' | 'anew' | null }
): void {
	sayUser(wire, questionOf(exchange.turn));
	const after = coveredStep(exchange, summary?.through ?? null);
	for (const { step, form } of chooseSteps(exchange.steps, next, after)) {
		sayAssistant(wire, form, step.basis);
		wire.places.push({ step, at: wire.messages.length - 1 });
		if (form.results) sayUser(wire, form.results);
	}
}

/** What the user says now, with the steps that were said to it already. */
export function sayNewest(
	wire: Wire,
	{ newest, summary }: Pick<AssembleInput, 'newest' | 'summary'>
): void {
	if (newest.kind === 'turn') sayExchange(wire, newest.exchange, { summary, next: newest.goes });
	else sayUser(wire, questionFrom(newest.asked, newest.stamp));
}
