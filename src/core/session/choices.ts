import type { Session } from '#core/session/session.ts';

/** What somebody chooses for a session: it goes along into the one that follows a reset, and comes with a later state from a file. */
export const choicesOf = ({
	model,
	policy,
	resetPolicy,
	pinned,
	folder,
	switchedOff
}: Session): Partial<Session> => ({ model, policy, resetPolicy, pinned, folder, switchedOff });
