import { expect, test } from 'vitest';
import type { AssistantBlock } from '#core/log/blocks.ts';
import { checkAnswer, readAnswer, type Expectation } from '#core/summary/text.ts';
import { withStatuses } from '#core/summarise/requests.ts';
import { linkMemories } from '#core/summarise/memories.ts';
import { aStep, aTurn, anExchange, call, text } from '../../support/builders/a-turn.ts';
import { growthOfReading, inProportion } from '../../support/growth.ts';
import { soundSummary } from '../../support/scripted/scripted-summariser.ts';

const expected: Expectation = {
	form: 'recommended',
	language: null,
	cap: 2000,
	source: 5000,
	weigh: (words) => Math.ceil(words.length / 4)
};

const check = (
	said: string,
	over: Partial<Expectation> = {},
	stopReason: string | null = 'end_turn',
	more: readonly AssistantBlock[] = []
) => checkAnswer({ content: [...more, text(said)], stopReason }, { ...expected, ...over });

test('#101 summary and memories are taken out of their tags', () => {
	const read = readAnswer(
		'Sure.\n<summary>\nThe text.\n</summary>\n<memories>\n- One. [turn 3]\n- Two. [turns 4, 6–8]\n</memories>'
	);
	expect(read.text).toBe('The text.');
	expect(read.memories).toEqual([
		{ text: 'One.', turns: [3], importance: null, tags: [] },
		{ text: 'Two.', turns: [4, 6, 7, 8], importance: null, tags: [] }
	]);
});

test('an answer whose lines end as Windows ends them is read like any other', () => {
	const lines = '- One. [turn 3]\n- Two, and it\n  goes on.\n';
	const read = (said: string) => readAnswer(`<memories>\n${said}</memories>`).memories;
	expect(read(lines).map(({ text: line }) => line)).toEqual(['One.', 'Two, and it goes on.']);
	expect(read(lines.replaceAll('\n', '\r\n'))).toEqual(read(lines));
	expect(readAnswer('<summary>\r\nOne.\r\n\r\nTwo.\r\n</summary>').text).toBe('One.\n\nTwo.');
});

test('a summary that speaks of memories and their tags is whole, and its rest is no memory', () => {
	const words =
		'The parser looks for <memories> first.\n<memories>\n- It cuts there.\n## Pending Work';
	expect(
		readAnswer(`<summary>${words}</summary>\n<memories>\n- Two. [turn 2]\n</memories>`)
	).toEqual({
		text: words,
		memories: [{ text: 'Two.', turns: [2], importance: null, tags: [] }]
	});
	expect(readAnswer(`<summary>${words}</summary>`)).toEqual({ text: words, memories: [] });
});

test('memories may stand before the summary, and either may share its line', () => {
	for (const said of [
		'<memories>\n- One.\n</memories>\n<summary>\nThe text.\n</summary>',
		'<memories>- One.</memories><summary>The text.</summary>',
		'Sure: <summary>The text.</summary><memories>\n- One.'
	]) {
		const { text: words, memories } = readAnswer(said);
		expect([words, memories.map(({ text: line }) => line)]).toEqual(['The text.', ['One.']]);
	}
});

test('tags spoken of in an answer without tags take nothing from it', () => {
	for (const words of [
		'They agreed that <memories> and </memories> stand behind the text.\nThe rest follows.',
		'It opens with <summary> and is closed by </summary> there.\nThe rest follows.',
		'It opens with <summary> and never ends.\nThe rest follows.'
	])
		expect(readAnswer(words)).toEqual({ text: words, memories: [] });
});

test('a summary that was opened and never closed is unfinished where tags were asked for', () => {
	const open = soundSummary('Beds.').replace('</summary>', '');
	expect(check(open)).toMatchObject({ status: 'rejected', reason: 'unfinished' });
	expect(check('<summary>\nBeds were built.', { form: 'two-phase' })).toMatchObject({
		status: 'accepted',
		answer: { text: 'Beds were built.' }
	});
});

test('an answer without tags is the summary as it is', () => {
	expect(readAnswer('Plain words.').text).toBe('Plain words.');
	expect(readAnswer('<analysis>hm</analysis>\nPlain words.').text).toBe('Plain words.');
});

test('what stands in place of memories, and protocol written out, is no memory', () => {
	const said =
		'- Summary unavailable due to size limits.\n- Error generating summary\n- <tool_use>save</tool_use>\n- Likes tea.';
	expect(readAnswer(`<memories>${said}</memories>`).memories.map(({ text }) => text)).toEqual([
		'Likes tea.'
	]);
});

test('a memory that goes on in the next line keeps its end, and the turn it names there', () => {
	const said =
		'<memories>\n- Is allergic to nuts,\n  unless they are roasted. [turn 3]\n  - Likes tea [turn 4]\n  <tool_use>\n\tand cups\n</memories>';
	expect(readAnswer(said).memories.map(({ text, turns }) => [text, turns])).toEqual([
		['Is allergic to nuts, unless they are roasted.', [3]],
		['Likes tea', [4]]
	]);
});

test('memories that say there are none are none', () => {
	for (const none of ['none', '- none', '- (none)', '- Nothing.', ''])
		expect(readAnswer(`<summary>x</summary><memories>${none}</memories>`).memories).toEqual([]);
});

test('what was drafted while thinking aloud is neither the summary nor a memory', () => {
	const drafts = '<summary>\nA draft.\n</summary>\n<memories>\n- Drafted.\n</memories>';
	for (const tag of ['analysis', 'thinking', 'think'])
		expect(
			readAnswer(
				`<${tag}>\n${drafts}\n</${tag}>\n<summary>\nThe text.\n</summary>\n<memories>\n- One.\n</memories>`
			)
		).toMatchObject({ text: 'The text.', memories: [{ text: 'One.' }] });
	expect(check(`<analysis>\n<summary>\nA dr</analysis>\n${soundSummary('Beds.')}`).status).toBe(
		'accepted'
	);
});

test('#181 importance and tags stand in braces behind a line', () => {
	const [line] = readAnswer(
		'<memories>- Plays the cello. [turn 2] {importance: 7; tags: music, family}</memories>'
	).memories;
	expect(line).toEqual({
		text: 'Plays the cello.',
		turns: [2],
		importance: 7,
		tags: ['music', 'family']
	});
	const judged = (importance: number) =>
		readAnswer(`<memories>- A. {importance: ${String(importance)}}</memories>`).memories[0]
			?.importance;
	expect([0, 1, 10, 99].map(judged)).toEqual([1, 1, 10, 10]);
});

test('a range of turns that runs wild does not fill the memory', () => {
	expect(readAnswer('<memories>- A. [turns 1–900000]</memories>').memories[0]?.turns).toEqual([
		1, 900000
	]);
});

test('#214 INV-34 a sound answer is accepted, also with thinking before it', () => {
	const thinking: AssistantBlock = { type: 'thinking', thinking: 'I should …', signature: 's' };
	const checked = check(soundSummary('Beds.'), {}, 'end_turn', [thinking]);
	expect(checked.status).toBe('accepted');
	if (checked.status === 'accepted') expect(checked.answer.text).not.toContain('I should');
	// The endpoint itself ends so what it was asked to summarise.
	expect(check(soundSummary('Beds.'), {}, 'compaction').status).toBe('accepted');
});

test.each([
	['max_tokens', 'unfinished'],
	['refusal', 'unfinished'],
	['pause_turn', 'unfinished'],
	['model_context_window_exceeded', 'unfinished'],
	['something new', 'unfinished'],
	[null, 'unfinished']
])('INV-34 an answer that ended with %s is not accepted', (stop, reason) => {
	expect(check(soundSummary('Beds.'), {}, stop)).toMatchObject({ status: 'rejected', reason });
});

test('INV-34 a call beside a sound summary is not accepted, however the answer ended', () => {
	expect(check(soundSummary('Beds.'), {}, 'end_turn', [call('c1')])).toMatchObject({
		status: 'rejected',
		reason: 'tool-call'
	});
});

test.each([
	['empty', '', 'empty'],
	['empty tags', '<summary> </summary>', 'empty'],
	['a placeholder', '<summary>Error generating summary: timeout</summary>', 'placeholder'],
	['a word that says there is none', '<summary>- (No summary.)</summary>', 'placeholder'],
	['a sentence that says so', 'No summary was generated for this part.', 'placeholder'],
	['one that says why', 'No summary possible with so few messages.', 'placeholder'],
	['one that says of what', 'The summary is unavailable for these messages.', 'placeholder'],
	['a failure in words', 'Failed to generate summary: it is too long to process.', 'placeholder'],
	[
		'the form with a placeholder in each section',
		'## Original Task\nSummary unavailable due to size limits.\n**Completed Work**\n- none\nKey Technical Decisions:\n- N/A\n## Current State\n(nothing)\n1. **Pending Work**\n',
		'placeholder'
	],
	['the form with nothing in it', soundSummary('x').replace(/^[^#<\n].*$/gm, ''), 'placeholder'],
	[
		'the placeholder of document 000',
		'Context contained 12 messages that were compacted.',
		'placeholder'
	],
	[
		'tool syntax',
		soundSummary('x').replace('## Current', '<function_calls>\n## Current'),
		'tool-syntax'
	],
	[
		'thinking written out',
		soundSummary('x').replace('## Current', '<think>\n## Current'),
		'tool-syntax'
	],
	['a missing section', soundSummary('x').replace('## Pending Work', ''), 'section-missing'],
	['longer than the limit', soundSummary('word '.repeat(2000)), 'too-long']
])('#214 INV-34 %s is not accepted', (_, said, reason) => {
	expect(check(said)).toMatchObject({ status: 'rejected', reason });
});

test('a summary with words in one section alone, or all of them in its headings, says something', () => {
	const none = '\n- none\n## Key Technical Decisions\n- none\n## Current State\n- none\n';
	for (const words of [
		`## Original Task\nFour beds of cedar.\n## Completed Work${none}## Pending Work\n- none`,
		'## Original Task: four beds of cedar\n## Completed Work: none\n## Key Technical Decisions: cedar, 30 mm\n## Current State: two stand\n## Pending Work: two',
		'1. **Original Task**: beds\n2. **Completed Work**: two\n3. **Decisions**: cedar\n4. **Current State**: open\n5. **Pending Work**: two'
	])
		expect(check(words)).toMatchObject({ status: 'accepted', answer: { text: words } });
});

test('a summary of which every line looks like a heading says something where those do, in whatever language', () => {
	for (const words of [
		'1. **决定**：使用 Rust，不用 Go\n2. **目标：**下个月发布',
		'## 目標：来月までに公開する\n## 決定：Rustを使う',
		'1. **الهدف:**بناء سريرين\n2. **القرار:**أرز',
		'1. **The user builds four beds of cedar.**\n2. **Two of them stand.**',
		'# The user builds four beds of cedar, of which two stand in the garden since Friday'
	])
		expect(check(words, { form: 'gsv' })).toMatchObject({ status: 'accepted' });
	expect(check('1. **决定：**\n2. **目标**：', { form: 'gsv' })).toMatchObject({
		status: 'rejected'
	});
});

test('a short summary may begin with what there is none of', () => {
	for (const words of [
		'- None of the four beds is finished; the user wants cedar, 30 mm.',
		'No summary was kept of the first talk; the gate must be closed at night.',
		'Цель: починить насос. Вода холодная.\nОткрытые вопросы: N/A'
	])
		expect(check(words, { form: 'spec-008' }).status).toBe('accepted');
});

test('INV-34 a summary that is longer than what it stands for is not accepted', () => {
	expect(check(soundSummary('word '.repeat(400)), { source: 400 })).toMatchObject({
		reason: 'longer-than-source'
	});
	expect(check(soundSummary('Beds.'), { source: 40 }).status).toBe('accepted');
});

test('INV-29 a summary in another language than the one wanted is not accepted', () => {
	const language = { code: 'ru', name: 'Russian' };
	expect(
		check(soundSummary('It is all in English and that is what you see here.'), { language })
	).toMatchObject({ reason: 'wrong-language' });
});

test('#125–#131 single-shot needs its seven sections', () => {
	const all = [
		'Goals & Intent',
		'Timeline & Progress',
		'Technical Context',
		'Files & Changes',
		'Active Work & Last Actions',
		'Unresolved Issues & Pending Tasks',
		'Immediate Next Step'
	];
	const said = (names: readonly string[]) => names.map((name) => `## ${name}\nText.`).join('\n');
	expect(check(said(all), { form: 'single-shot' }).status).toBe('accepted');
	for (const left of all)
		expect(check(said(all.filter((name) => name !== left)), { form: 'single-shot' })).toMatchObject(
			{
				reason: 'section-missing'
			}
		);
});

test('#112–#118 rounds needs its five sections, errors only where there were any', () => {
	const said =
		'# Session Summary (Round 1)\n## Original Task\na\n## Completed Work\nb\n## Key Technical Decisions\nc\n## Current State\nd\n## Pending Work\n- [ ] e';
	expect(check(said, { form: 'rounds' }).status).toBe('accepted');
	const headings = [...said.matchAll(/^## (.+)$/gm)].map(([, name]) => name ?? '');
	expect(headings).toHaveLength(5);
	for (const left of headings)
		expect(check(said.replace(`## ${left}`, ''), { form: 'rounds' })).toMatchObject({
			reason: 'section-missing'
		});
});

test.each(['gsv', 'two-phase', 'spec-008'] as const)('%s asks for no headings', (form) => {
	expect(check('The user and the assistant agreed on three things.', { form }).status).toBe(
		'accepted'
	);
});

test('INV-30 a request without a status becomes open, one that has a status keeps it', () => {
	const found = withStatuses(
		'## Requests\n- [done] turn 1: a\n- turn 2: b\n\n## Current State\n- fine',
		[]
	);
	expect(found).toBe(
		'## Requests\n- [done] turn 1: a\n- turn 2: b (open)\n\n## Current State\n- fine'
	);
});

test.each(['- None.', '- none', '* Nothing', '- No open requests.', '- —'])(
	'where there is no request, %s stays as it was said',
	(line) => {
		const said = `## Requests\n${line}\n\n## Current State\n- fine`;
		expect(withStatuses(said, [])).toBe(said);
	}
);

test('a line that only speaks of a request is no heading: what is finished under it does not become open', () => {
	const said =
		'## Completed Work\n- Merged the pull request for the parser\n**Note:** the last request was large\n- Fixed the build';
	expect(withStatuses(said, [])).toBe(said);
	expect(withStatuses(said, [anExchange(2, 'Plan the beds')])).toBe(
		`${said}\n\n## Requests\n- [done] turn 3: Plan the beds`
	);
	expect(withStatuses(`${said}\n\n## Requests\n- turn 2: b`, [])).toBe(
		`${said}\n\n## Requests\n- turn 2: b (open)`
	);
});

test.each([
	'# Requests',
	'### 2. Open requests:',
	'**Requests**',
	'**User requests:**',
	'**Request**:'
])('the requests are found under the heading %s', (heading) => {
	expect(withStatuses(`Beds.\n${heading}\n- turn 2: b`, [anExchange(2)])).toBe(
		`Beds.\n${heading}\n- turn 2: b (open)`
	);
});

test('INV-30 where no requests are listed they are listed from the words of the user', () => {
	const waiting = { turn: aTurn(7, 'Order seeds'), steps: [] };
	const stopped = {
		turn: aTurn(8, 'Cut the hedge'),
		steps: [aStep(aTurn(8), 0, 'I', { state: 'stopped' })]
	};
	expect(
		withStatuses('## Current State\nfine', [anExchange(2, 'Plan\nthe beds'), waiting, stopped])
	).toBe(
		'## Current State\nfine\n\n## Requests\n- [done] turn 3: Plan the beds\n- [open] turn 8: Order seeds\n- [open] turn 9: Cut the hedge'
	);
	// Of many, the newest twelve.
	const many = Array.from({ length: 13 }, (_, seq) => anExchange(seq, `Bed ${String(seq)}`));
	const listed = withStatuses('## Current State\nfine', many).match(/Bed \d+$/gm);
	expect([listed?.length, listed?.[0], listed?.at(-1)]).toEqual([12, 'Bed 1', 'Bed 12']);
});

test.each([
	'- [erledigt] Zug 4: Beete planen',
	'- [完了] turn 4: 花壇',
	'* **[done]** turn 4: plan the beds',
	'1. [x] turn 4: plan the beds',
	'- Plan the beds (turn 4) (done)',
	'- turn 4: plan the beds — superseded.',
	'- **Done:** turn 4: plan the beds'
])('INV-30 what says how it stands, in whatever language, is not told as open: %s', (line) => {
	const said = `## Requests\n${line}\n\n## Current State\n- fine`;
	expect(withStatuses(said, [anExchange(3)])).toBe(said);
});

test('INV-30 a word of a request is no status: code says what it knows of that turn, else open', () => {
	const waiting = { turn: aTurn(3, 'Open an account'), steps: [] };
	const lines = [
		'turn 4: open an account',
		'turn 5: get the migration done',
		'turn 9: what stays open',
		'[turn 5] get it done',
		'[docs](https://a.b) read them'
	];
	const said = `## Requests\n${lines.map((line) => `- ${line}`).join('\n')}`;
	expect(withStatuses(said, [waiting, anExchange(4)])).toBe(
		`## Requests\n- ${lines[0]} (open)\n- ${lines[1]} (done)\n- ${lines[2]} (open)\n- ${lines[3]} (done)\n- ${lines[4]} (open)`
	);
});

test('INV-35 what code adds stays within the cap of the summary, the newest requests first', () => {
	const weigh = (words: string) => Math.ceil(words.length / 4);
	const log = Array.from({ length: 12 }, (_, at) => anExchange(at, 'Plan the beds '.repeat(8)));
	const said = '## Current State\nfine';
	const found = withStatuses(said, log, { cap: 100, weigh });
	expect(weigh(found)).toBeLessThanOrEqual(100);
	expect(found).toContain('turn 12: ');
	expect(found).not.toContain('turn 1: ');
	expect(withStatuses(said, log, { cap: 10, weigh })).toBe(said);
	const listed = '## Requests\n- turn 1: a\n- turn 2: b';
	expect(withStatuses(listed, [], { cap: weigh(listed) + 2, weigh })).toBe(
		'## Requests\n- turn 1: a (open)\n- turn 2: b'
	);
});

test('memory lines know their turns; one that stands off the record, or might, is dropped', () => {
	const log = [anExchange(0), anExchange(1), anExchange(2)];
	const line = (words: string, turns: readonly number[]) => ({
		text: words,
		turns,
		importance: null,
		tags: []
	});
	const proposed = [
		line('a', [1]),
		line('b', [2]),
		line('c', [1, 2]),
		line('d', []),
		line('e', [99, 3])
	];
	const linked = (offRecord: readonly string[]) =>
		linkMemories(proposed, log, { leftOut: new Set(), offRecord: new Set(offRecord) }).map(
			({ text, turnIds }) => [text, ...turnIds]
		);
	expect(linked([])).toEqual([['a', 't0'], ['b', 't1'], ['c', 't0', 't1'], ['d'], ['e', 't2']]);
	expect(linked(['t1'])).toEqual([
		['a', 't0'],
		['e', 't2']
	]);
});

test('a model that writes the same again and again keeps nobody waiting: its answer is looked at in one go', () => {
	for (const piece of ['\n', '-', '1', '** ', '<summary>\n', '\u00a0']) {
		const look = (said: string) =>
			check(`<summary>\n${said} so it is\n</summary>\n<memories>\n- Note:${said} x\n</memories>`, {
				language: { code: 'en', name: 'English' },
				cap: Infinity,
				source: Infinity
			});
		expect(growthOfReading(look, piece, { length: 20_000 }), piece).toBeLessThan(inProportion);
		const alone = (said: string) => check(`Goal: to look.\n${said}\nso it is`);
		expect(growthOfReading(alone, piece, { length: 20_000 }), piece).toBeLessThan(inProportion);
	}
	for (const begun of ['{importance', '{importance: 7; tags', '[turn']) {
		const look = (said: string) => readAnswer(`<memories>\n- Note ${begun}${said}x\n</memories>`);
		expect(growthOfReading(look, ' ', { length: 20_000 }), begun).toBeLessThan(inProportion);
	}
	const listed = (said: string) => withStatuses(`## Requests\n- One\n${said}x`, []);
	for (const piece of ['\n', '\u00a0\n'])
		expect(growthOfReading(listed, piece, { length: 20_000 }), piece).toBeLessThan(inProportion);
});
