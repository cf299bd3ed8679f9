import type { Failure } from '#core/failure.ts';
import type { Exchange, Mark } from '#core/log/turn.ts';
import type { LeftOut } from '#core/prompt/prompt.ts';
import type { LiveReply } from '#flows/answer/reply/live-reply.ts';
import type { Sought } from '#state/search/sought.svelte.ts';
import type { TurnActions } from '#ui/chat/message/turn-actions.ts';
import { noVersions, type Versions } from '#ui/chat/transcript/branch-versions.ts';
import TurnRow from '#ui/chat/transcript/TurnRow.svelte';
import { anExchange } from '../../support/builders/a-turn.ts';
import { all, show } from './kit-page.ts';

/** One turn of the transcript, for tests of its rows. */

export const waits: Mark = { sessionId: 's1', turnId: 't1', kind: 'waiting', at: 1 };

/** The words on all buttons. */
export const offered = () => all('button').map((button) => button.textContent.trim());

export interface How {
	readonly askedElsewhere?: boolean;
	readonly answering?: boolean;
	readonly isLast?: boolean;
	readonly goesOn?: boolean;
	readonly marks?: readonly Mark[];
	readonly exchange?: Exchange;
	readonly before?: number;
	readonly waitingLines?: number;
	readonly versions?: Versions;
	readonly highlighted?: boolean;
	readonly sought?: Sought;
	readonly failure?: Failure;
	readonly leftOut?: readonly LeftOut[];
	readonly live?: LiveReply;
	readonly tryNow?: TurnActions['tryNow'];
	readonly copy?: TurnActions['copy'];
	readonly storeNow?: TurnActions['storeNow'];
	readonly answer?: TurnActions['answer'];
	readonly sendWords?: TurnActions['sendWords'];
	readonly takeBack?: TurnActions['takeBack'];
	/** The session was neither deleted nor reset. */
	readonly isOpen?: boolean;
	/** Why no summary came of the last try to make room for it. */
	readonly inVain?: Failure;
}

export const aReply = (over: Partial<LiveReply>): LiveReply => ({
	sessionId: 's1',
	turnId: 't1',
	branch: 'main',
	seq: 0,
	index: 0,
	continues: false,
	content: [],
	state: 'calling',
	retry: null,
	model: 'claude-test-5',
	...over
});

/** One turn on screen, as `how` says; else a message that waits for the network. */
export function row({
	leftOut = [],
	tryNow,
	copy,
	storeNow,
	answer,
	sendWords,
	takeBack,
	isOpen = true,
	inVain,
	...how
}: How) {
	const actions = {
		leftOut: () => leftOut,
		isOpen: () => isOpen,
		tryNow,
		copy,
		storeNow,
		answer,
		sendWords,
		takeBack,
		isOff: () => false,
		inVain: () => inVain ?? null
	} as unknown as TurnActions;
	return show(TurnRow, {
		exchange: anExchange(0, 'Are you there?', null),
		before: null,
		marks: [waits],
		live: null,
		answering: false,
		isLast: true,
		goesOn: true,
		actions,
		versions: noVersions,
		failure: null,
		askedElsewhere: false,
		editing: false,
		onedit: () => undefined,
		highlighted: false,
		waitingLines: 0,
		ondrawn: () => undefined,
		...how
	});
}
