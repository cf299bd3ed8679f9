import type { Asker } from '#core/search/dates.ts';

/** Where and how the person who sits here reckons time: the page and the workshop read the same dates in a query. */
export const asker = (): Asker => ({
	zone: (at) => -new Date(at).getTimezoneOffset(),
	locale: Intl.DateTimeFormat().resolvedOptions().locale
});
