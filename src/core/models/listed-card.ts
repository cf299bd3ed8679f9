import type { ModelCard } from '#core/models/model-card.ts';
import { cleanText } from '#core/text/clean-text.ts';

/** What comes of the models that an endpoint lists. */

/** What the endpoint says, but for the numbers that the user wrote, and those that it leaves out (INV-11). */
export function listedCard(
	known: ModelCard | undefined,
	{ name, ...told }: ModelCard,
	endpoint: string
): ModelCard {
	const said = { ...told, name: cleanText(name).text || told.id };
	const listedAt = { ...known?.listedAt, [endpoint]: said.lookedUpAt ?? 0 };
	if (!known) return { ...said, listedAt };
	const keepWindow = known.windowBy === 'user' || said.window === null;
	const keepOutput = known.outputBy === 'user' || said.maxOutput === null;
	return {
		...said,
		listedAt,
		window: keepWindow ? known.window : said.window,
		windowBy: keepWindow ? known.windowBy : said.windowBy,
		maxOutput: keepOutput ? known.maxOutput : said.maxOutput,
		outputBy: keepOutput ? known.outputBy : said.outputBy,
		prices: known.prices ?? said.prices,
		priceStep: known.priceStep ?? said.priceStep
	};
}

/** Who answers where nobody was chosen: a middling one, newest first as endpoints list them; else the first there is. */
export const defaultModel = (listed: readonly ModelCard[]): ModelCard | undefined =>
	listed.find(({ id }) => id.includes('sonnet')) ?? listed[0];
