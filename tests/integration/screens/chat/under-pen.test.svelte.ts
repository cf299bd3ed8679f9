import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messagesUnderPen, sourcesUnderPen, summariesUnderPen } from '#state/tab/under-pen.ts';
import { readingPens } from '#state/tab/reading-pens.svelte.ts';
import UserMessage from '#ui/chat/message/asked/UserMessage.svelte';
import type { TurnActions } from '#ui/chat/message/turn-actions.ts';
import SummaryEditor from '#ui/chat/summary/SummaryEditor.svelte';
import SegmentRow from '#ui/inspector/SegmentRow.svelte';
import SourceEditor from '#ui/inspector/SourceEditor.svelte';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { aTurn } from '../../../support/builders/a-turn.ts';
import { button, clear, click, show } from '../../kit/kit-page.ts';
import { eventually } from '../../../support/eventually.ts';

/** Words of an editor that was taken off the screen by something else. */

afterEach(clear);
afterEach(() => {
	messagesUnderPen.clear();
	sourcesUnderPen.clear();
	summariesUnderPen.clear();
	readingPens.forgotten = 0;
});

const field = () => document.querySelector('textarea');

function write(text: string) {
	const area = field();
	if (area) area.value = text;
	area?.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
}

const turn = aTurn(0, 'Where is the pot?', { pasted: [{ from: 0, to: 5 }] });

const kept = vi.fn();

function editMessage(isTaken = true, of = turn) {
	const edit = vi.fn(() => isTaken);
	const actions = { edit, keepEdit: kept } as unknown as TurnActions;
	show(UserMessage, {
		turn: of,
		marks: [],
		actions,
		editing: true,
		onedit: () => undefined
	});
	return edit;
}

it('of a message never become those of another one that stands in its place', () => {
	const edit = vi.fn(() => true);
	const actions = { edit, keepEdit: kept } as unknown as TurnActions;
	let shown = $state.raw(aTurn(0, 'Which one?', { turnId: 'other' }));
	show(UserMessage, {
		get turn() {
			return shown;
		},
		marks: [],
		actions,
		editing: true,
		onedit: () => undefined
	});
	write('Which pot?');
	shown = turn;
	flushSync();
	expect(field()?.value).toBe('Where is the pot?');
	expect([...messagesUnderPen.keys()]).toEqual(['other']);
	click(button('Save and send'));
	expect(edit.mock.calls).toEqual([
		[turn.turnId, [{ type: 'text', text: 'Where is the pot?' }], turn.pasted]
	]);
});

it('of an imported message are its own words no more than those that are pasted', async () => {
	const edit = editMessage(true, aTurn(0, 'Where is the pot?', { source: 'import' }));
	write('Where is the black pot?');
	click(button('Save and send'));
	expect(edit).toHaveBeenCalledWith(
		turn.turnId,
		[{ type: 'text', text: 'Where is the black pot?' }],
		[
			{ from: 0, to: 13 },
			{ from: 19, to: 23 }
		]
	);
	await clear();
});

it('of a message are there again, with what of them was pasted, until they are given up', async () => {
	editMessage();
	write('Where is the black pot?');
	await clear();
	const edit = editMessage(false);
	expect(field()?.value).toBe('Where is the black pot?');
	click(button('Save and send'));
	expect(edit).toHaveBeenCalledWith(
		turn.turnId,
		[{ type: 'text', text: 'Where is the black pot?' }],
		[{ from: 0, to: 5 }]
	);
	await clear();
	editMessage();
	expect(field()?.value).toBe('Where is the black pot?');
	click(button('Cancel'));
	await clear();
	editMessage();
	expect(field()?.value).toBe('Where is the pot?');
});

it('of a message are kept with each change, and no longer once they were given up', () => {
	editMessage();
	write('Where is the black pot?');
	const pasted = [{ from: 0, to: 5 }];
	expect(kept).toHaveBeenLastCalledWith(turn.turnId, { text: 'Where is the black pot?', pasted });
	click(button('Cancel'));
	expect(kept).toHaveBeenLastCalledWith(turn.turnId, null);
});

it('of a message stay where they are when Shift+Esc leads to the composer', () => {
	editMessage();
	write('Where is the black pot?');
	const keys = { key: 'Escape', shiftKey: true, bubbles: true, cancelable: true };
	const event = new KeyboardEvent('keydown', keys);
	field()?.dispatchEvent(event);
	expect(event.defaultPrevented).toBe(false);
	expect(messagesUnderPen.size).toBe(1);
	expect(field()?.value).toBe('Where is the black pot?');
});

it('of a message are gone once they were sent, and kept by whoever sends them', async () => {
	editMessage();
	write('Where is the black pot?');
	click(button('Save and send'));
	expect(kept).not.toHaveBeenLastCalledWith(turn.turnId, null);
	await clear();
	editMessage();
	expect(field()?.value).toBe('Where is the pot?');
});

const closed = vi.fn();
beforeEach(() => void closed.mockClear());

function editSource(text: string, key = 'MEMORY.md') {
	const save = vi.fn(() => Promise.resolve(true));
	show(SourceEditor, {
		source: 'MEMORY.md',
		found: { key, text, save },
		onrefused: () => Promise.resolve(),
		onclose: closed
	});
	return save;
}

it('of a part of the prompt are there again, with what was stored of it meanwhile', async () => {
	editSource('- tea\n- cake\n');
	write('- green tea\n- cake\n');
	await clear();
	editSource('You are a cook.', 'System');
	expect(field()?.value).toBe('You are a cook.');
	await clear();
	const save = editSource('- tea\n- cake\n- jam\n');
	expect(field()?.value).toBe('- green tea\n- cake\n- jam\n');
	click(button('Save'));
	expect(save).toHaveBeenCalledWith('- green tea\n- cake\n- jam\n');
	await eventually(() => expect(closed).toHaveBeenCalled());
	await clear();
	editSource('- tea\n');
	expect(field()?.value).toBe('- tea\n');
});

it('of a part of the prompt overwrite nothing unsaid where the same words were changed meanwhile', async () => {
	editSource('- tea\n');
	write('- coffee\n');
	await clear();
	editSource('- cocoa\n');
	expect(field()?.value).toBe('- coffee\n');
	expect(document.querySelector('[role=alert]')?.textContent).toContain('changed elsewhere');
	click(button('Use the other version'));
	expect(field()?.value).toBe('- cocoa\n');
	expect(document.querySelector('[role=alert]')).toBeNull();
	click(button('Undo'));
	expect(field()?.value).toBe('- coffee\n');
	expect(document.querySelector('[role=alert]')?.textContent).toContain('changed elsewhere');
	click(button('Use the other version'));
	expect(document.querySelector('[role=alert]')).toBeNull();
	write('- white tea\n');
	click(button('Cancel'));
	await clear();
	editSource('- cocoa\n');
	expect(field()?.value).toBe('- cocoa\n');
});

it('of a part of the prompt leave the screen when something of them is forgotten, and what is left is there again', async () => {
	editSource('- tea\n');
	write('- tea\n- gold\n- cake\n');
	expect(closed).not.toHaveBeenCalled();
	const left = { text: '- tea\n- cake\n', before: '- tea\n' };
	sourcesUnderPen.set('MEMORY.md', left);
	flushSync();
	expect(closed).toHaveBeenCalledOnce();
	await clear();
	expect(sourcesUnderPen.get('MEMORY.md')).toEqual(left);
	editSource('- tea\n');
	expect(field()?.value).toBe('- tea\n- cake\n');
});

it('of a summary leave the screen when they are forgotten', () => {
	const onsave = vi.fn();
	show(SummaryEditor, { summary: aSummary(3), onsave, onclose: closed });
	write('They spoke about gold.');
	expect(closed).not.toHaveBeenCalled();
	summariesUnderPen.delete('m1');
	flushSync();
	expect(closed).toHaveBeenCalledOnce();
	expect(summariesUnderPen.size).toBe(0);
});

it('are not begun from what was forgotten since the editor was opened', async () => {
	let text = '- tea\n- gold\n';
	const edit = () => Promise.resolve({ key: 'MEMORY.md', text, save: () => Promise.resolve(true) });
	show(SegmentRow, {
		segment: {
			source: 'MEMORY.md' as const,
			text: '',
			tokens: 1,
			on: true,
			switchable: true,
			absent: null
		},
		shade: null,
		price: null,
		isCached: false,
		isOffOnce: false,
		onswitch: () => undefined,
		ononce: () => undefined,
		edit
	});
	click(button('Edit'));
	await eventually(() => expect(field()?.value).toBe('- tea\n- gold\n'));
	text = '- tea\n';
	readingPens.forgotten++;
	flushSync();
	await eventually(() => expect(field()?.value).toBe('- tea\n'));
});
