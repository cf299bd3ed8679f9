import type { Session } from '#core/session/session.ts';
import { sharedStorage, tabStorage } from '#db/web-storage.ts';

/**
 * Chats that were begun and have no message yet: each outlives its tab, with all that was chosen for it, for what stands
 * unsent in it does.
 */

export type BegunSession = Pick<Session, 'id' | 'kind' | 'offRecord'> &
	Partial<Pick<Session, 'model' | 'policy' | 'switchedOff' | 'resetPolicy'>>;

/**
 * Stands before the id in the storage that all tabs share. Under this alone a tab has the one that it began or changed
 * last: it and no other, where that was before all were kept.
 */
export const begunKey = 'keepsake-begun';

/** What the browser takes no more of, by its key: it lives as long as this tab, which is enough for one chat. */
const inTab = new Map<string, string>();

const read = (store: Pick<Storage, 'getItem'>, id = ''): BegunSession | null =>
	JSON.parse(
		inTab.get(begunKey + id) ?? store.getItem(begunKey + id) ?? 'null'
	) as BegunSession | null;

function write(store: Pick<Storage, 'setItem'>, id: string, text: string): void {
	try {
		store.setItem(begunKey + id, text);
		inTab.delete(begunKey + id);
	} catch {
		// Full or not allowed.
		inTab.set(begunKey + id, text);
	}
}

/** In a new profile nothing stands there yet. */
export const mayBeBegun = (): boolean => sharedStorage().length + tabStorage().length > 0;

/** The one that was begun or changed in this tab last. */
export const lastBegun = (): BegunSession | null => read(tabStorage());

export function readBegun(id: string): BegunSession | null {
	const begun = read(sharedStorage(), id) ?? lastBegun();
	return begun?.id === id ? begun : null;
}

export function writeBegun(session: BegunSession): void {
	const { id, kind, offRecord, model, policy, switchedOff, resetPolicy } = session;
	// Of a version that kept only the last one it stands nowhere else.
	const last = lastBegun();
	if (last) write(sharedStorage(), last.id, JSON.stringify(last));
	const text = JSON.stringify({ id, kind, offRecord, model, policy, switchedOff, resetPolicy });
	write(sharedStorage(), id, text);
	write(tabStorage(), '', text);
}

/** Held by a tab in which a chat was begun: what stands unsent there is its own. Stands here, for it is needed before the composer works. */
export const begunLock = (sessionId: string): string => `begun:${sessionId}`;
