/** A request is written while its filing is under way, and leaves when it is on file: never before, and not where that fails. */
import { expect, test, vi } from 'vitest';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import type { ModelEvent } from '#flows/ports/model.ts';
import { makeCall } from '#flows/prompt/filed-call.ts';
import type { Client } from '#worker/channel/client.ts';
import { modelOver, type SpeakingJobs } from '#worker/channel/model-over.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import { systemClock } from '#worker/system-clock.ts';
import { db, withTarget } from '../../../support/apps/import-target.ts';
import { breakingStorage } from '../../../support/breaking/breaking-storage.ts';
import { aCard } from '../../../support/builders/a-prompt.ts';
import { never, unseen } from '../../../support/never.ts';

withTarget();

const bodyFor = (words: string) => ({
	model: 'claude-test-5',
	max_tokens: 100,
	messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: words }] }]
});

/** A call of a session, to a model that notes when it is written and what is on file when it leaves. */
function aCall(words: string, onLeaving: () => void = unseen) {
	const seen = { written: 0, left: 0, filed: [] as unknown[] };
	async function* leave(): AsyncGenerator<ModelEvent> {
		seen.left++;
		onLeaving();
		for (const entry of await db.ledger.toArray()) seen.filed.push(await bodyOf({ db }, entry));
		yield { type: 'failed', failure: { kind: 'offline' }, partial: [], usage: null };
	}
	const model = {
		stream: () => {
			seen.written++;
			return leave();
		},
		count: () => Promise.resolve({ status: 'unsupported' as const })
	};
	const call = {
		kind: 'chat' as const,
		body: bodyFor(words),
		card: aCard(),
		sessionId: 's1',
		turnId: 't1',
		step: 0,
		segments: [],
		tokens: 10,
		// In the own network no limit of the day is asked for: every call to the storage is one of the filing.
		endpoint: 'http://localhost:8080'
	};
	const make = (forgotten = 0) =>
		makeCall(
			{ db, clock: systemClock, model },
			{ ...call, forgotten },
			{ goesOn: () => true },
			never
		);
	return { seen, make };
}

test('whatever fails while the request is filed, nothing leaves and nothing of it is on file', async () => {
	const storage = breakingStorage(db);
	// The second of a tab is filed beside the first, in another way.
	await aCall('First').make();
	const before = await db.ledger.toArray();
	for (let at = 0; ; at++) {
		// What is read when it leaves is read in any case.
		const { seen, make } = aCall(`Second ${String(at)}`, () => storage.mend());
		storage.breakAt(at, 'full');
		const end = await make();
		storage.mend();
		if (seen.left > 0) break;
		expect(end, `call ${String(at)}`).toMatchObject({ status: 'failed', calls: 0 });
		expect(await db.ledger.toArray()).toEqual(before);
		expect(at).toBeLessThan(20);
	}
	expect(await db.ledger.count()).toBe(before.length + 1);
});

test('a filing that fails of what may pass is tried once more, and a full disk is not', async () => {
	const storage = breakingStorage(db);
	const tried = async (fault: 'unknown' | 'full', isForGood: boolean) => {
		const { seen, make } = aCall(`${fault} ${String(isForGood)}`, () => storage.mend());
		storage.breakAt(0, fault, isForGood);
		const end = await make();
		storage.mend();
		return seen.left === 0 ? end : 'left';
	};
	expect(await tried('unknown', false)).toBe('left');
	expect(await tried('unknown', true)).toMatchObject({ failure: { kind: 'storage-failed' } });
	expect(await tried('full', false)).toMatchObject({ failure: { kind: 'storage-full' } });
});

test('when it leaves, all of it can be read on file, though it was written once before', async () => {
	for (const words of ['First', 'Second']) {
		const { seen, make } = aCall(words);
		await make();
		expect(seen).toMatchObject({ written: 1, left: 1 });
		expect(seen.filed.at(-1)).toEqual(bodyFor(words));
	}
});

test('a part that was forgotten is on file again with the next request that says it', async () => {
	await aCall('Same').make();
	await db.blobs.toCollection().modify({ bytes: new Uint8Array() });
	await db.tombstones.add({ id: 't9', kind: 'turn', at: Date.now() });
	const { seen, make } = aCall('Same');
	await make(await forgettingNow(db));
	expect(seen.filed.at(-1)).toEqual(bodyFor('Same'));
});

test('what is large and on file already, from a request of another session, is not written again', async () => {
	for (const words of ['Large '.repeat(20_000), 'Small']) {
		await aCall(words).make();
		await aCall('Other').make();
		await db.blobs.toCollection().modify({ at: 1 });
		await aCall(words).make();
		const written = (await db.blobs.toArray()).filter(({ at }) => at !== 1);
		expect(written.every(({ bytes }) => bytes.length < 65_536)).toBe(true);
	}
});

test('over a channel nothing is posted before the first event is asked for', async () => {
	const run = vi.fn(() => Promise.resolve({ status: 'ended' as const }));
	const telephone = { run } as unknown as Client<SpeakingJobs>;
	const request = { body: bodyFor('Words'), endpoint: 'https://endpoint.test' };
	const stream = modelOver(() => Promise.resolve(telephone)).stream(request, never);
	await new Promise((resolve) => setTimeout(resolve, 5));
	expect(run).not.toHaveBeenCalled();
	await stream[Symbol.asyncIterator]().next();
	expect(run).toHaveBeenCalledOnce();
});
