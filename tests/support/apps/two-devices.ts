/** Two devices of one user, which carry backups to each other. */
import { beforeEach } from 'vitest';
import { chainEnd, linkStep, linkTurn } from '#core/log/chain.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { text } from '../builders/a-turn.ts';
import { another, withTarget } from './import-target.ts';

/** The databases of each test of a file that asks for them. */
export let laptop: Truth;
export let phone: Truth;

export function withTwoDevices(): void {
	withTarget();
	beforeEach(() => {
		laptop = another();
		phone = another();
	});
}

/** Turns with ids and words of a device, behind others. */
export function saidOn(device: string, count: number, after: readonly Exchange[]): Exchange[] {
	const made = [...after];
	for (let at = 0; at < count; at++) {
		const before = made.at(-1)!;
		const seq = before.turn.seq + 1;
		const turnId = `s1-${device}-${String(seq)}`;
		const asked = [text(`Asked on the ${device}: ${String(seq)}`)];
		const hash = linkTurn(chainEnd(before), turnId, asked);
		const content = [text(`Answered on the ${device}: ${String(seq)}`)];
		const step = { ...before.steps.at(-1)!, seq, turnId, index: 0, content };
		made.push({
			turn: { ...before.turn, seq, turnId, asked, hash },
			steps: [{ ...step, hash: linkStep(hash, step, content) }]
		});
	}
	return made.slice(after.length);
}
