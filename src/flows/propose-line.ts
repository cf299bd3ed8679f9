import type { Failure } from '#core/failure.ts';
import { cleanLine, normaliseLine } from '#core/memory-line.ts';
import { bulletsOf } from '#core/memory-file.ts';
import type { LineOrigin, Proposal, ProposalSource } from '#core/memory.ts';
import type { ReviewMemories } from '#core/settings.ts';
import { sha256 } from '#core/sha256.ts';
import { localTimeOf } from '#core/stamp.ts';
import { addProposals, memoryFiles, refusals, waitingProposals } from '#db/memory.ts';
import { readSettings } from '#db/settings.ts';
import type { App } from '#flows/ports.ts';
import { acceptProposal } from '#flows/review-desk.ts';

/** A line for memory on its way to the review desk: made one clean line, and let through only when it is new. */

export interface LineToPropose {
	readonly text: string;
	readonly path: string;
	readonly source: ProposalSource;
	readonly origin: LineOrigin;
	readonly sessionId: string | null;
	readonly turnIds: readonly string[];
	/** For an edit: the whole line it replaces. */
	readonly replaces?: string | null;
	readonly importance?: number | null;
	readonly tags?: readonly string[];
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
	| { readonly status: 'failed'; readonly failure: Failure };

export async function proposeLine(
	ports: Pick<App, 'db' | 'clock'>,
	line: LineToPropose
): Promise<ProposeOutcome> {
	const { db, clock } = ports;
	const text = cleanLine(line.text);
	const normal = normaliseLine(text);
	if (normal === '') return { status: 'empty' };
	const [refused, waiting, files, settings] = await Promise.all([
		refusals(db),
		waitingProposals(db),
		memoryFiles(db),
		readSettings(db)
	]);
	const hash = sha256(normal);
	// Of a forgotten line only the hash is kept.
	if (refused.some((refusal) => refusal.hash === hash || refusal.line === normal))
		return { status: 'refused' };
	const isSame = (other: string): boolean => normaliseLine(other) === normal;
	if (waiting.some((proposal) => isSame(proposal.text))) return { status: 'known' };
	if (files.some((file) => bulletsOf(file.text).some((bullet) => isSame(bullet.text))))
		return { status: 'known' };
	const at = clock.now();
	const proposal: Proposal = {
		id: clock.newId(),
		text,
		path: line.path,
		source: line.source,
		origin: line.origin,
		hash: sha256(text),
		status: 'waiting',
		sessionId: line.sessionId,
		turnIds: line.turnIds,
		replaces: line.replaces ?? null,
		importance: line.importance ?? null,
		tags: line.tags ?? [],
		createdAt: at,
		time: localTimeOf(at, clock.zone()),
		decidedAt: null
	};
	const stored = await addProposals(db, [proposal]);
	if (stored.status === 'failed') return stored;
	// Who loses a line sees it before: a replacement always waits.
	const isThrough = proposal.replaces === null && passes(settings.reviewMemories, line.origin);
	if (!isThrough) return { status: 'waiting', proposal };
	const accepted = await acceptProposal(ports, proposal.id);
	return { status: accepted.status === 'done' ? 'written' : 'waiting', proposal };
}

/** What the user lets pass unread. Nothing that came from a tool, the web or an import ever does. */
function passes(rule: ReviewMemories, origin: LineOrigin): boolean {
	switch (rule) {
		case 'ask':
			return false;
		case 'own':
			return origin === 'own';
		case 'untainted':
			return origin === 'own' || origin === 'assistant';
	}
}
