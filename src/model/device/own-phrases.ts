import { plain, sentencesOf, type Source } from '#model/device/passages.ts';
import { everyPhrase } from '#model/device/phrases.ts';

/** What the on-device answerer says of itself. A summary or an archive may repeat it; it is no answer to anything. */

/** Said by earlier versions: it stands in what they have answered. */
const former: readonly string[] = [
	'I can only quote what is stored here; a model with a key can answer more, see [Settings](/settings#provider).',
	'Ich kann nur zitieren, was hier gespeichert ist; mehr kann ein Modell mit Schlüssel, siehe [Settings](/settings#provider).',
	'Je ne peux que citer ce qui est enregistré ici ; un modèle avec une clé peut davantage, voir [Settings](/settings#provider).',
	'Solo puedo citar lo que está guardado aquí; un modelo con clave puede más, mira [Settings](/settings#provider).',
	// How several of them ended.
	'choose a model under [Settings](/settings#provider).',
	'wähle ein Modell unter [Settings](/settings#provider).',
	'choisissez un modèle dans [Settings](/settings#provider).',
	'elige un modelo en [Settings](/settings#provider).'
];

const ours: readonly string[] = [...everyPhrase, ...former].flatMap(sentencesOf).map(plain);
/** So much of a sentence that was cut off tells that it is one of ours, characters. */
const enough = 24;

const isOurs = (sentence: string): boolean => {
	const said = plain(sentence);
	return ours.some(
		(own) =>
			own === said ||
			(said.length >= enough && own.startsWith(said)) ||
			// A name may stand before it: “Assistant: …”
			(own.length >= enough && said.endsWith(own))
	);
};

/** A source without our own phrases; null where nothing else stands in it. */
export function withoutOurs(source: Source): Source | null {
	const all = sentencesOf(source.text);
	const kept = all.filter((sentence) => !isOurs(sentence));
	if (kept.length === 0) return null;
	const isCut = kept.length < all.length && { isCut: true as const };
	return { ...source, text: kept.join('\n'), ...isCut };
}

/**
 * The same of all that a search has found, best first. What somebody else has said in the same place as our own, and
 * stands behind that, was most likely found beside it.
 */
export function hitsWithoutOurs(hits: readonly Source[]): readonly Source[] {
	const places = new Set<string | null>();
	return hits.flatMap((hit) => {
		const left = withoutOurs(hit);
		if (hit.link !== null && (left === null || left.isCut)) places.add(hit.link);
		if (left === null) return [];
		return places.has(left.link) ? { ...left, isCut: true } : left;
	});
}
