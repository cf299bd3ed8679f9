import type { Exchange, Turn } from '#core/log/turn.ts';
import type { AssembleInput, Newest } from '#core/prompt/input.ts';
import {
	holdsMedia,
	isBare,
	mediaLeftOut,
	mediaOf,
	nameOf,
	withNotes,
	type Media
} from '#core/prompt/media.ts';
import type { LeftOut } from '#core/prompt/prompt.ts';
import { refusedBy } from '#core/prompt/refused-part.ts';
import { onDevice } from '#core/models/model-card.ts';

interface Said {
	readonly shown: readonly Exchange[];
	readonly newest: Newest;
}

/** The same with notes, and what they stand for: of the recent messages, and of the newest one. */
export interface Fitted extends Said {
	/** Where the notes stand. */
	readonly notes: readonly string[];
	readonly leftOut: { readonly recent: readonly LeftOut[]; readonly newest: readonly LeftOut[] };
}

/**
 * Brings pictures and files of a request into what its endpoint takes: the oldest, and those it refuses, go as notes, and no
 * picture tells where it was taken.
 * The answerer on this device looks at none, and says so itself.
 */
export function fitMedia(
	{ shown, newest }: Said,
	{ card, endpoint, exchanges }: Pick<AssembleInput, 'card' | 'endpoint' | 'exchanges'>
): Fitted {
	const asked = newest.kind === 'turn' ? newest.exchange : { turn: newest, steps: [] };
	const none = { shown, newest, notes: [], leftOut: { recent: [], newest: [] } };
	if (card.id === onDevice || !(holdsMedia(asked) || shown.some(holdsMedia))) return none;
	const said = [...shown, asked].map(mediaOf);
	const log = newest.kind === 'turn' ? [...exchanges, newest.exchange] : exchanges;
	const refused = refusedBy({ model: card.id, endpoint }, log);
	const out = mediaLeftOut(said, { window: card.window, refused });
	if (out.size === 0 && said.flat().every(isBare)) return none;
	const told = ({ turn }: Asked, blocks: readonly Media[] = []): readonly LeftOut[] =>
		blocks.flatMap((block) => {
			const why = out.get(block);
			if (!why) return [];
			const turnId = 'turnId' in turn ? turn.turnId : null;
			return [{ turnId, place: turn.asked.indexOf(block), name: nameOf(block), why }];
		});
	return {
		shown: shown.map((exchange) => withNotes(exchange, out)),
		newest:
			newest.kind === 'turn'
				? { ...newest, exchange: withNotes(newest.exchange, out) }
				: withNotes({ turn: newest, steps: [] }, out).turn,
		notes: said.flatMap((blocks, at) =>
			blocks.flatMap((block, file) => (out.has(block) ? [`${String(at)} ${String(file)}`] : []))
		),
		leftOut: {
			recent: shown.flatMap((exchange, at) => told(exchange, said[at])),
			newest: told(asked, said.at(-1))
		}
	};
}

/** A question, also one that is not stored yet. */
interface Asked {
	readonly turn: Pick<Turn, 'asked'> | Pick<Turn, 'asked' | 'turnId'>;
}
