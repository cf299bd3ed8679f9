import { leastTrusted } from '#core/provenance/line-origin.ts';
import { barredFrom, readerOf } from '#core/memory/access.ts';
import { normaliseLine } from '#core/lines/line.ts';
import {
	unjudged,
	type LineOrigin,
	type MemoryFile,
	type MemoryOrigin,
	type Proposal
} from '#core/memory/memory.ts';
import { cardOf, onDevice } from '#core/models/model-card.ts';
import type { Settings } from '#core/settings.ts';
import { sha256 } from '#core/sha256.ts';
import { textOf } from '#core/log/blocks.ts';
import { localDayOf, localTimeOf } from '#core/time/stamp.ts';
import {
	asManyAsFit,
	linesToTidy,
	readTidyAnswer,
	tidyByRules,
	withinScopes,
	type TidyChange,
	type TidyLine
} from '#core/memory/tidy.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { familyOf } from '#core/tokens/family.ts';
import { memoryFiles, originsOf } from '#db/memory/files.ts';
import { replaceTidying } from '#db/memory/proposals.ts';
import { readSettings } from '#db/settings.ts';
import { forgottenSoFar } from '#db/forgetting/tombstones.ts';
import { askWithPrompt } from '#flows/prompt/ask-apart.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { toldBeat, type Beat } from '#flows/compaction/job/work.ts';
import { failed } from '#flows/done.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { tidyRequest } from '#prompts/tidy.ts';

/**
 * "Tidy my memory": looks at the lines and puts changes on the review desk; nothing is changed here. On this device
 * rules find what stands there twice; a model is asked for the rest, and sees only what its endpoint may see.
 */

type Job = WorkshopJobs['tidy'];

/** Room for the answer, tokens. */
const answerRoom = 4000;

/** Lines of one request, tokens: more makes worse answers. Of a window half is enough for them. */
const mostLines = 24_000;

export async function tidyMemory(
	ports: CompactPorts,
	{ path, answerer }: Job['ask'],
	signal: AbortSignal,
	onProgress: (progress: Job['progress']) => void = () => undefined
): Promise<Job['outcome']> {
	const { db } = ports;
	const settings = await readSettings(db);
	const forgotten = await forgottenSoFar(db);
	// What is being forgotten may not come back to the desk.
	if (forgotten === null) return failed({ kind: 'changed-meanwhile' });
	const reader = readerOf(settings, { kind: 'main', answerer });
	const every = await memoryFiles(db);
	const files = every.filter(
		(file) =>
			(path === null || file.path === path) &&
			// On this device nothing is sent, so every file may be looked at.
			(answerer === onDevice || barredFrom(file, reader) === null)
	);
	const all = linesToTidy(files);
	if (all.length === 0) return { status: 'tidied', proposals: 0, by: 'rules' };
	if (answerer === onDevice) {
		const changes = withinScopes(tidyByRules(all), every);
		return propose(ports, files, { changes, lines: all, by: 'rules', forgotten });
	}
	const beat = toldBeat((retry) => onProgress({ retry }));
	const told = { all, settings, answerer, path, files, beat, forgotten };
	const asked = await askModel(ports, told, signal);
	if (asked.status !== 'read') return asked;
	const changes = withinScopes(asked.changes, every);
	return propose(ports, files, { changes, lines: asked.lines, by: 'model', forgotten });
}

async function askModel(
	ports: CompactPorts,
	told: {
		readonly all: readonly TidyLine[];
		readonly settings: Settings;
		readonly answerer: string;
		readonly path: string | null;
		readonly files: readonly MemoryFile[];
		readonly beat: Beat;
		readonly forgotten: number;
	},
	signal: AbortSignal
): Promise<
	| {
			readonly status: 'read';
			readonly changes: readonly TidyChange[];
			readonly lines: readonly TidyLine[];
	  }
	| Exclude<Job['outcome'], { status: 'tidied' }>
> {
	const { settings, answerer, all, path, files, beat, forgotten } = told;
	const card = cardOf(settings, answerer);
	const weigh = (text: string): number => estimateTokens(text, familyOf(answerer));
	const lines = asManyAsFit(all, Math.min(mostLines, (card.window ?? 2 * mostLines) / 2), weigh);
	const weight = path === null ? 0 : weigh(files.map(({ text }) => text).join('\n'));
	const called = await askWithPrompt(
		ports,
		{
			sessionId: null,
			endpoint: settings.endpoint,
			kind: 'tidy',
			prompt: tidyRequest(
				{
					nonce: ports.clock.newId().slice(-12),
					lines,
					goal: weight > settings.memoryBudget ? Math.floor(settings.memoryBudget * tidied) : null
				},
				settings.prompts
			),
			card,
			maxTokens: Math.min(answerRoom, card.maxOutput ?? answerRoom),
			temperature: null,
			weigh,
			stillSo: () => Promise.resolve({ status: 'so', forgotten })
		},
		beat,
		signal
	);
	if (called.status !== 'answered')
		return called.status === 'stopped' ? called : failed(called.failure);
	const { answer } = called;
	const said = textOf(answer.content, '');
	const changes = answer.stopReason === 'end_turn' ? readTidyAnswer(said, lines) : null;
	// Anything but the block that was asked for is a failure, never content.
	if (!changes) return { status: 'unusable' };
	return { status: 'read', changes, lines };
}

/** Memory over its budget is tidied down to this share of it, so that it does not stand there again tomorrow. */
const tidied = 0.8;

/** Put the changes on the desk in the place of those of an earlier clean-up that still wait. */
async function propose(
	ports: Pick<CompactPorts, 'db' | 'clock'>,
	files: readonly MemoryFile[],
	found: {
		readonly changes: readonly TidyChange[];
		readonly lines: readonly TidyLine[];
		readonly by: 'rules' | 'model';
		/** Before the files were read, see `forgottenSoFar`. */
		readonly forgotten: number;
	}
): Promise<Job['outcome']> {
	const { db, clock } = ports;
	const origins = (await Promise.all(files.map(({ path }) => originsOf(db, path)))).flat();
	const originsAt = ({ path, text }: TidyLine): MemoryOrigin[] => {
		const line = normaliseLine(text);
		return origins.filter((origin) => origin.path === path && origin.line === line);
	};
	const whose = (line: TidyLine): LineOrigin =>
		leastTrusted(originsAt(line).map(({ origin }) => origin));
	/** Words that a model has written carry the taint of everything it had before its eyes. */
	const seen = leastTrusted(found.lines.map(whose));
	const at = clock.now();
	const proposals = found.changes.map((change): Proposal => {
		const taken = change.takes.map(({ path, line }) => ({ path, text: line }));
		const verbatim = taken.find(({ text }) => text === change.text);
		const source = taken.flatMap(originsAt).find(({ sessionId }) => sessionId !== null);
		return {
			id: clock.newId(),
			text: change.text,
			path: change.path,
			source: 'tidy',
			origin: verbatim ? leastTrusted(taken.map(whose)) : leastTrusted(['assistant', seen]),
			hash: sha256(change.text),
			status: 'waiting',
			sessionId: source?.sessionId ?? null,
			turnIds: source?.turnIds ?? [],
			replaces: null,
			...unjudged,
			createdAt: at,
			time: localTimeOf(at, clock.zone()),
			day: localDayOf(at, clock.zone()),
			tidy: { act: change.act, takes: change.takes, why: change.why }
		};
	});
	const stored = await replaceTidying(db, proposals, found.forgotten);
	if (stored.status === 'failed') return stored;
	return { status: 'tidied', proposals: stored.value, by: found.by };
}
