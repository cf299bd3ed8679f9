import fc from 'fast-check';
import { builtInPresets } from '#core/presets/built-in.ts';
import { branchesOf, changeSession, everySession } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { branchFrom, editMessage, regenerateReply } from '#flows/answer/edit-message.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { coolEverything } from '#flows/archives/cool-turns.ts';
import { warmSession } from '#flows/archives/warm-turns.ts';
import { deleteSessions, renameSession, restoreSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { pinText } from '#flows/sessions/pin-text.ts';
import { resetSession, undoReset } from '#flows/sessions/reset-session.ts';
import { setMark, type MarkAsk } from '#flows/sessions/set-mark.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { packer } from '#worker/workshop/packer.ts';
import { text } from '../builders/a-turn.ts';
import { never, unseen } from '../never.ts';
import { backUpAndRestore, copyElsewhere, importOwn, thereAndBack } from './back.ts';
import { chosen, type Does, type Life, type Moves, type Said } from './life.ts';
import { filesWith, filler, messageWith } from './talker.ts';
import { ofMemory } from './memory-moves.ts';
import { ofSummaries } from './summary-moves.ts';
import { aTrouble, type Trouble } from './trouble.ts';

/** What a user can do, each with how often it is chosen. `at` chooses what it is done to. Gives back what came of it. */

const main = { kind: 'main', offRecord: false } as const;

interface Saying {
	readonly tool?: Parameters<typeof messageWith>[1];
	/** In a session that begins with it, and of what kind that is. */
	readonly begins?: Parameters<typeof newSession>[1];
	readonly hasFiles?: boolean;
}

const say =
	({ tool = null, begins, hasFiles = false }: Saying = {}): Does =>
	async (life, at) => {
		const { app } = life;
		const known = begins ? undefined : await life.session(at);
		const session = known ?? newSession(app, begins ?? main);
		const word = life.newWord();
		const files = hasFiles ? filesWith(word) : [];
		const blocks = [...files, text(messageWith(word, tool))];
		const outcome = await sendMessage(app, { session, blocks }, life.tab.onReply, life.tab.signal);
		return note(life, { sessionId: session.id, word, hasFiles }, outcome);
	};

/** The turn that an answer was asked for counts as said. */
function note(life: Life, said: Omit<Said, 'turnId' | 'state'>, outcome: SendOutcome): SendOutcome {
	const { turnId } = outcome;
	if (turnId !== null && !life.said.some((one) => one.turnId === turnId))
		life.hears({ ...said, turnId });
	return outcome;
}

const again =
	(isEdit: boolean): Does =>
	async (life, at) => {
		const one = life.one(at);
		if (!one || !(await life.isOpen(one))) return null;
		const { sessionId, turnId } = one;
		const word = isEdit ? life.newWord() : one.word;
		const blocks = [text(messageWith(word))];
		const outcome = await (isEdit
			? editMessage(life.app, { sessionId, turnId, blocks }, life.tab.onReply, life.tab.signal)
			: regenerateReply(life.app, { sessionId, turnId }, life.tab.onReply, life.tab.signal));
		return note(life, { sessionId, word, hasFiles: !isEdit && one.hasFiles }, outcome);
	};

const mark =
	(kind: MarkAsk['kind'], on: boolean, state: 'here' | 'left-out' = 'here'): Does =>
	async (life, at) => {
		const one = life.one(at, state);
		return one ? setMark(life.app, { ...one, kind, on }) : null;
	};

const moves: Moves = {
	say: [14, say()],
	'say much': [
		8,
		async (life, at) => {
			const { tab } = life;
			// Who is in a tab that dies says nothing more.
			for (let more = at % 5; more >= 0 && life.tab === tab; more--) await say()(life, 1);
		}
	],
	'send files': [4, say({ hasFiles: true })],
	'have noted': [4, say({ tool: 'save_memory' })],
	'have looked up': [4, say({ tool: 'recall' })],
	begin: [1, say({ begins: main })],
	'begin as a guest': [1, say({ begins: { kind: 'guest', offRecord: false } })],
	'begin off the record': [1, say({ begins: { kind: 'main', offRecord: true } })],
	edit: [3, again(true)],
	regenerate: [2, again(false)],
	branch: [
		2,
		async (life, at) => {
			const one = life.one(at);
			return one && (await life.isOpen(one)) ? branchFrom(life.app, one) : null;
		}
	],
	show: [
		4,
		async (life, at) => {
			const session = await life.session(at);
			const branch = session && chosen(await branchesOf(life.app.db, session.id), at);
			return branch
				? changeSession(life.app.db, branch.sessionId, () => ({ branch: branch.branch }))
				: null;
		}
	],
	pin: [3, mark('pinned', true)],
	unpin: [1, mark('pinned', false)],
	'pin words': [
		2,
		async (life, at) => {
			const one = life.one(at);
			if (!one) return null;
			const { sessionId, turnId } = one;
			return (await pinText(life.app, { sessionId, turnId, text: `Heard ${one.word} and` }))
				.outcome;
		}
	],
	'leave out': [2, mark('left-out', true)],
	'put in': [2, mark('left-out', false, 'left-out')],
	'off the record': [2, mark('off-record', true)],
	'on the record': [1, mark('off-record', false)],
	delete: [
		3,
		async (life, at) => {
			const one = life.one(at);
			return one ? deleteTurn(life.app, one) : null;
		}
	],
	restore: [
		2,
		async (life, at) => {
			const one = life.one(at, 'deleted');
			return one ? restoreTurn(life.app, one) : null;
		}
	],
	undo: [
		5,
		async (life, at) => {
			const session = await life.session(at);
			return session ? (await undoLast(life.app, session.id)).status : null;
		}
	],
	'there and back': [6, thereAndBack],
	...ofSummaries,
	preset: [
		2,
		async ({ app }, at) => {
			await writeSetting(app.db, 'preset', chosen(builtInPresets, at)?.id ?? 'recommended');
			const rules = ['ask', 'notify', 'auto'] as const;
			return writeSetting(app.db, 'reviewSummaries', chosen(rules, at) ?? 'ask');
		}
	],
	reset: [
		1,
		async (life, at) => {
			const session = await life.session(at);
			return session ? resetSession(life.app, session.id, { by: 'user' }, life.tab.signal) : null;
		}
	],
	'undo reset': [
		2,
		async ({ app }, at) => {
			const all = await everySession(app.db);
			const ended = chosen(
				all.filter(({ endedAt, deletedAt }) => endedAt !== null && deletedAt === null),
				at
			);
			const next = all.find(({ continuedFrom }) => ended && continuedFrom === ended.id);
			return ended ? undoReset(app, { ended: ended.id, next: next?.id ?? '' }) : null;
		}
	],
	rename: [
		1,
		async (life, at) => {
			const session = await life.session(at);
			return session ? renameSession(life.app, session.id, `Called ${String(at)}`) : null;
		}
	],
	'delete session': [
		1,
		async (life, at) => {
			const session = await life.session(at);
			return session ? deleteSessions(life.app, [session.id]) : null;
		}
	],
	'restore session': [
		2,
		async ({ app }, at) => {
			const all = await everySession(app.db);
			const gone = chosen(
				all.filter(({ deletedAt }) => deletedAt !== null),
				at
			);
			return gone ? restoreSessions(app, [gone.id]) : null;
		}
	],
	...ofMemory,
	'copy here': [1, ({ snapshot }) => snapshot()],
	'restore copy': [1, backUpAndRestore],
	'ten days': [
		3,
		async (life) => {
			const { app, tab } = life;
			app.clock.at += 10 * 24 * 60 * 60_000;
			await life.snapshot();
			return tab.onCopies(() => coolEverything({ ...app, packer }, {}, never, unseen));
		}
	],
	warm: [
		2,
		async (life, at) => {
			const session = await life.session(at);
			return session ? warmSession(life.app.db, { sessionId: session.id, all: true }) : null;
		}
	],
	house: [2, ({ tab }) => tab.keepHouse(tab.signal)],
	'import own backup': [2, importOwn],
	'another device': [2, copyElsewhere]
};

const all = Object.entries(moves).flatMap(([name, [often]]) =>
	Array.from({ length: often }, () => name)
);

/** Ways that lead back, of which it is seen that they do: nothing goes wrong on them. */
const quiet: readonly string[] = [
	'there and back',
	'restore copy',
	'import own backup',
	'another device'
];

export interface Move {
	readonly does: string;
	readonly at: number;
	readonly trouble: Trouble | null;
}

/** `oneIn`: how often something goes wrong, 0 for never. `from`: the moves to choose from. */
export const aMove = (oneIn: number, from = all): fc.Arbitrary<Move> =>
	fc.record({
		does: fc.constantFrom(...from),
		at: fc.nat(9999),
		trouble: fc.oneof(
			{ arbitrary: fc.constant(null), weight: oneIn === 0 ? 1 : oneIn - 1 },
			{ arbitrary: aTrouble, weight: oneIn === 0 ? 0 : 1 }
		)
	});

/** What may be done while something else is done. */
export const aMoveBeside = (oneIn: number): fc.Arbitrary<Move> =>
	aMove(
		oneIn,
		all.filter((does) => !quiet.includes(does))
	);

export async function make(life: Life, { does, at, trouble }: Move): Promise<void> {
	life.app.clock.at += 60_000;
	const act = () => Promise.resolve(moves[does]?.[1](life, at));
	const isTroubled = trouble !== null && !quiet.includes(does);
	const told = (one: unknown) => JSON.stringify(one ?? null).slice(0, filler.length);
	life.story.push(`${does}${isTroubled ? `, with ${told(trouble)}` : ''}`);
	const outcome = isTroubled ? await life.through(trouble, act) : await act();
	await life.tab.rest();
	life.story.push(`    ${does}: ${told(outcome)}`);
}
