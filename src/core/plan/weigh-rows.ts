import type { Weigh } from '#core/plan/items.ts';
import type { Scale } from '#core/prompt/weight/weigh-parts.ts';
import { questionOf, stepFormOf } from '#core/wire/wire-rows.ts';

/** The weights of the wire: what the assembler would send, weighed as it weighs, each row once. */
export const weighRows = (scale: Scale): Weigh => ({
	key: scale.key,
	question: (turn) => scale.messages([questionOf(turn)]),
	step: (step) => {
		const form = stepFormOf(step);
		return form ? scale.messages(form.results ? [form.bare, form.results] : [form.bare]) : 0;
	},
	text: (text) => scale.text(text),
	written: (row, how, write) => scale.written(row, how, write)
});
