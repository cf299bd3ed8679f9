import { afterEach, expect, it } from 'vitest';
import type { Exchange, Mark } from '#core/log/turn.ts';
import type { TurnActions } from '#ui/chat/message/turn-actions.ts';
import TurnRow from '#ui/chat/transcript/TurnRow.svelte';
import { anExchange } from '../support/a-turn.ts';
import { all, clear, show } from './kit-page.ts';

afterEach(clear);

const waits: Mark = { sessionId: 's1', turnId: 't1', kind: 'waiting', at: 1 };

const offered = () => all('button').map((button) => button.textContent.trim());

interface How {
	readonly answering?: boolean;
	readonly isLast?: boolean;
	readonly marks?: readonly Mark[];
	readonly exchange?: Exchange;
	readonly waitingLines?: number;
	readonly versions?: readonly string[];
	readonly version?: string;
}

const row = (how: How) =>
	show(TurnRow, {
		exchange: anExchange(0, 'Are you there?', null),
		marks: [waits],
		live: null,
		answering: false,
		isLast: true,
		actions: {} as TurnActions,
		versions: [],
		version: '',
		failure: null,
		askedElsewhere: false,
		editing: false,
		onedit: () => undefined,
		highlighted: false,
		waitingLines: 0,
		ondrawn: () => undefined,
		...how
	});

it('offers two ways on for a message that waits for the network', () => {
	row({ answering: false, isLast: true });
	expect(offered()).toContain('Send when online');
	expect(offered()).toContain('Answer on this device');
});

it('offers none while its answer is being made, of which nothing is heard yet', () => {
	row({ answering: true, isLast: true });
	expect(offered()).not.toContain('Send when online');
	expect(offered()).not.toContain('Answer on this device');
});

it('goes on offering them for an older message while the newest is answered', () => {
	row({ answering: true, isLast: false });
	expect(offered()).toContain('Answer on this device');
});

it('says under a reply that lines from it wait, and where', () => {
	row({ exchange: anExchange(0, 'Hi', 'Hello.'), marks: [], waitingLines: 2 });
	const link = document.querySelector('a');
	expect(link?.parentElement?.textContent).toContain('2 lines from here wait');
	expect(link?.getAttribute('href')).toBe('/review');
});

it('keeps the way to its other versions when this one is deleted', () => {
	row({
		marks: [{ sessionId: 's1', turnId: 't1', kind: 'deleted', at: 1 }],
		versions: ['trunk', 'b'],
		version: 'b'
	});
	const names = all('button').map((button) => button.getAttribute('aria-label'));
	expect(names).toEqual(['Previous branch', 'Next branch']);
});
