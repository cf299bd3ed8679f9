/** The one extractor: everything in passages that a summary in prose is likely to lose. */
import { coolingOf, warmth } from '#core/anchors/extract/heat.ts';
import { mentionsIn } from '#core/anchors/extract/mentions.ts';
import { idOf, normalise } from '#core/anchors/extract/normal-form.ts';
import { isPlan } from '#core/anchors/extract/plans.ts';
import type { Anchor, Mention, Passage, Speaker } from '#core/anchors/passage.ts';

/** An anchor while its passages are read: a place is added for each that holds it. */
type Growing = Anchor & { readonly places: number[] };

/** Where a mention stands. */
interface Place {
	readonly passage: Passage;
	/** Counted from the start of what is read. */
	readonly at: number;
	readonly isPlanned: boolean;
}

const nobody: Readonly<Record<Speaker, number>> = { user: 0, assistant: 0, tool: 0 };

/** The anchor as it stands after one more mention. */
function withMention(
	known: Growing | undefined,
	mention: Mention,
	normal: string,
	{ passage, at, isPlanned }: Place
): Growing {
	const by = known?.by ?? nobody;
	const places = known?.places ?? [];
	if (places.at(-1) !== at) places.push(at);
	const cooled = known ? known.heat * coolingOf(at - known.last) : 0;
	return {
		kind: known?.kind ?? mention.kind,
		text: known?.text ?? mention.text,
		normal,
		count: (known?.count ?? 0) + 1,
		isFaint: (known?.isFaint ?? true) && mention.isFaint === true,
		by: { ...by, [passage.by]: by[passage.by] + 1 },
		heat: cooled + warmth[passage.by],
		planned: isPlanned ? at : (known?.planned ?? null),
		key: passage.key,
		last: at,
		places
	};
}

/** Every anchor of the passages once, with how often, where last and by whom; in order of first mention. */
export function extractAnchors(
	passages: readonly Passage[],
	{ closely }: { readonly closely: boolean } = { closely: false }
): Anchor[] {
	const found = new Map<string, Growing>();
	passages.forEach((passage, at) => {
		const isPlanned = isPlan(passage);
		for (const mention of mentionsIn(passage, { closely, isPlanned })) {
			const normal = normalise(mention.kind, mention.text);
			if (normal === '') continue;
			const id = idOf(mention.kind, normal);
			found.set(id, withMention(found.get(id), mention, normal, { passage, at, isPlanned }));
		}
	});
	return [...found.values()];
}
