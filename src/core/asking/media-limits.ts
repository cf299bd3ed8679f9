/** What the Messages API takes of pictures and documents: of each, and of all that stand in one request. */
export const mediaLimits = {
	/** Largest picture, in characters of its base64. */
	picture: 5 * 1024 * 1024,
	/** Longest side of a picture, in pixels; the second where a request holds more than `many` pictures. */
	edge: 8000,
	edgeAmongMany: 2000,
	many: 20,
	/** No model reads a document of more pages. */
	pages: 600,
	/** Base64 of all together, characters: a request may have 32 MB, and words and tools need some of it. */
	together: 28_000_000
} as const;

/** Pictures and pages together that stand in one request, by the window of the model (tokens; null: unknown). */
export const mostMedia = (window: number | null): number =>
	window !== null && window > 200_000 ? mediaLimits.pages : 100;
