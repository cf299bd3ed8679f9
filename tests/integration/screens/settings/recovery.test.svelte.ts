import { afterEach, expect, it, vi } from 'vitest';
import type { Copies, CopiesStage } from '#state/data/copies.svelte.ts';
import RecoveryScreen from '#ui/copies/RecoveryScreen.svelte';
import { eventually } from '../../../support/eventually.ts';
import { button, clear, click, show } from '../../kit/kit-page.ts';

afterEach(clear);

it('a restore that did not reach its end can be finished again, where that has failed', async () => {
	const cards = { ring: [], aside: [] };
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
