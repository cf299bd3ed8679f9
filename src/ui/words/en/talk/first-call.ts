/** Words of the line before the first paid call of a model. */
import * as format from '../../format.ts';

export const firstCall = {
	price: ({ model, dollars }: { readonly model: string; readonly dollars: number | null }) =>
		dollars === null
			? `What ${model} costs is unknown here. Your provider bills you directly.`
			: `The next message to ${model} costs at most ${format.money(dollars)}. Your provider bills you directly.`,
	agree: 'All right'
} as const;
