import fc from 'fast-check';
import { expect, test } from 'vitest';
import { continueList, indentList, type TextEdit } from '#core/text/list-keys.ts';

/** `|` is the caret, `[` and `]` the ends of a selection. */
function press(
	marked: string,
	act: (text: string, at: { start: number; end: number }) => TextEdit | null
): string | null {
	const start = marked.search(/[|⟦]/);
	const text = marked.replace(/[|⟦⟧]/g, '');
	const end = marked.includes('⟧') ? marked.indexOf('⟧') - 1 : start;
	const edit = act(text, { start, end });
	if (!edit) return null;
	const after = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
	return edit.start === edit.end
		? `${after.slice(0, edit.start)}|${after.slice(edit.start)}`
		: `${after.slice(0, edit.start)}⟦${after.slice(edit.start, edit.end)}⟧${after.slice(edit.end)}`;
}
const enter = (text: string) => press(text, continueList);
const tab = (text: string) => press(text, (all, at) => indentList(all, at, 'in'));
const back = (text: string) => press(text, (all, at) => indentList(all, at, 'out'));

test.each([
	['- tea|', '- tea\n- |'],
	['  * tea|', '  * tea\n  * |'],
	['9. tea|', '9. tea\n10. |'],
	['- [x] tea|', '- [x] tea\n- [ ] |'],
	['- green |tea', '- green \n- |tea'],
	['- |tea', '- \n- |tea'],
	['- お茶|', '- お茶\n- |'],
	['- a\n- |', '- a\n|'],
	['- a\n  - |\n- b', '- a\n|\n- b'],
	['1. |', '|']
])('Enter goes on with a list and an empty item ends it: %j', (before, after) => {
	expect(enter(before)).toBe(after);
});

test.each(['tea|', '|- tea', '-| tea', '```\n- tea|\n```', '-tea|', '⟦- tea⟧'])(
	'Enter is a plain line break elsewhere: %j',
	(text) => {
		expect(enter(text)).toBeNull();
	}
);

test.each([
	['- a\n- b|', '- a\n  - b|'],
	['1. a\n2. |b', '1. a\n   2. |b'],
	['- a\n  - b\n- c|', '- a\n  - b\n  - c|'],
	['\t- a\n\t- b|', '\t- a\n\t\t- b|'],
	['- a\n⟦- b\n- c⟧\n- d', '- a\n  ⟦- b\n  - c⟧\n- d']
])(
	'Tab puts an item under the one above it, and Shift+Tab takes it out again: %j',
	(before, after) => {
		expect(tab(before)).toBe(after);
		expect(back(after)?.replaceAll('|', '')).toBe(before.replaceAll('|', ''));
	}
);

test.each(['text|', '- first|', '- a\n  - b|', '- a\n\n- b|', '- a\n```\n- b|'])(
	'Tab moves the focus on where an item can go no deeper: %j',
	(text) => {
		expect(tab(text)).toBeNull();
	}
);

test('no number of Tabs holds anybody in the text area', () => {
	const line = fc.constantFrom('- a', '  - b', '\t* c', '12. d', 'words', '', '```');
	fc.assert(
		fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.nat(), (lines, nat) => {
			let text = lines.join('\n');
			let at = nat % (text.length + 1);
			for (const way of ['in', 'out'] as const) {
				let presses = 0;
				for (;;) {
					const edit = indentList(text, { start: at, end: at }, way);
					if (!edit) break;
					text = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
					at = edit.start;
					expect(++presses).toBeLessThan(20);
				}
			}
			expect(text.replace(/^[ \t]+/gm, '')).toBe(lines.join('\n').replace(/^[ \t]+/gm, ''));
		})
	);
});
