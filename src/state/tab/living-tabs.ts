import type { App } from '#flows/ports.ts';
import { penLock } from '#flows/ports/lock-names.ts';

/** Words that a living tab has are its own: in two tabs they would be sent twice. */

/** Whether the tab is gone whose words lie under this id. */
type IsTabGone = (tab: string) => Promise<boolean>;

/** Whoever keeps words for a tab: under which id, and how it is told whether another one is gone. */
export interface OwnTab {
	readonly id: string;
	readonly isGone: IsTabGone;
}

/** Of no tab, beside none that lives. */
export const noTab: OwnTab = { id: '', isGone: () => Promise.resolve(true) };

/** How long a page may take to go, ms. */
const going = 1000;

/** By the lock it holds while it lives (`keepPens`). Where the browser has none nobody knows, and each is taken for gone. */
export const isTabGone =
	({ locks }: Pick<App, 'locks'>): IsTabGone =>
	async (tab) => {
		const signal = AbortSignal.timeout(going);
		const asked = await locks.hold(penLock(tab), () => Promise.resolve(), { wait: true, signal });
		return asked.status === 'done';
	};

/** Of what lies there, what no tab has any more; `tabOf`: whose it was, empty for none. */
export async function leftByTabs<Row>(
	rows: readonly Row[],
	tabOf: (row: Row) => string,
	{ isGone }: OwnTab
): Promise<Row[]> {
	const isLeft = async (tab: string) => tab === '' || isGone(tab);
	const left = await Promise.all(rows.map((row) => isLeft(tabOf(row))));
	return rows.filter((_, at) => left[at]);
}
