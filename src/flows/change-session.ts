import type { ResetPolicy, SessionPolicy } from '#core/session.ts';
import { addActivity } from '#db/records.ts';
import { changeSession } from '#db/sessions.ts';
import { forgottenAmong } from '#db/tombstones.ts';
import { done, doneOf, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/** Small changes to a session that a person makes in its menu. */

type Ports = Pick<App, 'db' | 'clock'>;

/** An empty title changes nothing. */
export async function renameSession({ db }: Ports, id: string, title: string): Promise<Done> {
	const line = title.replace(/\s+/gu, ' ').trim().slice(0, 200);
	if (line === '') return done;
	return doneOf(await changeSession(db, id, () => ({ title: line, titleFrom: 'user' })));
}

export const pinSession = async ({ db }: Ports, id: string, on: boolean): Promise<Done> =>
	doneOf(await changeSession(db, id, () => ({ pinned: on })));

/** Put sessions into a folder, or with null into none. A folder is there while something is in it. */
export async function moveSessions(
	{ db }: Ports,
	ids: readonly string[],
	folder: string | null
): Promise<Done> {
	return forEachSession(ids, async (id) => doneOf(await changeSession(db, id, () => ({ folder }))));
}

/** One after the other; the first that fails ends it and is told. */
export async function forEachSession(
	ids: readonly string[],
	change: (id: string) => Promise<Done>
): Promise<Done> {
	for (const id of ids) {
		const outcome = await change(id);
		if (outcome.status === 'failed') return outcome;
	}
	return done;
}

/** Take a session out of sight. It can be brought back until it is forgotten. */
export async function deleteSession({ db, clock }: Ports, id: string): Promise<Done> {
	const at = clock.now();
	const stored = await changeSession(db, id, () => ({ deletedAt: at }));
	if (stored.status === 'failed') return doneOf(stored);
	await addActivity(db, {
		id: clock.newId(),
		at,
		kind: 'deletion',
		sessionId: id,
		details: { what: 'session', title: stored.value.title },
		failure: null
	});
	return done;
}

/** Bring a deleted session back, unless it has been forgotten by now. */
export async function restoreSession({ db }: Ports, id: string): Promise<Done> {
	if ((await forgottenAmong(db, [id])).size > 0) return failed({ kind: 'forgotten' });
	return doneOf(await changeSession(db, id, () => ({ deletedAt: null })));
}

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

/** One field of the preset for one session alone; undefined: as the preset has it. */
export const overrideField = async (
	{ db }: Ports,
	id: string,
	name: string,
	value: unknown
): Promise<Done> =>
	doneOf(
		await changeSession(db, id, ({ policy }) => {
			const others = Object.entries(policy.overrides).filter(([other]) => other !== name);
			const overrides = Object.fromEntries(
				value === undefined ? others : [...others, [name, value]]
			);
			return { policy: { ...policy, overrides } };
		})
	);

/** The model of one session; null: the default of the settings. */
export const setSessionModel = async (
	{ db }: Ports,
	id: string,
	model: string | null
): Promise<Done> => doneOf(await changeSession(db, id, () => ({ model })));
