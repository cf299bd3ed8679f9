/** Words of tidying memory and of its lines at the review desk. */
import * as format from '../../../format.ts';

const changes = (value: number) =>
	format.count(value, { one: 'change waits', other: 'changes wait' });

export const tidy = {
	title: 'Tidy my memory',
	help: ({ model, host }: { readonly model: string; readonly host: string }) =>
		`${model} at ${host} is sent the lines of your memory files, as far as they may go there, and drafts which to merge, shorten, move to MEMORY.md or drop. Nothing changes before you accept it at the review desk.`,
	helpOnDevice:
		'On this device, lines that say the same are found by rules. Merging, shortening and moving needs a model: choose one under Settings. Nothing changes before you accept it at the review desk.',
	run: 'Tidy my memory',
	running: 'Looking through your memory…',
	byRules: (value: number) =>
		value === 0
			? 'No line is there twice. For more than that a model is needed.'
			: `${changes(value)} at the review desk: lines that are there twice.`,
	byModel: (value: number) =>
		value === 0 ? 'Nothing to tidy, says the model.' : `${changes(value)} at the review desk.`,
	unusable:
		'The model answered with something other than a list of changes. Nothing was changed; try again.',
	toDesk: 'Go to the review desk',
	acts: {
		merge: 'Tidy: becomes this one line',
		move: 'Tidy: moves',
		drop: 'Tidy: is taken out'
	},
	goes: 'Goes out',
	because: (why: string) => `Because: ${why}`
} as const;
