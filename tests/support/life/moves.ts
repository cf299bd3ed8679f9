import fc from 'fast-check';
import { isCommitted, type Summary, type SummaryDeletion } from '#core/summary/summary.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import { branchesOf, changeSession, everySession } from '#db/log/sessions.ts';
import { memoryFile } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { writeSetting } from '#db/settings.ts';
import { branchFrom, editMessage, regenerateReply } from '#flows/answer/edit-message.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { coolEverything } from '#flows/archives/cool-turns.ts';
import { warmSession } from '#flows/archives/warm-turns.ts';
import { discardSummary } from '#flows/compaction/discard-draft.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import {
	deleteSummary,
	redoCompaction,
	undoCompaction
} from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { acceptProposal, rejectProposal } from '#flows/desk/review-desk.ts';
import { forget } from '#flows/forgetting/forget.ts';
import type { Forgotten } from '#core/forgetting/what.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
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
import { chosen, type Life } from './life.ts';
import { filler, messageWith } from './talker.ts';

/** What a user can do, each with how often it is chosen. `at` chooses what it is done to. Gives back what came of it. */

type Does = (life: Life, at: number) => Promise<unknown>;
type Moves = Readonly<Record<string, readonly [often: number, does: Does]>>;

const say =
	(tool: Parameters<typeof messageWith>[1], isNew = false): Does =>
	async (life, at) => {
		const { app } = life;
		const known = isNew ? undefined : await life.session(at);
		const session = known ?? newSession(app, { kind: 'main', offRecord: false });
		const word = life.newWord();
		const blocks = [text(messageWith(word, tool))];
		return note(life, session.id, word, await sendMessage(app, { session, blocks }, unseen, never));
	};

/** The turn that an answer was asked for counts as said. */
function note({ said }: Life, sessionId: string, word: string, outcome: SendOutcome): SendOutcome {
	const { turnId } = outcome;
	if (turnId === null) throw new Error(`Not stored: ${JSON.stringify(outcome)}`);
	if (!said.some((one) => one.turnId === turnId))
		said.push({ sessionId, turnId, word, state: 'here' });
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
			? editMessage(life.app, { sessionId, turnId, blocks }, unseen, never)
			: regenerateReply(life.app, { sessionId, turnId }, unseen, never));
		return note(life, sessionId, word, outcome);
	};

const mark =
	(kind: MarkAsk['kind'], on: boolean, state: 'here' | 'left-out' = 'here'): Does =>
	async (life, at) => {
		const one = life.one(at, state);
		return one ? setMark(life.app, { ...one, kind, on }) : null;
	};

const withSummary =
	(
		isMeant: (summary: Summary) => boolean,
		does: (life: Life, summary: Summary, at: number) => Promise<unknown>
	): Does =>
	async (life, at) => {
		const one = chosen((await life.app.db.summaries.toArray()).filter(isMeant), at);
		return one ? does(life, one, at) : null;
	};

const isDraft = ({ status }: Summary): boolean => status === 'draft';
const wasUsed = (one: Summary): boolean => isCommitted(one) || one.status === 'reverted';
const deletions: readonly SummaryDeletion[] = ['bring-back', 'leave-out', 'alone'];

const compact =
	(trigger: 'manual' | 'again'): Does =>
	async (life, at) => {
		const session = await life.session(at);
		if (!session || (trigger === 'again' && !(await life.onScreen(session)).used)) return null;
		return prepareDraft(life.app, { sessionId: session.id, trigger }, never);
	};

const forgetAll = (life: Life, what: Forgotten) =>
	forget(life.app, { what, lines: [], summaries: {} });

const inMemory = async (life: Life, at: number): Promise<unknown> => {
	const before = await memoryFile(life.app.db, 'MEMORY.md');
	const written = `${before?.text ?? ''}- Written by hand ${String(at)}.\n`;
	return saveMemoryFile(life.app, {
		path: 'MEMORY.md',
		text: written,
		expectedRev: before?.rev ?? null
	});
};

const decide =
	(does: typeof acceptProposal): Does =>
	async (life, at) => {
		const line = chosen(await waitingProposals(life.app.db), at);
		return line ? does(life.app, line.id) : null;
	};

const moves: Moves = {
	say: [14, say(null)],
	'say much': [
		8,
		async (life, at) => {
			for (let more = at % 5; more >= 0; more--) await say(null)(life, 1);
		}
	],
	'have noted': [4, say('save_memory')],
	'have looked up': [4, say('recall')],
	begin: [1, say(null, true)],
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
	compact: [10, compact('manual')],
	'summarise again': [2, compact('again')],
	use: [8, withSummary(isDraft, (life, { id }) => useSummary(life.app, id))],
	discard: [2, withSummary(isDraft, (life, { id }) => discardSummary(life.app, id))],
	'undo summary': [
		3,
		withSummary(isCommitted, (life, { id, sessionId }) => undoCompaction(life.app, sessionId, id))
	],
	'redo summary': [3, withSummary(wasUsed, (life, { id }) => redoCompaction(life.app, id))],
	'delete summary': [
		2,
		withSummary(wasUsed, (life, { id }, at) =>
			deleteSummary(life.app, id, chosen(deletions, at) ?? 'alone')
		)
	],
	'edit summary': [
		2,
		withSummary(
			(one) => isDraft(one) || isCommitted(one),
			(life, { id, text, anchors }) =>
				editSummary(life.app, id, { text: `${text}\nAnd edited.`, anchors })
		)
	],
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
			return session ? resetSession(life.app, session.id, 'user', never) : null;
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
	accept: [5, decide(acceptProposal)],
	reject: [3, decide(rejectProposal)],
	'write memory': [3, inMemory],
	'forget message': [
		2,
		async (life, at) => {
			const one = life.one(at, at % 2 === 0 ? 'here' : 'deleted');
			return one ? forgetAll(life, { kind: 'turn', ...one }) : null;
		}
	],
	'forget session': [
		1,
		async (life, at) => {
			const one = at % 3 === 0 ? life.one(at) : undefined;
			return one ? forgetAll(life, { kind: 'session', sessionId: one.sessionId }) : null;
		}
	],
	'forget line': [
		1,
		async (life, at) => {
			const lines = (await memoryFile(life.app.db, 'MEMORY.md'))?.text.match(/(?<=^- ).*/gm);
			const line = chosen(lines ?? [], at);
			return line === undefined ? null : forgetAll(life, { kind: 'line', line });
		}
	],
	'copy here': [1, ({ snapshot }) => snapshot()],
	'restore copy': [1, backUpAndRestore],
	'ten days': [
		3,
		async (life) => {
			const { app } = life;
			app.clock.at += 10 * 24 * 60 * 60_000;
			await life.snapshot();
			return coolEverything({ ...app, packer }, {}, never, unseen);
		}
	],
	warm: [
		2,
		async (life, at) => {
			const session = await life.session(at);
			return session ? warmSession(life.app.db, { sessionId: session.id, all: true }) : null;
		}
	],
	house: [2, ({ app }) => keepHouse(app, never)],
	'import own backup': [2, importOwn],
	'another device': [2, copyElsewhere]
};

const all = Object.entries(moves).flatMap(([name, [often]]) =>
	Array.from({ length: often }, () => name)
);

export interface Move {
	readonly does: string;
	readonly at: number;
}

/** A life: what is done in it, in its order. */
export const aLife: fc.Arbitrary<Move[]> = fc.array(
	fc.record({ does: fc.constantFrom(...all), at: fc.nat(9999) }),
	{ minLength: 20, maxLength: 70, size: 'max' }
);

export async function make(life: Life, { does, at }: Move): Promise<void> {
	life.app.clock.at += 60_000;
	const outcome = await moves[does]?.[1](life, at);
	await life.rest();
	life.story.push(`${does}: ${JSON.stringify(outcome ?? null).slice(0, filler.length)}`);
}
