import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginSha256, digest, sha256, updateText } from '#core/sha256.ts';
import {
	brokenLink,
	chainStart,
	linkResults,
	linkStep,
	linkTurn,
	chainEnd
} from '#core/log/chain.ts';
import type { Exchange, Step } from '#core/log/turn.ts';

const real = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');

test('our SHA-256 of text and bytes says what everybody else says', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
			expect(sha256(bytes)).toBe(real(bytes));
		})
	);
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
			expect(sha256(text)).toBe(real(Buffer.from(text, 'utf8')));
		})
	);
});

test('a hash fed in pieces is the hash of the whole', () => {
	fc.assert(
		fc.property(fc.array(fc.uint8Array({ maxLength: 150 }), { maxLength: 8 }), (pieces) => {
			const hash = beginSha256();
			for (const piece of pieces) hash.update(piece);
			expect(digest(hash)).toBe(real(Buffer.concat(pieces)));
			expect(digest(updateText(hash, 'é'))).toBe(
				real(Buffer.concat([...pieces, Buffer.from('é')]))
			);
		})
	);
});

function exchanges(count: number): Exchange[] {
	let link = chainStart('s');
	return Array.from({ length: count }, (_, seq) => {
		const turnId = `t${seq}`;
		const asked = [{ type: 'text' as const, text: `question ${seq}` }];
		const hash = linkTurn(link, turnId, asked);
		const content = [{ type: 'tool_use' as const, id: `c${seq}`, name: 'recall', input: {} }];
		const results = [{ type: 'tool_result' as const, tool_use_id: `c${seq}`, content: 'found' }];
		const stepHash = linkStep(hash, { turnId, index: 0 }, content);
		const place = { sessionId: 's', branch: 'trunk', seq, turnId };
		const exchange: Exchange = {
			turn: { ...place, hash, asked, askedAt: seq, stamp: '', source: 'typed' },
			steps: [
				{
					...place,
					index: 0,
					hash: stepHash,
					content,
					model: 'm',
					state: 'complete',
					stopReason: 'tool_use',
					usage: null,
					cost: null,
					epoch: 0,
					basis: null,
					startedAt: seq,
					endedAt: seq,
					failure: null,
					continues: false,
					results,
					resultsHash: linkResults(stepHash, results)
				}
			]
		};
		link = chainEnd(exchange);
		return exchange;
	});
}

test('the chain sees a turn that is missing, changed or in another order', () => {
	const whole = exchanges(6);
	expect(brokenLink(chainStart('s'), whole)).toBeNull();
	for (let seq = 0; seq < whole.length; seq++) {
		const without = whole.filter((exchange) => exchange.turn.seq !== seq);
		if (seq < whole.length - 1) expect(brokenLink(chainStart('s'), without)).toBe(seq + 1);
		const changed = whole.map((exchange) =>
			exchange.turn.seq === seq
				? {
						...exchange,
						steps: exchange.steps.map((step): Step => ({
							...step,
							content: [{ type: 'text', text: 'other' }]
						}))
					}
				: exchange
		);
		expect(brokenLink(chainStart('s'), changed)).toBe(seq);
	}
});

test('a forgotten turn leaves a gap that the chain still spans', () => {
	const whole = exchanges(5).map((exchange) =>
		exchange.turn.seq === 2
			? {
					turn: { ...exchange.turn, asked: [], forgottenAt: 9 },
					steps: exchange.steps.map((step) => ({ ...step, content: [], results: null }))
				}
			: exchange
	);
	expect(brokenLink(chainStart('s'), whole)).toBeNull();
});
