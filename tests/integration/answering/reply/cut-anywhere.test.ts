// @vitest-environment node
import { beforeEach, expect, it } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import { continueReply, retryReply } from '#flows/answer/answer-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import type { AnthropicServer } from '../../../support/anthropic/server.ts';
import { withAnthropic } from '../../../support/anthropic/with-anthropic.ts';
import { calling, logOf, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aLine } from '../../../support/builders/a-line.ts';
import { never, unseen } from '../../../support/never.ts';
import { isGate } from '../../../support/occasion.ts';

/** A reply of a thought, words and a call breaks off wherever a line can break, against a server that holds to the rules of the API. */

let server: AnthropicServer;
let app: TestApp;
/** What comes of the next answer, and how it ends behind that; null: all of it comes. */
let cut: { readonly at: Place; readonly by: Ending } | null = null;
/** The answers that came, uncut. */
const answers: Uint8Array<ArrayBuffer>[] = [];

type Ending = 'end' | 'error';
/** So many whole events, and so many bytes of the one behind them. */
interface Place {
	readonly events: number;
	readonly bytes: number;
}

/** Where each event ends. */
const endsIn = (bytes: Uint8Array): number[] =>
	[...Buffer.from(bytes).toString('latin1').matchAll(/\n\n/g)].map(({ index }) => index + 2);
const placeIn = (bytes: Uint8Array, { events, bytes: more }: Place): number =>
	(endsIn(bytes)[events - 1] ?? 0) + more;

withAnthropic((own) => (server = own));
withApp((own) => (app = own), { model: 'claude-sonnet-5-5' });
beforeEach(() => {
	app = calling(app, aLine(server, { fetch: async (...asked) => cutting(await fetch(...asked)) }));
});

async function cutting(response: Response): Promise<Response> {
	const bytes = new Uint8Array(await response.arrayBuffer());
	const here = cut;
	cut = null;
	answers.push(bytes);
	const body = new ReadableStream<Uint8Array>({
		start: (line) => line.enqueue(here ? bytes.slice(0, placeIn(bytes, here.at)) : bytes),
		// What came is read before the line breaks.
		pull: (line) =>
			here?.by === 'error' ? line.error(new TypeError('network error')) : line.close()
	});
	return new Response(body, response);
}

const asked = 'Tee? 🍵 [[tool:recall {"query":"🍵"}]]';

const ways = ['retry', 'continue', 'next'] as const;
const endings = ['end', 'error'] as const;

async function sentAgain(by: (typeof ways)[number], at: Place, ending: Ending) {
	const session = newSession(app, { kind: 'main', offRecord: false });
	cut = { at, by: ending };
	await sendWords(app, session, asked);
	const [exchange] = await logOf(app, session.id);
	if (!exchange) throw new Error('The message is gone.');
	const place = { sessionId: session.id, turnId: exchange.turn.turnId };
	if (by === 'retry') await retryReply(app, place, unseen, never);
	if (by === 'continue') await continueReply(app, place, unseen, never);
	const next = await sendWords(app, session, 'And then?');
	const log = await logOf(app, session.id);
	expect(await partialOf(app.scratch, session.id)).toBeUndefined();
	expect(brokenLink(chainStart(session.id), log)).toBeNull();
	expect({ by, at, next: next.status, refusals: server.refusals }).toMatchObject({
		next: 'answered',
		refusals: []
	});
	return exchange.steps[0];
}

/** What came of a reply, as one text. */
const wordsOf = (content: readonly object[] = []): string =>
	content
		.flatMap((block) =>
			'thinking' in block ? [block.thinking] : 'text' in block ? [block.text] : []
		)
		.join('');

it('keeps what came, runs no call of which anything may be missing, and is gone on from in every way', async () => {
	const session = newSession(app, { kind: 'main', offRecord: false });
	await sendWords(app, session, asked);
	const whole = Buffer.from(answers[0] ?? []);
	const all = wordsOf((await logOf(app, session.id))[0]?.steps[0]?.content);
	const ends = endsIn(whole);
	// The event with a sign of four bytes, byte for byte around it.
	const sign = whole.indexOf('🍵');
	const signed = ends.findIndex((end) => end > sign);
	const within = sign - (ends[signed - 1] ?? 0);
	const places: Place[] = [0, ...ends].map((_, events) => ({ events, bytes: 0 }));
	for (let bytes = within - 3; bytes < within + 7; bytes++)
		places.splice(-(ends.length - signed), 0, { events: signed, bytes });
	let before = 0;
	for (const [turn, at] of places.entries()) {
		for (const ending of endings.filter((_, nth) => !isGate || nth === turn % 2)) {
			const step = await sentAgain(ways[(turn + ending.length) % 3] ?? 'next', at, ending);
			const came = wordsOf(step?.content);
			expect(all.startsWith(came)).toBe(true);
			expect(came.length).toBeGreaterThanOrEqual(before);
			before = came.length;
			// That it has ended stands in the last event.
			expect(step?.content.some(({ type }) => type === 'tool_use')).toBe(at.events === ends.length);
		}
	}
}, 240_000);
