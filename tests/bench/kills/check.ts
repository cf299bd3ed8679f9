/** Whether what is stored hangs together and holds all that was promised. */
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { textOf } from '#core/log/blocks.ts';
import { pathOf } from '#core/log/path.ts';
import { sha256 } from '#core/sha256.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import { exchangesIn } from '#flows/archives/read-archive.ts';
import { packer } from '#worker/workshop/packer.ts';
import type { Dump } from './dump.ts';
import type { Promises } from './promises.ts';

interface Partial {
	/** How old what is stored of it was when the browser died, ms. */
	readonly age: number;
	readonly story: string;
}

export interface Checked {
	readonly problems: readonly string[];
	/** Each reply that was interrupted. */
	readonly partials: readonly Partial[];
	readonly counts: Readonly<Record<'turns' | 'cold' | 'archives' | 'summaries' | 'chats', number>>;
}

/** `diedAt`: Unix ms of the kill before; null at the first look at a profile. */
export async function check(
	dump: Dump,
	promises: Promises,
	diedAt: number | null
): Promise<Checked> {
	const problems: string[] = [];
	const archived = await openArchives(dump, problems);
	const every = everyExchange(dump, archived, problems);
	checkChains(dump, every, problems);
	checkSummaries(dump, promises, problems);
	checkMemory(dump, promises, problems);
	checkImports(dump, promises, problems);
	const partials = checkConversation(dump, every, promises, diedAt, problems);
	for (const id of promises.ended) {
		const session = dump.sessions.find((row) => row.id === id);
		if (!session || session.endedAt === null) problems.push(`the reset of ${id} is gone`);
		if (!dump.archives.some((row) => row.sessionId === id && row.round === null))
			problems.push(`the archive of ${id} is gone`);
	}
	return {
		problems,
		partials,
		counts: {
			turns: every.size,
			cold: dump.cold.reduce((sum, range) => sum + range.turnIds.length, 0),
			archives: dump.archives.length,
			summaries: dump.summaries.filter(({ status }) => status === 'active').length,
			chats: dump.sessions.filter(({ title }) => promises.importing.has(title)).length
		}
	};
}

const placeOf = (sessionId: string, branch: string, seq: number): string =>
	`${sessionId} ${branch} ${String(seq)}`;

/** Every archive unpacked, with its checksum and its number of turns compared. */
async function openArchives(
	dump: Dump,
	problems: string[]
): Promise<Map<string, readonly Exchange[]>> {
	const opened = new Map<string, readonly Exchange[]>();
	for (const archive of dump.archives) {
		const bytes = dump.bytes.get(archive.id);
		if (!bytes) {
			problems.push(`${archive.path} has no bytes`);
			continue;
		}
		if (sha256(bytes) !== archive.sha256) problems.push(`${archive.path} has another checksum`);
		const read = await packer.unpack(bytes);
		if (!read.whole) problems.push(`${archive.path} is damaged`);
		const exchanges = exchangesIn(read);
		if (exchanges.length !== archive.turns)
			problems.push(
				`${archive.path} holds ${String(exchanges.length)} turns of ${String(archive.turns)}`
			);
		opened.set(archive.id, exchanges);
	}
	for (const id of dump.bytes.keys())
		if (!opened.has(id)) problems.push(`bytes without an archive: ${id}`);
	return opened;
}

/** Turns wherever they lie, by place. */
function everyExchange(
	dump: Dump,
	archived: ReadonlyMap<string, readonly Exchange[]>,
	problems: string[]
): Map<string, Exchange> {
	const steps = new Map<string, Step[]>();
	for (const step of dump.steps) {
		const place = placeOf(step.sessionId, step.branch, step.seq);
		steps.set(place, [...(steps.get(place) ?? []), step]);
	}
	const every = new Map<string, Exchange>();
	for (const turn of dump.turns) {
		const place = placeOf(turn.sessionId, turn.branch, turn.seq);
		every.set(place, { turn, steps: steps.get(place) ?? [] });
		steps.delete(place);
	}
	for (const range of dump.cold) {
		const inside = archived.get(range.archiveId) ?? [];
		for (let seq = range.fromSeq; seq <= range.throughSeq; seq++) {
			const place = placeOf(range.sessionId, range.branch, seq);
			const found = inside.find(({ turn }) => turn.branch === range.branch && turn.seq === seq);
			if (!found) problems.push(`${place} is cold, and in no archive`);
			else if (every.has(place)) problems.push(`${place} is hot and cold`);
			else every.set(place, found);
		}
	}
	for (const place of steps.keys()) problems.push(`steps without their turn: ${place}`);
	return every;
}

/** No gap in seq up to the head of each branch, and every hash follows from the one before it. */
function checkChains(dump: Dump, every: ReadonlyMap<string, Exchange>, problems: string[]): void {
	const known = new Set<string>();
	for (const session of dump.sessions) {
		const branches = dump.branches.filter((row) => row.sessionId === session.id);
		if (branches.length === 0) problems.push(`${session.id} has no branch`);
		for (const { branch } of branches) {
			const exchanges: Exchange[] = [];
			for (const part of pathOf(branches, branch))
				for (let seq = part.fromSeq; seq <= part.throughSeq; seq++) {
					const place = placeOf(session.id, part.branch, seq);
					const found = every.get(place);
					known.add(place);
					if (found) exchanges.push(found);
					else problems.push(`${place} is missing`);
				}
			const broken = brokenLink(chainStart(session.id), exchanges);
			if (broken !== null)
				problems.push(`the chain of ${session.id} ${branch} breaks at ${String(broken)}`);
		}
	}
	for (const place of every.keys())
		if (!known.has(place)) problems.push(`${place} is on no branch`);
}

function checkSummaries(dump: Dump, promises: Promises, problems: string[]): void {
	const active = new Set<string>();
	for (const summary of dump.summaries) {
		const name = `${summary.sessionId} ${String(summary.round)}`;
		if (summary.status === 'active') {
			const place = `${summary.sessionId} ${summary.branch}`;
			if (active.has(place)) problems.push(`two summaries in use: ${place}`);
			active.add(place);
			if (summary.text.trim() === '') problems.push(`the summary ${name} is empty`);
		}
		const isGone =
			summary.archiveId !== null && !dump.archives.some(({ id }) => id === summary.archiveId);
		if (isGone) problems.push(`the archive of the summary ${name} is gone`);
	}
	const used = new Set(
		dump.summaries
			.filter(({ status }) => status === 'active' || status === 'superseded')
			.map(({ sessionId, round }) => `${sessionId} ${String(round)}`)
	);
	for (const name of promises.summaries)
		if (!used.has(name)) problems.push(`the summary ${name} is gone`);
}

function checkMemory(dump: Dump, { memory }: Promises, problems: string[]): void {
	const text = dump.memoryFiles.find(({ path }) => path === 'MEMORY.md')?.text ?? '';
	if (![memory.saved, ...memory.tried].includes(text))
		problems.push(`MEMORY.md holds ${JSON.stringify(text.slice(-60))}`);
	for (const file of dump.memoryFiles) {
		const revisions = dump.memoryRevisions.filter(({ path }) => path === file.path);
		const newest = revisions.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1);
		if (newest?.text !== file.text) problems.push(`${file.path} is not as its last revision`);
	}
	for (const { status, path, text: line, id } of dump.proposals) {
		const file = dump.memoryFiles.find((row) => row.path === path);
		if (status === 'accepted' && !file?.text.includes(line))
			problems.push(`the accepted line ${id} is not in ${path}`);
	}
}

/** A chat is there whole or not at all; those of an import that has ended are all there. */
function checkImports(dump: Dump, promises: Promises, problems: string[]): void {
	const titles = new Map(dump.sessions.map(({ title, id }) => [title, id]));
	for (const [title, turns] of promises.importing) {
		const id = titles.get(title);
		if (id === undefined) {
			if (promises.imported.has(title)) problems.push(`the imported chat ${title} is gone`);
			continue;
		}
		const there =
			dump.turns.filter(({ sessionId }) => sessionId === id).length +
			dump.cold
				.filter(({ sessionId }) => sessionId === id)
				.reduce((sum, range) => sum + range.turnIds.length, 0);
		if (there !== turns)
			problems.push(`the chat ${title} has ${String(there)} turns of ${String(turns)}`);
	}
}

/** Every message that stood there, every reply that had ended, and of those that had not what was on screen. */
function checkConversation(
	dump: Dump,
	every: ReadonlyMap<string, Exchange>,
	promises: Promises,
	diedAt: number | null,
	problems: string[]
): Partial[] {
	const byNumber = new Map<number, Exchange>();
	for (const exchange of every.values()) {
		const number = /\bask-(\d+)\b/.exec(textOf(exchange.turn.asked))?.[1];
		if (number !== undefined) byNumber.set(Number(number), exchange);
	}
	const partials: Partial[] = [];
	for (const number of promises.asked)
		if (!byNumber.has(number)) problems.push(`message ${String(number)} is gone`);
	for (const number of promises.answered) {
		const exchange = byNumber.get(number);
		if (exchange && exchange.steps.at(-1)?.state !== 'complete')
			problems.push(`the reply to ${String(number)} is not whole: ${storyOf(exchange)}`);
	}
	for (const [number, list] of promises.shown) {
		const exchange = byNumber.get(number);
		if (!exchange || diedAt === null) continue;
		const text = textOf(exchange.steps.flatMap((step) => step.content));
		const stored = Math.max(
			0,
			...[...text.matchAll(/\br\d+-(\d+)\b/g)].map(([, at]) => Number(at))
		);
		const missing = list.find(({ words }) => words > stored);
		// A reply that ended, or of which nothing was kept before, is compared too.
		const isBroken = exchange.steps.some(({ state }) => state === 'interrupted');
		if (promises.broken.has(number) || (!isBroken && !missing)) continue;
		if (exchange.steps.at(-1)?.state === 'complete') {
			problems.push(`the reply to ${String(number)} lost words: ${storyOf(exchange)}`);
			continue;
		}
		promises.broken.add(number);
		partials.push({
			age: missing ? diedAt - missing.at : 0,
			story: `of the reply to ${String(number)} ${String(stored)} words are left of ${String(list.at(-1)?.words ?? 0)} (the first on screen ${String(diedAt - (list[0]?.at ?? diedAt))} ms before): ${storyOf(exchange)}, died ${String(diedAt)}`
		});
	}
	promises.shown.clear();
	for (const number of byNumber.keys()) promises.asked.add(number);
	return partials;
}

const storyOf = ({ turn, steps }: Exchange): string =>
	[
		`asked ${String(turn.askedAt)}`,
		...steps.map(
			(step) =>
				`${step.state} ${String(step.startedAt)}–${String(step.endedAt)}, ${String(textOf(step.content).length)} characters ${JSON.stringify(step.failure)}`
		)
	].join('; ');
