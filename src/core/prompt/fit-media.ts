import type { Exchange } from '#core/log/turn.ts';
import type { AssembleInput, Newest } from '#core/prompt/input.ts';
import { holdsMedia, mediaLeftOut, mediaOf, withNotes } from '#core/prompt/media.ts';
import { refusedBy } from '#core/prompt/refused-part.ts';
import { onDevice } from '#core/settings.ts';

interface Said {
	readonly shown: readonly Exchange[];
	readonly newest: Newest;
}

/**
 * Brings pictures and files of a request into what its endpoint takes: the oldest, and those it refuses, go as notes.
 * The answerer on this device looks at none, and says so itself.
 */
export function fitMedia(
	{ shown, newest }: Said,
	{ card, exchanges }: Pick<AssembleInput, 'card' | 'exchanges'>
): Said & { readonly notes: readonly string[] } {
	const asked = newest.kind === 'turn' ? newest.exchange : { turn: newest, steps: [] };
	const none = { shown, newest, notes: [] };
	if (card.id === onDevice || !(holdsMedia(asked) || shown.some(holdsMedia))) return none;
	const said = [...shown, asked].map(mediaOf);
	const log = newest.kind === 'turn' ? [...exchanges, newest.exchange] : exchanges;
	const refused = refusedBy(card.id, log);
	const out = mediaLeftOut(said, { window: card.window, refused });
	if (out.size === 0) return none;
	return {
		shown: shown.map((exchange) => withNotes(exchange, out)),
		newest:
			newest.kind === 'turn'
				? { ...newest, exchange: withNotes(newest.exchange, out) }
				: withNotes({ turn: newest, steps: [] }, out).turn,
		notes: said.flatMap((blocks, at) =>
			blocks.flatMap((block, file) => (out.has(block) ? [`${String(at)} ${String(file)}`] : []))
		)
	};
}
