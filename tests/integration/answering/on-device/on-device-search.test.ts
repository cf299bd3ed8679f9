// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { tellUnread } from '../../../../src/core/search/unread.ts';
import {
	answerOf,
	asking,
	found,
	memory,
	replyTo,
	stamped
} from '../../../support/builders/on-device.ts';

/** What the on-device answerer looks for, and what it says where that is not enough. */

describe('the on-device answerer', () => {
	it('searches for what is asked, through the same tool as any model', async () => {
		const answer = await answerOf(asking('What is my cat called?'));
		expect(answer.content).toMatchObject([
			{ type: 'tool_use', name: 'recall', input: { query: 'What is my cat called?' } }
		]);
		expect(answer.stopReason).toBe('tool_use');
		expect(answer.model).toBe('on-device');
	});

	it('asks a short follow-up together with the question before it', async () => {
		const body = asking('', {
			messages: [
				stamped('What did we decide about the balcony plants?'),
				{ role: 'assistant', content: [{ type: 'text', text: 'Tomatoes.' }] },
				stamped('And when?')
			]
		});
		const [call] = (await answerOf(body)).content;
		expect(call?.type === 'tool_use' && call.input['query']).toContain('balcony plants');
	});

	it('asks it together with the last that said something: thanks and a greeting say nothing', async () => {
		const said = [
			stamped('What did we decide about the balcony plants?'),
			stamped('Thanks!'),
			stamped('Hello'),
			stamped('And when?')
		];
		const [call] = (await answerOf(asking('', { messages: said }))).content;
		const query = call?.type === 'tool_use' ? String(call.input['query']) : '';
		expect(query).toContain('balcony plants');
		expect(query).not.toMatch(/thanks|hello/i);
	});

	it('says what takes a model where it has only something close', async () => {
		const near = found(
			{ place: 'Trip', day: '2026-01-02', address: '/chat/a#b' },
			'We fly to Lisbon on 3 May.'
		);
		const poem = await replyTo(asking('Write me a poem about the sea'), near);
		expect(poem).toContain('Nothing says it outright');
		expect(poem).toMatch(/only find and quote.+\[add a key\]\(\/settings#key\) or choose a model/);
		expect(await replyTo(asking('When do we fly to Lisbon?'), near)).not.toContain('only find');
	});

	it('quotes nothing as close that was found by what it once said itself', async () => {
		const help = 'Help\n\nTo have something written, explained or worked out, add a key.';
		const ours = found({ place: 'Help', day: '2026-01-02', address: '/chat/a#b' }, help);
		const poem = await replyTo(asking('Write me a poem about the sea'), ours);
		expect(poem).not.toContain('“Help”');
		expect(poem).toContain('I found nothing about that');
		// What the user said before it was found beside it, where it stands behind it.
		const asked = found({ place: 'Help', day: '2026-01-02', address: '/chat/a#b' }, 'Help');
		const answered = ours.replace(/\nHelp\n/u, '\n');
		const beside = await replyTo(asking('Write me a poem about the sea'), `${answered}\n${asked}`);
		expect(beside).toContain('I found nothing about that');
		const own = await replyTo(asking('Write me a poem about the sea'), `${asked}\n${answered}`);
		expect(own).toContain('“Help”');
		// What is left is an answer all the same where it has the words.
		const told = await replyTo(
			asking('Where is the ferry?'),
			found({ place: 'Sea', day: '2026-01-02' }, `The ferry is in Split.\n\n${help}`)
		);
		expect(told).toContain('The ferry is in Split.');
	});

	it('answers the newest of several questions that share a message', async () => {
		const body = asking('', {
			messages: [
				{
					role: 'user',
					content: [
						...stamped('Where is my car?').content,
						...stamped('Who is Anna?').content
					] as never
				}
			]
		});
		expect((await answerOf(body)).content).toMatchObject([{ input: { query: 'Who is Anna?' } }]);
	});

	it('asks for no half word where a question is long', async () => {
		const [call] = (await answerOf(asking('Unforgettable harbours? '.repeat(40)))).content;
		const query = call?.type === 'tool_use' ? String(call.input['query']) : '';
		expect(query.length).toBeLessThanOrEqual(400);
		expect(query).toMatch(/(?:Unforgettable|harbours\?)$/);
	});

	it('quotes its memory without being told to search it', async () => {
		const body = asking('What am I allergic to?', {
			system: [memory('MEMORY.md', '- I am allergic to hazelnuts\n- I live in Graz')]
		});
		const text = await replyTo(body, 'Nothing was found for: allergic');
		expect(text).toContain('“I am allergic to hazelnuts” — [MEMORY.md](/memory/MEMORY.md)');
		expect(text).not.toContain('Graz');
	});

	it('uses what was said in the messages that came along when the search is switched off', async () => {
		const body = asking('What is the code word?', {
			tools: [],
			messages: [
				stamped('The code word is heliotrope.'),
				{ role: 'assistant', content: [{ type: 'text', text: 'Noted.' }] },
				stamped('What is the code word?')
			]
		});
		const answer = await answerOf(body);
		expect(answer.stopReason).toBe('end_turn');
		expect(JSON.stringify(answer.content)).toContain('heliotrope');
	});

	it('does not say that nothing is there where the search could not be made, or has not read all', async () => {
		const asked = asking('What is my cat called?');
		const failed = await replyTo(asked, 'The search could not be made. Try again.', {
			is_error: true
		});
		expect(failed).toContain('I could not search');
		expect(failed).not.toContain('I found nothing');
		const early = await replyTo(asked, `Nothing was found for: cat${tellUnread(1200)}`);
		expect(early).toContain('I am still reading');
		expect(early).not.toContain('I found nothing');
		const then = await replyTo(asking('What did I say yesterday?'), `Nothing.${tellUnread(1)}`);
		expect(then).toContain('I am still reading');
		expect(then).not.toContain('I found nothing');
	});

	it('says beneath what it found that there may be more', async () => {
		const where = { place: '“Pets”', day: '2026-11-19' };
		const passage = found(where, 'My cat is called Miso.');
		const text = await replyTo(asking('What is my cat called?'), passage + tellUnread(3));
		expect(text).toContain('Miso');
		expect(text).toContain('I am still reading');
	});

	it('says plainly when it found nothing', async () => {
		const text = await replyTo(asking('What is my shoe size?'), 'Nothing was found for: shoe size');
		expect(text).toContain('On-device');
		expect(text).toContain('I found nothing about that');
	});

	it('says how to have something remembered when it was told something, and not when it was asked', async () => {
		const nothing = 'Nothing was found for: sister';
		const told = await replyTo(asking('My sister lives in Lisbon.'), nothing);
		expect(told).toContain('I found nothing about that');
		expect(told).toContain('Say “remember that …”');
		expect(await replyTo(asking('Where does my sister live?'), nothing)).not.toContain('remember');
		const german = await replyTo(
			asking(
				'Ich wohne seit zwei Jahren mit meiner Schwester in Lissabon, und das ist nicht weit von der Schule, in der ich arbeite.'
			),
			nothing
		);
		expect(german).toContain('„merk dir, dass …“');
	});

	it('says so when what was found does not say it outright', async () => {
		const text = await replyTo(
			asking('How much did the new kitchen cost in the end?'),
			found(
				{ place: 'House', day: '2026-01-02', address: '/chat/a#b' },
				'The painters come on Monday.'
			)
		);
		expect(text).toContain('Nothing says it outright');
		expect(text).toContain('“The painters come on Monday.” — [House · 2026-01-02](/chat/a#b)');
	});

	it('takes a line for an answer that holds all but the word by which a name is asked for', async () => {
		const cat = memory('MEMORY.md', '- My cat is Minka');
		for (const question of ['What is my cat called?', 'How is my cat called?']) {
			const text = await replyTo(asking(question, { system: [cat] }), 'Nothing was found for: cat');
			expect(text).toContain('This is what I found');
			expect(text).toContain('Minka');
		}
	});

	it('says so too where a line holds one word of the question alone, and not the one it is about', async () => {
		const sister = memory('MEMORY.md', '- My sister is allergic to walnuts');
		const birthday = asking('When is my sister’s birthday?', { system: [sister] });
		const none = 'Nothing was found for: birthday';
		expect(await replyTo(birthday, none)).toContain('Nothing says it outright');
		const both = found(
			{ place: 'Family', day: '2026-01-02' },
			'My sister has her birthday on 3 May.'
		);
		expect(await replyTo(birthday, both)).toContain('This is what I found');
		// The title may say what it is about.
		const titled = found(
			{ place: '“My sister”, turn 1', day: '2026-01-02' },
			'The birthday is on 3 May.'
		);
		expect(await replyTo(asking('When is my sister’s birthday?'), titled)).toContain(
			'This is what I found'
		);
	});

	it('never answers a question with the same question', async () => {
		const text = await replyTo(
			asking('What is my cat called?'),
			found({ place: 'Pets', day: '2026-03-04', address: '/chat/a#b' }, 'What is my cat called?')
		);
		expect(text).toContain('I found nothing about that');
	});

	it('never takes what it said of itself before for an answer, also where a summary or a copy repeats it', async () => {
		const ownWords = (
			await replyTo(asking('What is the shoe size of my brother?'), 'Nothing was found for: shoe')
		).split('\n');
		expect(ownWords.join(' ')).toContain('I found nothing about that in your memory');
		const body = asking('What did you find about my memory and my conversations?', {
			messages: [
				{
					role: 'user',
					content: [
						{
							type: 'text',
							text: `<summary mark="0a1b2c3d">\n${ownWords.map((line) => `- Assistant: ${line}`).join('\n')}\n- The brother is called Tom.\n</summary mark="0a1b2c3d">`
						}
					]
				},
				stamped('What did you find about my memory and my conversations?')
			]
		});
		const text = await replyTo(
			body,
			found(
				{ place: 'Copied', day: '2026-01-02', address: '/chat/a#b' },
				`Last week: ${ownWords.join('\n')}`
			)
		);
		expect(text.split('I found nothing about that in your memory')).toHaveLength(2);
		expect(text).not.toContain('— [Copied');
	});
});
