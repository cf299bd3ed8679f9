import type { Activity } from '#core/activity.ts';
import type { Failed } from '#core/failure.ts';
import type { ChangedOverrides } from '#core/presets/overrides.ts';
import type { ResetPolicy, Session, SessionPolicy } from '#core/session/session.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { changeSession, changeSessions, undeleteSessions } from '#db/log/sessions.ts';
import { activityOf } from '#flows/activity.ts';
import { copiesGiveWay } from '#flows/copies/give-way.ts';
import { doneOf, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/** Small changes to a session that a person makes in its menu. */

type Ports = Pick<App, 'db' | 'clock'>;
type DeletingPorts = Ports & Pick<App, 'locks' | 'workshop'>;

/** What sessions were before they were changed, by id: the way back. */
interface Before {
	readonly were: ReadonlyMap<string, Partial<Session>>;
	/** Left out: nothing of it can have been forgotten since. See `forgettingNow`. */
	readonly forgotten?: number;
}

/** An empty title changes nothing. */
export async function renameSession(
	{ db }: Ports,
	id: string,
	name: string
): Promise<{ readonly status: 'done'; readonly before: Before } | Failed> {
	const title = name.replace(/\s+/gu, ' ').trim().slice(0, 200);
	const forgotten = await forgettingNow(db);
	let before: Partial<Session> = {};
	const stored = await changeSession(db, id, (session) => {
		before = { title: session.title, titleFrom: session.titleFrom };
		return title === '' ? {} : { title, titleFrom: 'user' };
	});
	if (stored.status === 'failed') return stored;
	const were = new Map([[id, before]]);
	// What somebody has called it is theirs; any other title has words of its messages.
	const isTyped = before.titleFrom === 'user';
	return { status: 'done', before: { were, ...(!isTyped && { forgotten }) } };
}

/** Each session as it was. */
export const changeBack = async ({ db }: Ports, { were, forgotten }: Before): Promise<Done> => {
	const asItWas = ({ id }: Session) => were.get(id) ?? {};
	return doneOf(await changeSessions(db, [...were.keys()], asItWas, { forgotten }));
};

export const pinSessions = async (
	{ db }: Ports,
	ids: readonly string[],
	on: boolean
): Promise<Done> => doneOf(await changeSessions(db, ids, () => ({ pinned: on })));

/** Put sessions into a folder, or with null into none. A folder is there while something is in it. */
export const moveSessions = async (
	{ db }: Ports,
	ids: readonly string[],
	folder: string | null
): Promise<Done> => doneOf(await changeSessions(db, ids, () => ({ folder })));

/** Take sessions out of sight, all of them or none. They can be brought back until they are forgotten. */
export async function deleteSessions(app: DeletingPorts, ids: readonly string[]): Promise<Done> {
	const { db, clock } = app;
	const at = clock.now();
	const tell = ({ id, title }: Session): Activity =>
		activityOf(
			{ clock },
			{ at, kind: 'deletion', sessionId: id, details: { what: 'session', title } }
		);
	const told = (gone: readonly Session[]) => gone.map(tell);
	return copiesGiveWay(app, async () =>
		doneOf(await changeSessions(db, ids, () => ({ deletedAt: at }), { told }))
	);
}

/** Bring deleted sessions back, unless one of them has been forgotten by now. */
export const restoreSessions = async ({ db }: Ports, ids: readonly string[]): Promise<Done> =>
	doneOf(await undeleteSessions(db, ids));

/** How one session is kept short; what is not named stays as it is. */
export const setSessionPolicy = async (
	{ db }: Ports,
	id: string,
	change: Partial<SessionPolicy>
): Promise<Done> =>
	doneOf(await changeSession(db, id, ({ policy }) => ({ policy: { ...policy, ...change } })));

/** When one session is reset; null: as the settings say. */
export const setResetPolicy = async (
	{ db }: Ports,
	id: string,
	resetPolicy: ResetPolicy | null
): Promise<Done> => doneOf(await changeSession(db, id, () => ({ resetPolicy })));

/**
 * What a session has of its own beside its preset, changed as `change` has it: of what stands there by then, for the page
 * may not have read yet what it has written. What does not go with that changes nothing.
 */
export async function changeOverrides(
	{ db }: Ports,
	id: string,
	change: (overrides: SessionPolicy['overrides']) => ChangedOverrides
): Promise<Done | (ChangedOverrides & { readonly status: 'invalid' })> {
	let changed: ChangedOverrides | undefined;
	const stored = await changeSession(db, id, ({ policy }) => {
		changed = change(policy.overrides);
		const { status } = changed;
		return status === 'valid' ? { policy: { ...policy, overrides: changed.overrides } } : {};
	});
	if (stored.status === 'stored' && changed?.status === 'invalid') return changed;
	return doneOf(stored);
}

/** The model of one session; null: the default of the settings. */
export const setSessionModel = async (
	{ db }: Ports,
	id: string,
	model: string | null
): Promise<Done> => doneOf(await changeSession(db, id, () => ({ model })));
