import { afterEach, expect, it } from 'vitest';
import type { Exchange } from '#core/log/turn.ts';
import OriginalsPanel from '#ui/chat/summary/OriginalsPanel.svelte';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { anExchange, aStep, aTurn } from '../../../support/builders/a-turn.ts';
import { eventually } from '../../../support/eventually.ts';
import { clear, show } from '../../kit/kit-page.ts';

/** The messages behind a summary, as its card shows them. */

afterEach(clear);

/** The words of the panel, once `last` is among them. */
async function shown(exchanges: readonly Exchange[], last: string, deleted = '') {
	show(OriginalsPanel, {
		summary: aSummary(3),
		read: () => Promise.resolve(exchanges),
		isDeleted: ({ turnId }: { turnId: string }) => turnId === deleted
	});
	await eventually(() => {
		expect(document.body.textContent).toContain(last);
	});
	return document.body.textContent;
}

it('leave an answer out that was stopped and asked for anew', async () => {
	const turn = aTurn(0, 'Which port?');
	const steps = [
		aStep(turn, 0, 'It is port 8081, I', { state: 'stopped' }),
		aStep(turn, 1, 'It is port 9000.')
	];
	expect(await shown([{ turn, steps }], 'It is port 9000.')).not.toContain('8081');
});

it('say of a message that was deleted only that it was', async () => {
	const secret = anExchange(0, 'My code is 4711.', 'I know 4711 now.');
	const panel = await shown(
		[secret, anExchange(1, 'And the port?', 'It is port 9000.')],
		'It is port 9000.',
		secret.turn.turnId
	);
	expect(panel).toContain('This message was deleted.');
	expect(panel).not.toContain('4711');
});

it('show pictures and files as the conversation does, not an empty message', async () => {
	const source = { type: 'text', media_type: 'text/plain', data: 'Depart 8:10' } as const;
	const file = { type: 'document', source, title: 'ferries.txt' } as const;
	const turn = { ...aTurn(0, ''), asked: [file] };
	await shown([{ turn, steps: [] }], 'ferries.txt');
});
