import { archiveLines } from '#core/archive/archive.ts';
import { chainStart, linkResults, linkStep, linkTurn } from '#core/log/chain.ts';
import type { ToolResultBlock, UserBlock } from '#core/log/blocks.ts';
import type { Session } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { aSummary } from '../builders/a-summary.ts';
import { call, result, text } from '../builders/a-turn.ts';
import type { TestApp } from '../apps/an-app.ts';
import { gardenTurns } from '../apps/compactable.ts';
import { importFile } from '../apps/importing.ts';
import { said, type Attack } from './red-team.ts';
import { aSession } from '../builders/a-session.ts';
import { aBranch, storeSession } from '../builders/stored-session.ts';

/** Sessions with an instruction hidden somewhere in them, brought in the way such text really comes in. */

/** What the user says, and what the assistant reads before it answers. */
interface Moment {
	readonly asked: readonly UserBlock[];
	readonly reads: { readonly tool: string; readonly result: ToolResultBlock } | null;
}

const [garden] = gardenTurns(1);

/** Turns of these moments, chained as a session is. */
function turnsOf(moments: readonly Moment[]): Exchange[] {
	const shape = garden?.steps[0];
	if (!garden || !shape) throw new Error('no model of a turn');
	let link = chainStart('s1');
	return moments.map(({ asked, reads }, seq) => {
		const turnId = `turn-${String(seq)}`;
		const hash = linkTurn(link, turnId, asked);
		const at = { ...shape, seq, turnId };
		const content = reads ? [call(`r${String(seq)}`, reads.tool, { path: 'x' })] : [text('I see.')];
		link = linkStep(hash, { turnId, index: 0 }, content);
		const first = { ...at, hash: link, content };
		const steps: Exchange['steps'][number][] = [first];
		if (reads) {
			const results = [{ ...reads.result, tool_use_id: `r${String(seq)}` }];
			link = linkResults(link, results);
			steps[0] = { ...first, stopReason: 'tool_use', results, resultsHash: link };
			const end = [text('I have read it.')];
			link = linkStep(link, { turnId, index: 1 }, end);
			steps.push({ ...at, index: 1, hash: link, content: end });
		}
		return { turn: { ...garden.turn, seq, turnId, hash, asked }, steps };
	});
}

const saying = (...asked: UserBlock[]): Moment => ({ asked, reads: null });

/** Where the attack stands in the conversation itself: what is said then. Nothing where it comes another way. */
function momentsOf(attack: Attack): readonly Moment[] {
	const words = text([said[attack.language], attack.asks ?? ''].join(' ').trim());
	const reading = (tool: string, failed = false): Moment[] => [
		{
			asked: [words],
			reads: { tool, result: { ...result('r', attack.text), is_error: failed } }
		}
	];
	switch (attack.carrier) {
		case 'tool':
			return reading('read_file');
		case 'error':
			return reading('read_file', true);
		case 'web':
			return reading('web_fetch');
		case 'alt':
			return [saying(words), saying(text(attack.text))];
		case 'attached':
			return [
				saying(text(said[attack.language])),
				saying(attachment(attack.text), text(attack.asks ?? 'What is in it?'))
			];
		default:
			return [];
	}
}

/** The attack alone, as its session tells it; null where it comes another way than by the session. */
export function exchangesOf(attack: Attack): readonly Exchange[] | null {
	const moments = momentsOf(attack);
	return moments.length === 0 ? null : turnsOf(moments);
}

/**
 * Store what attacks of one carrier need; gives the session they are met in. Several at once share the session, so
 * one that is seen through may hide another: each has its own test without a database.
 */
export async function plant(app: TestApp, attacks: readonly Attack[]): Promise<Session> {
	const [attack] = attacks;
	if (!attack) throw new Error('no attack');
	const told = turnsOf([saying(text(attacks.map(({ language }) => said[language]).join('\n')))]);
	const stored = async (exchanges: readonly Exchange[]): Promise<Session> => {
		const session = aSession();
		await storeSession(app.db, session, gardenTurns(14 + exchanges.length, exchanges));
		return session;
	};
	switch (attack.carrier) {
		case 'recall':
		case 'title':
			app.jobs.search = () =>
				Promise.resolve({
					status: 'found',
					hits: attacks.map((one) => ({
						id: one.id,
						kind: 'turn',
						sessionId: null,
						sessionTitle: one.carrier === 'title' ? one.text : 'An old talk',
						turnId: null,
						branch: null,
						seq: null,
						place: null,
						role: 'assistant',
						at: app.clock.at - 1e9,
						snippet: [],
						text: one.carrier === 'title' ? 'They talked.' : one.text
					}))
				});
			return stored(told);
		case 'memory-file':
			await bringIn(app, '2026-11-20.md', attacks.map(({ text }) => text).join('\n'));
			return stored(told);
		case 'memory-json':
			await bringIn(app, 'memories.json', openWebUiMemories(attack.text));
			return stored(told);
		case 'import':
			await bringIn(app, 'talk.jsonl', claudeCode(attacks.map(({ text }) => text)));
			return sessionBroughtIn(app);
		case 'summary': {
			const session = aSession({ id: 's9' });
			const exchanges = gardenTurns(14, told).map(({ turn, steps }) => ({
				turn: { ...turn, sessionId: 's9' },
				steps: steps.map((step) => ({ ...step, sessionId: 's9' }))
			}));
			const words = attacks.map(({ text }) => text).join('\n\n');
			const lines = archiveLines({
				session,
				branches: [aBranch({ sessionId: 's9', headSeq: exchanges.length - 1 })],
				exchanges,
				summaries: [
					aSummary(3, { sessionId: 's9', text: words, originalText: words, taint: 'none' })
				]
			});
			await bringIn(app, 'talk.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
			return sessionBroughtIn(app);
		}
		default:
			return stored(turnsOf(attacks.flatMap(momentsOf)));
	}
}

const attachment = (words: string): UserBlock => ({
	type: 'document',
	title: 'minutes.txt',
	source: {
		type: 'base64',
		media_type: 'text/plain',
		data: btoa(String.fromCharCode(...new TextEncoder().encode(words)))
	}
});

/** Memories as another program exports them. */
const openWebUiMemories = (content: string): string =>
	JSON.stringify([
		{ id: 'm1', user_id: 'u1', content, created_at: 1_790_000_000, updated_at: 1_790_000_000 }
	]);

async function sessionBroughtIn(app: TestApp): Promise<Session> {
	const [head] = await app.db.sessions.toArray();
	const session = head && (await sessionOf(app.db, head.id));
	if (!session) throw new Error('nothing was imported');
	return session;
}

/** Everything the user does to import a file: choose it, look at the preview, press Import now. */
async function bringIn(app: TestApp, name: string, content: string): Promise<void> {
	const outcome = await importFile(app.db, { file: new Blob([content]), name });
	if (outcome.status !== 'imported') throw new Error(`${name} was not imported`);
}

/** A session of another program in which a person seems to say it. */
function claudeCode(hidden: readonly string[]): string {
	const rows = gardenTurns(13 + hidden.length).flatMap(({ turn, steps }, seq) => {
		const at = new Date(turn.askedAt).toISOString();
		const own = turn.asked[0]?.type === 'text' ? turn.asked[0].text : '';
		const asked = (seq > 0 ? hidden[seq - 1] : undefined) ?? own;
		const row = { sessionId: 'cc', timestamp: at };
		return [
			{
				...row,
				type: 'user',
				uuid: `u${String(seq)}`,
				parentUuid: seq === 0 ? null : `a${String(seq - 1)}`,
				message: { role: 'user', content: asked }
			},
			{
				...row,
				type: 'assistant',
				uuid: `a${String(seq)}`,
				parentUuid: `u${String(seq)}`,
				message: {
					id: `m${String(seq)}`,
					role: 'assistant',
					model: 'claude-test-5',
					content: steps[0]?.content ?? []
				}
			}
		];
	});
	return rows.map((row) => JSON.stringify(row)).join('\n');
}
