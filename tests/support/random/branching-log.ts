import fc from 'fast-check';
import type { Pin } from '#core/log/pin.ts';
import { headOf, pathOf, type Path } from '#core/log/path.ts';
import { trunk, type Branch } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';
import { makeLog, turnShape, type TurnShape } from './random-log.ts';

/** A session as it is lived: said, edited into branches, gone back to, pinned and compacted, in any order. */

export type Act =
	| { readonly kind: 'say'; readonly shapes: readonly TurnShape[] }
	/** Say something else instead of a turn of the path: a branch begins there. */
	| { readonly kind: 'fork'; readonly at: number; readonly shapes: readonly TurnShape[] }
	| { readonly kind: 'switch'; readonly to: number }
	| { readonly kind: 'pin'; readonly words: number }
	| { readonly kind: 'compact' };

const shapes = fc.array(turnShape, { minLength: 1, maxLength: 5 });

export const acts: fc.Arbitrary<readonly Act[]> = fc.array(
	fc.oneof(
		{ weight: 4, arbitrary: fc.record({ kind: fc.constant('say' as const), shapes }) },
		{
			weight: 2,
			arbitrary: fc.record({ kind: fc.constant('fork' as const), at: fc.nat(40), shapes })
		},
		{
			weight: 1,
			arbitrary: fc.record({ kind: fc.constant('switch' as const), to: fc.nat(8) })
		},
		{
			weight: 1,
			arbitrary: fc.record({ kind: fc.constant('pin' as const), words: fc.nat(120) })
		},
		{ weight: 4, arbitrary: fc.record({ kind: fc.constant('compact' as const) }) }
	),
	{ minLength: 1, maxLength: 18 }
);

export class BranchingLog {
	readonly pins: Pin[] = [];
	#branches: Branch[] = [
		{ sessionId: 's', branch: trunk, parent: null, forkSeq: 0, headSeq: -1, createdAt: 0 }
	];
	#turns = new Map<string, Exchange[]>([[trunk, []]]);
	#branch = trunk;

	get branch(): string {
		return this.#branch;
	}

	get path(): Path {
		return pathOf(this.#branches, this.#branch);
	}

	/** The turns of the branch that is on screen, from the first to its head. */
	get exchanges(): readonly Exchange[] {
		return this.path.flatMap(({ branch, fromSeq, throughSeq }) =>
			(this.#turns.get(branch) ?? []).filter(
				({ turn }) => turn.seq >= fromSeq && turn.seq <= throughSeq
			)
		);
	}

	/** Every turn of every branch. */
	get everything(): readonly Exchange[] {
		return [...this.#turns.values()].flat();
	}

	/** All but `compact`, which is the planner's. */
	do(act: Act): void {
		switch (act.kind) {
			case 'say':
				this.#say(act.shapes);
				return;
			case 'fork':
				this.#fork(act.at);
				this.#say(act.shapes);
				return;
			case 'switch':
				this.#branch = this.#branches[act.to % this.#branches.length]?.branch ?? trunk;
				return;
			case 'pin': {
				const id = `pin-${this.pins.length}`;
				const text = `${id}: ${'noted '.repeat(act.words)}`.trim();
				this.pins.push({ id, sessionId: 's', text, turnId: null, at: this.pins.length });
				return;
			}
			case 'compact':
		}
	}

	#say(shapes: readonly TurnShape[]): void {
		const from = headOf(this.path) + 1;
		const said = makeLog(shapes, { branch: this.#branch, from, startAt: 1000 + from * 100 });
		this.#turns.get(this.#branch)?.push(...said);
		const headSeq = from + said.length - 1;
		this.#branches = this.#branches.map((row) =>
			row.branch === this.#branch ? { ...row, headSeq } : row
		);
	}

	#fork(at: number): void {
		const head = headOf(this.path);
		if (head < 0) return;
		const forkSeq = at % (head + 1);
		const branch = `branch-${this.#branches.length}`;
		// The parent is the branch that holds the turn that stays before the fork.
		const parent = this.path.find(
			({ fromSeq, throughSeq }) => fromSeq <= forkSeq && forkSeq <= throughSeq
		);
		this.#branches.push({
			sessionId: 's',
			branch,
			parent: parent?.branch ?? trunk,
			forkSeq,
			headSeq: forkSeq - 1,
			createdAt: this.#branches.length
		});
		this.#turns.set(branch, []);
		this.#branch = branch;
	}
}
