import type { Session } from '#core/session/session.ts';
import type { Truth } from '#db/schema.ts';
import { openSessions } from '#db/log/sessions.ts';
import { calmly, watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

const shown = ['id', 'title', 'kind', 'offRecord', 'pinned', 'folder', 'activeAt'] as const;

/** A session as the list at the side needs it. */
export type SessionEntry = Readonly<Pick<Session, (typeof shown)[number]>>;

const entryOf = (session: Session): SessionEntry =>
	Object.fromEntries(shown.map((name) => [name, session[name]])) as unknown as SessionEntry;

const isSame = (a: SessionEntry, b: SessionEntry | undefined): boolean =>
	b !== undefined && shown.every((name) => a[name] === b[name]);

/** While many are written, as by an import, the list is read anew only so often, ms. */
const calm = 400;

/** All open sessions, newest activity first; pinned ones are for the reader to put on top. */
export class SessionList {
	readonly #entries: Live<readonly SessionEntry[]>;

	constructor(db: Truth) {
		this.#entries = new Live<readonly SessionEntry[]>(
			calmly(
				watch(async () => (await openSessions(db)).map(entryOf)),
				calm
			),
			(before, read) =>
				before?.length === read.length && read.every((entry, at) => isSame(entry, before[at]))
					? before
					: read
		);
	}

	/** Undefined until the database has answered once. */
	get entries(): readonly SessionEntry[] | undefined {
		return this.#entries.current;
	}

	find(sessionId: string | undefined): SessionEntry | undefined {
		return this.entries?.find(({ id }) => id === sessionId);
	}
}

/** All open sessions whole, newest activity first: for pages that look at one of them. */
export const watchOpenSessions = ({ db }: Pick<App, 'db'>): Live<Session[]> =>
	new Live(() => openSessions(db));
