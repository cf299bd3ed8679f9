import { describe, expect, it } from 'vitest';
import { fence } from '#core/prompt/text/fence.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { logOf, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aMemoryFile } from '../../../support/builders/a-prompt.ts';
import { say } from '../../../support/scripted/scripted-model.ts';
import { usingTools } from '../../../support/apps/talking.ts';

/** What a model is told of what was said: found by `recall`, read whole by `open_turns`. */

let app: TestApp;
withApp((own) => (app = own));

const { begin, send, use, aHit } = usingTools(() => app);

describe('recall', () => {
	it('#180 #201 tells where and when each passage was said, with its neighbours and its address', async () => {
		const session = begin();
		app.model.next(say('Yes'), say('Yes'), say('Yes'));
		for (const words of ['I went to Rome', 'We had tea', 'It rained']) await send(words, session);
		const [, tea] = await logOf(app, session.id);
		app.jobs.search = () =>
			Promise.resolve({
				status: 'found',
				hits: [
					aHit({
						sessionId: session.id,
						turnId: tea?.turn.turnId ?? '',
						seq: 1,
						text: 'We had tea'
					}),
					aHit({ text: 'Earl Grey at four' })
				]
			});
		const { content } = await use('recall', { query: 'tea' }, { session });
		expect(content).toBe(
			[
				fence(
					'passage',
					{
						// It may be quoted where “this conversation” is another.
						place: '[2] “Tea in Rome”, turn 2',
						day: '2026-11-20',
						by: 'the user',
						link: `/chat/${session.id}#${tea?.turn.turnId ?? ''}`
					},
					'We had tea\n  before it: I went to Rome\n  after it: It rained'
				),
				fence(
					'passage',
					{
						place: '“Tea in Rome”, turn 5',
						day: '2026-11-20',
						by: 'the user',
						link: '/chat/elsewhere#x1'
					},
					'Earl Grey at four'
				)
			].join('\n\n')
		);
	});

	it('shows beside a passage of another conversation no message that is off the record there', async () => {
		const told = begin();
		app.model.next(say('Yes'), say('Yes'), say('Yes'));
		for (const words of ['The code is 4471', 'We had tea', 'It rained']) await send(words, told);
		const [code, tea] = await logOf(app, told.id);
		app.jobs.search = () => {
			const place = { sessionId: told.id, turnId: tea?.turn.turnId ?? '', seq: 1 };
			return Promise.resolve({ status: 'found', hits: [aHit({ ...place, text: 'We had tea' })] });
		};
		const recalled = async (session = begin()) =>
			(await use('recall', { query: 'tea' }, { session })).content;
		expect(await recalled()).toContain('before it: The code is 4471');
		const mark = { sessionId: told.id, turnId: code?.turn.turnId ?? '' };
		await setMark(app, { ...mark, kind: 'off-record', on: true });
		expect(await recalled()).not.toContain('4471');
		expect(await recalled()).toContain('after it: It rained');
		expect(await recalled(told)).toContain('before it: The code is 4471');
	});

	it('asks for the days it names from their first to their last moment, as they are counted here', async () => {
		const asked: (readonly [number | null, number | null])[] = [];
		app.jobs.search = ({ fromAt, throughAt }) => {
			asked.push([fromAt, throughAt]);
			return Promise.resolve({ status: 'found', hits: [aHit()] });
		};
		await use('recall', { query: 'tea', from: '2026-11-20', to: '2026-11-20' });
		await use('recall', { query: 'tea', from: '2026-11-19' });
		expect(asked).toEqual([
			[Date.parse('2026-11-20T00:00+01:00'), Date.parse('2026-11-21T00:00+01:00') - 1],
			[Date.parse('2026-11-19T00:00+01:00'), null]
		]);
	});

	it('gives as many passages as were asked for, also where better ones may not be shown', async () => {
		const session = begin();
		app.model.next(say('Yes'));
		const { turnId } = await send('The secret is plum', session);
		await deleteTurn(app, { sessionId: session.id, turnId: turnId ?? '' });
		const plum = aHit({ sessionId: session.id, turnId, seq: 0, text: 'The secret is plum' });
		app.jobs.search = ({ limit }) =>
			Promise.resolve({
				status: 'found',
				hits: [plum, aHit(), aHit({ text: 'Oolong' })].slice(0, limit)
			});
		const { content } = await use('recall', { query: 'tea', limit: 1 }, { session });
		expect(content).toContain('Earl Grey');
		expect(content).not.toContain('Oolong');
	});

	it('is looked for only in files that may be read here, so that others take no place from them', async () => {
		await app.db.memoryFiles.bulkPut([
			aMemoryFile('MEMORY.md', '- Likes tea\n'),
			aMemoryFile('memory/health.md', '- Asthma spray\n', { scope: 'never' }),
			aMemoryFile('memory/trip.md', '- Asthma spray\n')
		]);
		const asked: unknown[] = [];
		app.jobs.search = ({ files }) => {
			asked.push(files);
			return Promise.resolve({ status: 'found', hits: [aHit()] });
		};
		const off = { ...begin(), switchedOff: ['memory/trip.md'] };
		await use('recall', { query: 'spray' }, { session: off });
		expect(asked).toEqual([['MEMORY.md']]);
	});

	it('is cut to about 1,500 tokens', async () => {
		app.jobs.search = () =>
			Promise.resolve({
				status: 'found',
				hits: Array.from({ length: 20 }, (_, at) =>
					aHit({
						id: `h${String(at)}`,
						turnId: `x${String(at)}`,
						text: 'Earl Grey at four o’clock. '.repeat(100)
					})
				)
			});
		const { content } = await use('recall', { query: 'tea', limit: 20 });
		expect(JSON.stringify(content).length).toBeLessThan(8000);
		expect(content).toContain('more; ask more narrowly');
	});

	it('cuts a long passage, and what stands beside it, behind a whole word', async () => {
		const session = begin();
		const long = 'Unforgettable evenings. '.repeat(60);
		app.model.next(say('Yes'), say('Yes'));
		for (const words of [long, 'We had tea']) await send(words, session);
		const [, tea] = await logOf(app, session.id);
		const place = { sessionId: session.id, turnId: tea?.turn.turnId ?? '', seq: 1 };
		app.jobs.search = () =>
			Promise.resolve({ status: 'found', hits: [aHit({ ...place, text: long })] });
		const { content } = await use('recall', { query: 'tea' }, { session });
		const [, passage = '', before = ''] = (content as string).split('\n');
		for (const line of [passage, before])
			expect(line).toMatch(/(?:Unforgettable|evenings\.) \[…\]$/);
		expect(passage.length).toBeLessThanOrEqual(900 + ' […]'.length);
	});

	it('finds nothing of a turn that the user deleted', async () => {
		const session = begin();
		app.model.next(say('Yes'));
		const { turnId } = await send('The secret is plum', session);
		await deleteTurn(app, { sessionId: session.id, turnId: turnId ?? '' });
		app.jobs.search = () =>
			Promise.resolve({
				status: 'found',
				hits: [aHit({ sessionId: session.id, turnId, seq: 0, text: 'The secret is plum' })]
			});
		expect((await use('recall', { query: 'secret' }, { session })).content).not.toContain('plum');
		expect((await use('open_turns', { from: 1, to: 1 }, { session })).content).not.toContain(
			'plum'
		);
		expect(JSON.stringify(app.model.bodies.at(-1))).not.toContain('plum');
	});
});

describe('open_turns', () => {
	it('reads turns word for word by their number', async () => {
		const session = begin();
		app.model.next(say('A sunny walk'));
		await send('Plan a walk', session);
		const { content } = await use('open_turns', { from: 1, to: 1 }, { session });
		expect(content).toBe(
			[
				'[1] 2026-11-20',
				fence('said', { by: 'the user' }, 'Plan a walk'),
				fence('said', { by: 'the assistant' }, 'A sunny walk')
			].join('\n')
		);
	});
});
