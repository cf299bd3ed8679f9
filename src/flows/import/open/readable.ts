/** A file that was changed, moved or taken away after it had been chosen: the browser then refuses to read it. */
export const isGone = (error: unknown): boolean =>
	error instanceof DOMException &&
	(error.name === 'NotReadableError' || error.name === 'NotFoundError');

/** What was read, or `gone`. */
export async function readable<T>(reading: Promise<T>): Promise<T | 'gone'> {
	try {
		return await reading;
	} catch (error) {
		if (isGone(error)) return 'gone';
		throw error;
	}
}
