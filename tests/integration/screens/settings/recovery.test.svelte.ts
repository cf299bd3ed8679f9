import { afterEach, expect, it, vi } from 'vitest';
import type { Copies, CopiesStage } from '#state/data/copies.svelte.ts';
import RecoveryScreen from '#ui/copies/RecoveryScreen.svelte';
import { eventually } from '../../../support/eventually.ts';
import { all, button, clear, click, show } from '../../kit/kit-page.ts';

afterEach(clear);

it('a restore that did not reach its end can be finished again, where that has failed', async () => {
	const cards = { ring: [], aside: [], newer: [] };
	const failure = { kind: 'storage-full' } as const;
	const stage: CopiesStage = { at: 'failed', cards, failure };
	const finish = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false);
	finish.mockResolvedValue(true);
	const ondone = vi.fn();
	const copies = { stage, cards, all: [], finish } as unknown as Copies;
	show(RecoveryScreen, {
		verdict: { status: 'half-restored' } as const,
		copies,
		isDenied: false,
		onreload: () => undefined,
		ondownload: () => undefined,
		onexportrest: () => undefined,
		ondone
	});
	click(button('Put the copy back'));
	await eventually(() => expect(finish).toHaveBeenCalledOnce());
	expect(ondone).not.toHaveBeenCalled();
	click(button('Put the copy back'));
	await eventually(() => expect(ondone).toHaveBeenCalledOnce());
});

it('what there is no room to open is whole: only making room is spoken of, and nothing offered that gives it up', () => {
	const copies = { stage: { at: 'looking' }, all: [] } as unknown as Copies;
	show(RecoveryScreen, {
		verdict: { status: 'full' } as const,
		copies,
		isDenied: false,
		onreload: () => undefined,
		ondownload: () => undefined,
		onexportrest: () => undefined,
		ondone: () => undefined
	});
	expect(document.querySelector('[role=alert]')?.textContent).toContain('free up space');
	expect(all('button').map((one) => one.textContent.trim())).toEqual(['Reload']);
});

it('what could not be taken over is whole: it may be tried again or exported, and nothing takes its place', () => {
	const onexportrest = vi.fn();
	const copies = { stage: { at: 'looking' }, all: [] } as unknown as Copies;
	show(RecoveryScreen, {
		verdict: { status: 'not-upgraded' } as const,
		copies,
		isDenied: false,
		onreload: () => undefined,
		ondownload: () => undefined,
		onexportrest,
		ondone: () => undefined
	});
	expect(document.querySelector('[role=alert]')?.textContent).toContain('nothing was changed');
	const names = all('button').map((one) => one.textContent.trim());
	expect(names).toEqual(['Reload', 'Export everything']);
	click(button('Export everything'));
	expect(onexportrest).toHaveBeenCalledOnce();
});

it('a question that was open goes where a newer version takes the database: nothing is done to that any more', async () => {
	const cards = { ring: [], aside: [], newer: [1] };
	const stage: CopiesStage = { at: 'ready', cards };
	let isNewer = $state(false);
	const props = {
		get verdict() {
			return isNewer
				? ({ status: 'newer' } as const)
				: ({ status: 'unreadable', before: null } as const);
		},
		copies: { stage, cards, all: [] } as unknown as Copies,
		isDenied: false,
		onreload: () => undefined,
		ondownload: () => undefined,
		onexportrest: () => undefined,
		ondone: () => undefined
	};
	show(RecoveryScreen, props);
	expect(document.body.textContent).toContain('A newer version of Keepsake made 1 copy');
	expect(document.body.textContent).not.toContain('There is no copy');
	click(button('Start afresh'));
	await eventually(() =>
		expect(document.querySelector('dialog[open], [role=dialog], [role=alertdialog]')).not.toBeNull()
	);
	isNewer = true;
	await eventually(() => expect(button('Reload')).toBeDefined());
	expect(document.querySelector('dialog[open], [role=dialog], [role=alertdialog]')).toBeNull();
});
