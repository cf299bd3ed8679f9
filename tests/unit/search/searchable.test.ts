import { expect, test } from 'vitest';
import { documentsOf, documentsOfFile, headingOf, originOf } from '#core/search/searchable.ts';
import type { Exchange } from '#core/log/turn.ts';
import { beginOfDay } from '#core/time/stamp.ts';
import { shiftDay } from '#core/time/calendar.ts';
import { someExchanges } from '../../support/builders/stored-session.ts';

/** What is searched: files of the user whole; tool output whole too, or by head, tail and the names between. */

const path = 'src/harbour/tide-table.ts';

/** The searched text of an step that called one tool. */
function searchedOf(output: string, { name = 'read_file', input = {} } = {}): string {
	const [made] = someExchanges(1);
	const [first, second] = made?.steps ?? [];
	if (!made || !first || !second) throw new Error('no steps');
	const called = { type: 'tool_use' as const, id: 'call_0', name, input };
	const results = [{ type: 'tool_result' as const, tool_use_id: 'call_0', content: output }];
	const exchange: Exchange = {
		turn: made.turn,
		steps: [{ ...first, content: [called], results }, second]
	};
	return documentsOf(exchange).find(({ role }) => role === 'tool')?.text ?? '';
}

const filled = (length: number, middle: string): string => {
	const half = Math.floor((length - middle.length) / 2);
	const begin = 'Head first. '.padEnd(half, 'noise ');
	return (
		begin +
		middle +
		'noise '.repeat(length).slice(0, length - half - middle.length - 10) +
		' Tail last'
	);
};

const middle = ` quicksilver ${path} `;

test('tool output of 8,000 characters is searched whole, one more by its head, its tail and its names', () => {
	const whole = filled(8000, middle);
	expect(whole).toHaveLength(8000);
	expect(searchedOf(whole)).toBe(whole);

	const long = filled(8001, middle);
	expect(long).toHaveLength(8001);
	const searched = searchedOf(long);
	expect(searched).toBe([long.slice(0, 2000), path, long.slice(-2000)].join('\n'));
	expect(searched).toContain('Head first.');
	expect(searched).toContain('Tail last');
	expect(searched).not.toContain('quicksilver');
});

test('of the names in the middle of long output each is kept once, and no more than two thousand', () => {
	const names = Array.from({ length: 2500 }, (_, at) => `src/part/file-${String(at)}.ts`);
	const searched = searchedOf(filled(200_000, ` ${[...names, ...names].join(' ')} `));
	expect(searched.match(/src\/part\/file-\d+\.ts/g)).toEqual(names.slice(0, 2000));
});

test('what a tool was asked with is searched beside what it gave, but not what our own tools were', () => {
	const input = { command: 'make -C deck caulk', options: { files: ['bilge.txt', 7] } };
	expect(searchedOf('all dry', { input })).toBe('make -C deck caulk\nbilge.txt\nall dry');
	const long = searchedOf('all dry', { input: { content: filled(9000, middle) } });
	expect(long).toContain(path);
	expect(long.length).toBeLessThan(4200);
	for (const name of ['save_memory', 'recall', 'read_memory', 'edit_memory', 'open_turns'])
		expect(searchedOf('all dry', { name, input })).toBe('');
});

test('a long file of the user is searched whole, by pieces that are together no longer than it', () => {
	const [made] = someExchanges(1);
	if (!made) throw new Error('no exchange');
	const data = filled(77_000, middle);
	const source = { type: 'text' as const, media_type: 'text/plain' as const, data };
	const asked = [...made.turn.asked, { type: 'document' as const, title: 'log.txt', source }];
	const documents = documentsOf({ ...made, turn: { ...made.turn, asked } });
	const pieces = documents.filter(({ role }) => role === 'user');
	expect(pieces.map(({ text }) => text).join('')).toContain(`log.txt\n${data}`);
	expect(pieces.every(({ text }) => text.length < 2500)).toBe(true);
	expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length);
	for (const { id } of pieces) expect(originOf(id)).toMatchObject({ sessionId: 's1', seq: 0 });
	expect(pieces.find(({ text }) => text.includes('quicksilver'))?.text).toContain(path);
});

const noteOf = (day: string) => ({
	path: `memory/${day}.md`,
	text: '# Bought\n- Cedar\n- Brass hinges\n',
	...{ scope: 'everywhere' as const, rev: 1, updatedAt: 7, deletedAt: null }
});

test.each([
	...['Pacific/Kiritimati', 'Pacific/Tongatapu', 'Pacific/Auckland', 'Asia/Kamchatka'],
	...['Asia/Kathmandu', 'Europe/Berlin', 'UTC', 'Pacific/Honolulu', 'Pacific/Pago_Pago']
])('a daily note is of its day where the user is: %s', (zone) => {
	// In between, clocks are put on and back.
	for (const day of ['2026-01-01', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-25']) {
		const documents = documentsOfFile(noteOf(day), zone);
		expect(documents.map(({ text }) => text)).toEqual(['Cedar', 'Brass hinges']);
		for (const { ts } of documents) {
			expect(ts).toBeGreaterThanOrEqual(beginOfDay(day, zone));
			expect(ts).toBeLessThan(beginOfDay(shiftDay(day, 1), zone));
		}
	}
});

test('a line that begins with a channel or a number is found, and no heading for what stands below it', () => {
	const text =
		'\uFEFF# Team\n- #standup is where notes go\n#7 is the desk by the window\n- Cedar\n##\n';
	const file = { ...noteOf('2026-03-01'), text };
	expect(documentsOfFile(file, 'UTC').map((document) => document.text)).toEqual([
		'#standup is where notes go',
		'#7 is the desk by the window',
		'Cedar'
	]);
	expect(headingOf(file, 3)).toBe('Team');
});

test('a file that is called like a day which does not exist is of when it was last touched', () => {
	expect(documentsOfFile(noteOf('2026-02-31'), 'UTC').map(({ ts }) => ts)).toEqual([7, 7]);
});
