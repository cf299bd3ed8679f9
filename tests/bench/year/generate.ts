/** A year of daily use, made of real sessions: their turns in another order, with other numbers, a session a day. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chainStart, linkResults, linkStep, linkTurn, chainEnd } from '#core/log/chain.ts';
import { emptySession } from '#core/session/empty-session.ts';
import { trunk, type Session } from '#core/session/session.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import { exchangesFromNeutral } from '../../support/recorded/neutral-session.ts';

/** Turns of every session of a folder in the neutral shape. */
export function sources(folder: string): readonly Exchange[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith('.jsonl'))
		.sort()
		.flatMap((name) =>
			exchangesFromNeutral(readFileSync(path.join(folder, name), 'utf8').split('\n'), name)
		);
}

/** The same numbers in the same order for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

export interface Day {
	readonly session: Session;
	readonly exchanges: readonly Exchange[];
	/** Bytes of tool output, as characters. */
	readonly toolOutput: number;
}

interface Year {
	readonly turns: number;
	readonly days: number;
	/** Characters of tool output in all. */
	readonly toolOutput: number;
	/** When the last day is, Unix ms. */
	readonly now: number;
}

const dayInMs = 24 * 60 * 60_000;

/** One day after another, so that a whole year is never held at once. */
export function* yearOf(pool: readonly Exchange[], year: Year): Generator<Day> {
	const random = randomFrom(20_261_120);
	const pick = <T>(list: readonly T[]): T => {
		const found = list[Math.floor(random() * list.length)];
		if (found === undefined) throw new Error('There is nothing to choose from');
		return found;
	};
	const outputs = pool
		.flatMap(({ steps }) => steps.flatMap((step) => step.results ?? []))
		.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
		.filter((text) => text.length > 200);
	const words = pool.flatMap(({ turn }) => turn.asked).filter((block) => block.type === 'text');
	const answers = pool
		.flatMap(({ steps }) => steps.flatMap((step) => step.content))
		.filter((block) => block.type === 'text')
		.map((block) => block.text)
		.filter((text) => text.length > 20);
	/** Digits are drawn anew, so that no turn is the copy of another. */
	const renewed = (text: string): string =>
		text.replace(/\d/g, () => String(Math.floor(random() * 10)));

	let spent = 0;
	for (let day = 0; day < year.days; day++) {
		const id = `year-${String(day).padStart(4, '0')}`;
		const begins = year.now - (year.days - day) * dayInMs;
		const count =
			Math.round(((day + 1) * year.turns) / year.days) - Math.round((day * year.turns) / year.days);
		const exchanges: Exchange[] = [];
		let link = chainStart(id);
		let own = 0;
		for (let seq = 0; seq < count; seq++) {
			const turnId = `${id}-${String(seq).padStart(5, '0')}`;
			const at = begins + seq * 60_000;
			const asked = [{ type: 'text' as const, text: renewed(pick(words).text).slice(0, 4_000) }];
			const turn = {
				sessionId: id,
				branch: trunk,
				seq,
				turnId,
				hash: linkTurn(link, turnId, asked),
				asked,
				askedAt: at,
				stamp: new Date(at).toISOString(),
				source: 'typed' as const
			};
			const steps: Step[] = [];
			const shared = {
				sessionId: id,
				branch: trunk,
				seq,
				turnId,
				model: 'claude-bench',
				state: 'complete' as const,
				usage: { input: 20, cacheRead: 40_000, cacheWrite: 900, output: 300 },
				cost: 0.02,
				epoch: 0,
				basis: null,
				startedAt: at,
				endedAt: at + 20_000,
				failure: null,
				continues: false
			};
			const before = () => {
				const last = steps.at(-1);
				return last ? (last.resultsHash ?? last.hash) : turn.hash;
			};
			// As many calls as the budget of tool output has room for by now.
			while (spent + own < ((day + (seq + 1) / count) * year.toolOutput) / year.days) {
				const index = steps.length;
				const call = `call_${String(seq)}_${String(index)}`;
				const output = renewed(pick(outputs));
				own += output.length;
				const content = [
					{
						type: 'tool_use' as const,
						id: call,
						name: 'bash',
						input: { command: pick(answers).slice(0, 80) }
					}
				];
				const results = [{ type: 'tool_result' as const, tool_use_id: call, content: output }];
				const hash = linkStep(before(), { turnId, index }, content);
				steps.push({
					...shared,
					index,
					hash,
					content,
					stopReason: 'tool_use',
					results,
					resultsHash: linkResults(hash, results)
				});
			}
			const index = steps.length;
			const content = [{ type: 'text' as const, text: renewed(pick(answers)) }];
			const hash = linkStep(before(), { turnId, index }, content);
			steps.push({
				...shared,
				index,
				hash,
				content,
				stopReason: 'end_turn',
				results: null,
				resultsHash: null
			});
			const exchange = { turn, steps };
			link = chainEnd(exchange);
			exchanges.push(exchange);
		}
		spent += own;
		const session: Session = {
			...emptySession(id, begins),
			title: `Day ${String(day + 1)}`,
			titleFrom: 'user',
			activeAt: begins + count * 60_000
		};
		yield { session, exchanges, toolOutput: own };
	}
}
