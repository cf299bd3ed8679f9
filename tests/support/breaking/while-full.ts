/** What comes before a row is written, where a table lets one listen to it: `db.steps.hook('creating')`. */
interface Writing {
	subscribe(refuse: () => never): void;
	unsubscribe(refuse: () => never): void;
}

/** For as long as something is done, the disk has no room for what is written there. */
export async function whileFull<T>(
	writing: Writing | readonly Writing[],
	act: () => Promise<T>
): Promise<T> {
	const refuse = (): never => {
		throw new DOMException('no room', 'QuotaExceededError');
	};
	const places = [writing].flat();
	for (const place of places) place.subscribe(refuse);
	try {
		return await act();
	} finally {
		for (const place of places) place.unsubscribe(refuse);
	}
}
