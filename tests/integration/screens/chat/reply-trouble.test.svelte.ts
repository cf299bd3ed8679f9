import { afterEach, expect, it, vi } from 'vitest';
import type { Failure } from '#core/failure.ts';
import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import { aStep, aTurn } from '../../../support/builders/a-turn.ts';
import { all, clear, click } from '../../kit/kit-page.ts';
import { offered, row, waits, type How } from '../../kit/turn-row-page.ts';

/** What is said and offered where a reply did not end well, or its session is closed. */

afterEach(clear);

/** What can be pressed, by the words on it or by its name. */
const pressable = () =>
	all('button').map((one) => one.getAttribute('aria-label') ?? one.textContent.trim());

const broken = (
	over: Partial<Step> = {},
	said: string | readonly AssistantBlock[] = 'Half'
): Exchange => {
	const turn = aTurn(0, 'Hi');
	const failure = { kind: 'interrupted' } as const;
	return { turn, steps: [aStep(turn, 0, said, { state: 'interrupted', failure, ...over })] };
};

it('offers in a closed session nothing that writes into it or asks the model', async () => {
	const writing = [
		'Edit',
		'Regenerate',
		'Retry',
		'Continue',
		'Branch',
		'Send when online',
		'Answer on this device'
	];
	const shown = async (how: How) => {
		await clear();
		row({ marks: [], ...how });
		for (const more of all('button').filter(
			(one) => one.getAttribute('aria-label') === 'More actions'
		))
			click(more);
		return writing.filter((name) => pressable().includes(name));
	};
	expect(await shown({ exchange: broken() })).toEqual(writing.slice(0, 5));
	expect(await shown({ exchange: broken(), isOpen: false })).toEqual([]);
	expect(pressable()).toContain('Copy');
	expect(document.body.textContent).toContain('Interrupted');
	expect(await shown({ marks: [waits] })).toEqual(expect.arrayContaining(writing.slice(5)));
	expect(await shown({ marks: [waits], isOpen: false })).toEqual([]);
});

it('offers no second way on where something else asks how it is to go on', async () => {
	const ways = () => offered().filter((name) => name === 'Retry' || name === 'Continue');
	const exchange = broken({ state: 'stopped', failure: null });
	row({ exchange, marks: [], isLast: true, goesOn: true });
	expect(ways()).toEqual(['Retry', 'Continue']);
	await clear();
	row({ exchange, marks: [], isLast: true, goesOn: true, askedElsewhere: true });
	expect(document.body.textContent).toContain('Stopped');
	expect(ways()).toEqual([]);
});

it('offers ways to make room where a message does not fit whose earlier try was stopped', () => {
	const largest = [{ source: 'memory/2026-11-20.md', tokens: 9000 }];
	const failure = { kind: 'does-not-fit', tokens: 12_000, usable: 11_000, largest } as const;
	row({ exchange: broken({ state: 'stopped', failure: null }, []), marks: [], failure });
	expect(all('alert')[0]?.textContent).toContain('does not fit');
	expect(all('switch')).toHaveLength(1);
});

it('says why a Retry came to nothing, in the place of how the reply ended before', async () => {
	row({ exchange: broken(), marks: [], failure: { kind: 'storage-full' } });
	expect(all('alert')).toHaveLength(1);
	expect(all('alert')[0]?.textContent).toContain('room');
	await clear();
	const failure: Failure = { kind: 'overloaded' };
	row({
		exchange: broken({ state: 'failed', failure }, []),
		marks: [],
		failure: { kind: 'no-key' }
	});
	expect(all('alert')[0]?.textContent).toContain('answer on this device');
	expect(offered()).toContain('Answer on this device');
});

it.each([
	{ kind: 'offline' },
	{ kind: 'unreachable', host: 'api.anthropic.com' }
] as const satisfies readonly Failure[])(
	'a Retry without a network can wait for one, or be answered on this device: $kind',
	async (failure) => {
		const answer = vi.fn();
		row({ exchange: broken(), marks: [waits], failure, answer });
		expect(all('alert')[0]?.textContent).toMatch(/offline|cannot reach api.anthropic.com/);
		const press = (name: string) =>
			click(all('button').find(({ textContent }) => textContent.trim() === name));
		press('Send when online');
		press('Answer on this device');
		expect(answer.mock.calls).toEqual([['t0'], ['t0', 'on-device']]);
		await clear();
		// A wish that something came of since is not one for the next try.
		for (const [later, isTold] of [
			[1, true],
			[-1, false]
		] as const) {
			const exchange = broken();
			const at = (exchange.steps[0]?.endedAt ?? 0) + later;
			row({ exchange, marks: [{ ...waits, at, byItself: true }] });
			const told = document.body.textContent.includes('Will be sent when you are online');
			expect(told).toBe(isTold);
			await clear();
		}
	}
);

it('offers Continue only where nothing follows the reply in any branch, and something of it is sent', async () => {
	row({ exchange: broken(), marks: [] });
	expect(offered()).toContain('Continue');
	await clear();
	row({ exchange: broken(), marks: [], goesOn: false });
	expect(offered()).toContain('Retry');
	expect(offered()).not.toContain('Continue');
	await clear();
	const failure: Failure = { kind: 'refused', category: null };
	row({ exchange: broken({ state: 'failed', failure }), marks: [] });
	expect(offered()).toContain('Retry');
	expect(offered()).not.toContain('Continue');
});
