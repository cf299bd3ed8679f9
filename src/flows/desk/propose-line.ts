import type { Failed } from '#core/failure.ts';
import { barredFrom, readerOf } from '#core/memory/access.ts';
import { cleanLine, isTooLong, normaliseLine, whyNoLine } from '#core/lines/line.ts';
import { isPlaceholder } from '#core/lines/placeholder.ts';
import { bulletsOf, saidLines } from '#core/memory/file.ts';
import { isRefused } from '#core/desk/do-not-remember.ts';
import { closest, relate } from '#core/lines/relation.ts';
import {
	curatedPath,
	dayOf,
	judgementOf,
	unjudged,
	type Judged,
	type LineOrigin,
	type MemoryFile,
	type Proposal,
	type ProposalSource
} from '#core/memory/memory.ts';
import type { Session } from '#core/session/session.ts';
import { answererOf } from '#core/models/answerer.ts';
import { passesUnread } from '#core/desk/proposal.ts';
import type { Settings } from '#core/settings.ts';
import { sha256 } from '#core/sha256.ts';
import { localDayOf, localTimeOf } from '#core/time/stamp.ts';
import { memoryFiles } from '#db/memory/files.ts';
import {
	changeProposal,
	correctionsOnce,
	lookAndPropose,
	refusals,
	type JudgedBy
} from '#db/memory/proposals.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { done, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { noteDaysOf } from '#flows/today.ts';

/** A line for memory on its way to the review desk: made one clean line, and let through only when it is new. */

export interface LineToPropose extends Partial<Judged> {
	readonly text: string;
	readonly path: string;
	readonly source: ProposalSource;
	readonly origin: LineOrigin;
	readonly sessionId: string | null;
	readonly turnIds: readonly string[];
	/** For an edit: the whole line it replaces. */
	readonly replaces?: string | null;
	/** When it was learnt together with others, Unix ms: they stand under one heading. Left out: now. */
	readonly learntAt?: number;
	/** Left out: by nothing that can change. */
	readonly judgedBy?: JudgedBy;
	/** The user asked not to remember what it says: it waits, whatever passes unread. */
	readonly isUnwanted?: boolean;
	/** Its reader has written it: it waits, whatever passes unread and whatever they wrote before. */
	readonly isByHand?: boolean;
}

export type ProposeOutcome =
	/** It waits at the desk. */
	| { readonly status: 'waiting'; readonly proposal: Proposal }
	/** The user lets lines of this origin pass: it is in the file. */
	| { readonly status: 'written'; readonly proposal: Proposal }
	/** In memory, or waiting, already. */
	| { readonly status: 'known' }
	/** On the do-not-remember list. */
	| { readonly status: 'refused' }
	/** Nothing readable is left of it. */
	| { readonly status: 'empty' }
	| Failed;

/** Whether what a line was judged by has changed before it was stored: it can be judged anew. */
export const wasOvertaken = (
	outcome: { readonly status: 'off-record' | 'refused' } | ProposeOutcome
): boolean => outcome.status === 'failed' && outcome.failure.kind === 'changed-meanwhile';

/** Who proposes many lines hands each the same `corrections`: they are read once for all of them. */
export async function proposeLine(
	ports: Pick<App, 'db' | 'clock'>,
	line: LineToPropose,
	corrections = correctionsOnce(ports.db)
): Promise<ProposeOutcome> {
	const { db } = ports;
	const text = taskOf(line) + cleanLine(line.text);
	const { judgedBy = null, isByHand = false, isUnwanted = false } = line;
	if (normaliseLine(text) === '' || (!isByHand && isPlaceholder(text))) return { status: 'empty' };
	const [settings, session] = await Promise.all([
		readSettings(db),
		line.sessionId === null ? undefined : sessionOf(db, line.sessionId)
	]);
	const passes = passesUnread(settings.reviewMemories, line.origin) && !isByHand && !isUnwanted;
	// What is cut may have lost its condition.
	const isThrough = passes && !isTooLong(line.text);
	const found = await lookAndPropose(db, judgedBy, async (add): Promise<Found> => {
		const seen = await lookBeside(ports, { settings, session, line, text, corrections });
		if (seen.status === 'new') await add(seen.proposal);
		return seen;
	});
	if (found.status === 'failed') return found;
	const seen = found.value;
	if (!('proposal' in seen)) return seen;
	const { proposal, met } = seen;
	if (seen.status === 'asked') return merge(ports, proposal, { ...line, isThrough, met });
	// Who loses a line sees it before, and who gets one at odds with another: both wait.
	if (!isThrough || met || proposal.replaces !== null) return { status: 'waiting', proposal };
	const accepted = await acceptProposal(ports, proposal.id);
	return { status: accepted.status === 'done' ? 'written' : 'waiting', proposal };
}

/**
 * Other words for a line that does not wait any more become one that does: in the place of that line where memory took it.
 * Nothing waits anew of what memory holds already; what is not to be remembered stays with who wrote it.
 */
export async function proposeAnew(
	ports: Pick<App, 'db' | 'clock'>,
	decided: Proposal,
	text: string
): Promise<Done | { readonly status: 'known' }> {
	const wrong = whyNoLine(text);
	if (wrong) return failed(wrong);
	const replaces = decided.status === 'accepted' ? decided.text : null;
	const outcome = await proposeLine(ports, { ...decided, text, replaces, isByHand: true });
	if (outcome.status === 'failed' || outcome.status === 'known') return outcome;
	if (outcome.status === 'empty') return failed({ kind: 'unreadable', what: text });
	return outcome.status === 'refused' ? failed({ kind: 'changed-meanwhile' }) : done;
}

/** The box of a task in a line that is edited: it belongs to the line of the user. */
const taskOf = ({ text, source }: LineToPropose): string =>
	(source === 'edit-memory' && /^\[[ xX]\] /.exec(text)?.[0]) || '';

/** How a line stands to what is known; `asked`: the line waits already. `met`: the line of memory it cannot simply stand beside. */
type Found =
	| { readonly status: 'new' | 'asked'; readonly proposal: Proposal; readonly met: Met | null }
	| { readonly status: 'known' | 'refused' };

type Met = Pick<Proposal, 'path' | 'text'>;

interface Looking {
	readonly settings: Settings;
	readonly session: Session | undefined;
	readonly line: LineToPropose;
	/** The line, cleaned. */
	readonly text: string;
	readonly corrections: () => Promise<readonly Proposal[]>;
}

/** Reads nothing but the database, so that nobody writes between the look and what follows from it. */
async function lookBeside(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	looking: Looking
): Promise<Found> {
	const { settings, session, line, text } = looking;
	if (isRefused(await refusals(db), text)) return { status: 'refused' };
	const waiting = await waitingProposals(db);
	const all = await memoryFiles(db);
	const files = readable(all, settings, session);
	// An edit names the line it changes; that it resembles it is no surprise.
	const isBeside = (one: string) => one !== line.replaces;
	// Only a bullet can be replaced.
	const beside = files.flatMap(({ path, text: whole }) =>
		bulletsOf(whole).flatMap((bullet) => (isBeside(bullet.text) ? { path, text: bullet.text } : []))
	);
	const days = noteDaysOf(clock, settings);
	const conflict =
		line.replaces || line.source === 'synthesis'
			? null
			: closest(
					text,
					beside.filter(({ path }) => path === curatedPath || days.includes(dayOf(path) ?? ''))
				);
	const met = conflict && conflict.relation !== 'same' ? conflict.row : null;
	// A change of a clean-up asks something else of the same words: to take them out, even.
	const asked = waiting.find((row) => !row.tidy && relate(text, row.text) === 'same');
	if (asked) return { status: 'asked', proposal: asked, met };
	const { isByHand = false } = line;
	if (!isByHand && isCorrected(looking, [...waiting, ...(await looking.corrections())], all))
		return { status: 'known' };
	const said = files.flatMap((file) => saidLines(file.text)).filter(isBeside);
	if (said.some((one) => relate(text, one) === 'same')) return { status: 'known' };
	// Only the user's word strikes one out unasked: an old import would else take the place of what they say today.
	const replaced = line.origin === 'own' ? met : null;
	const at = clock.now();
	const { learntAt = at } = line;
	const proposal: Proposal = {
		id: clock.newId(),
		text,
		path: replaced?.path ?? line.path,
		source: line.source,
		origin: line.origin,
		hash: sha256(text),
		status: 'waiting',
		sessionId: line.sessionId,
		turnIds: line.turnIds,
		replaces: line.replaces ?? replaced?.text ?? null,
		...(replaced && { home: line.path }),
		...judgementOf({ ...unjudged, ...line }),
		createdAt: at,
		time: localTimeOf(learntAt, clock.zone()),
		day: localDayOf(learntAt, clock.zone())
	};
	return { status: 'new', proposal, met };
}

/**
 * Whether its reader has put a line otherwise: it does not come back in its first words, beside or against those, while
 * those wait or memory holds them or what became of them. Who says it anew is heard, and a guest is told of its own lines
 * alone.
 */
function isCorrected(
	{ line, text, session }: Looking,
	rows: readonly Proposal[],
	files: readonly Pick<MemoryFile, 'text'>[]
): boolean {
	const meant = rows.filter(({ offered, sessionId, turnIds }) => {
		if (offered === undefined || relate(text, offered) !== 'same') return false;
		if (session?.kind === 'guest' && sessionId !== session.id) return false;
		return line.origin !== 'own' || line.turnIds.some((id) => turnIds.includes(id));
	});
	if (meant.some(({ status }) => status === 'waiting')) return true;
	const stands = (one: string) => meant.some((row) => relate(row.text, one) !== 'unrelated');
	return meant.length > 0 && files.some((file) => saidLines(file.text).some(stands));
}

/** Files whose lines may be spoken of in a session: of what is barred there, not even that a line is known is told. */
function readable(
	files: readonly MemoryFile[],
	settings: Settings,
	session: Session | undefined
): readonly MemoryFile[] {
	if (!session) return files;
	const answerer = answererOf(settings, session, 'set');
	const reader = readerOf(settings, { kind: session.kind, answerer });
	return files.filter((file) => barredFrom(file, reader) === null);
}

/**
 * A line that waits already is not asked twice. Where the user says what the assistant had said, it is theirs; what a
 * tool, the web or an import said first stays theirs and waits, or foreign text would be laundered by being repeated
 * (INV-32).
 */
async function merge(
	ports: Pick<App, 'db' | 'clock'>,
	asked: Proposal,
	line: LineToPropose & { readonly isThrough: boolean; readonly met: Met | null }
): Promise<ProposeOutcome> {
	if (line.origin !== 'own' || asked.origin !== 'assistant') return { status: 'known' };
	const { origin, sessionId, turnIds, met } = line;
	const changed = await changeProposal(ports.db, asked.id, {
		origin,
		sessionId,
		turnIds,
		...(met && asked.replaces === null && { path: met.path, replaces: met.text, home: asked.path })
	});
	if (changed.status === 'failed') return changed;
	if (!line.isThrough || changed.value.replaces !== null) return { status: 'known' };
	const accepted = await acceptProposal(ports, asked.id);
	return accepted.status === 'done'
		? { status: 'written', proposal: changed.value }
		: { status: 'known' };
}
