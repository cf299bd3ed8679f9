import { isNotLoaded } from '#state/tab/edge.ts';

/** What kept a page from being shown, for the page that stands in its place: of all that may be thrown no word but that. */
export const handleError = ({
	error,
	message
}: {
	readonly error: unknown;
	readonly message: string;
}): { readonly message: string } => ({ message: isNotLoaded(error) ? 'not-loaded' : message });
