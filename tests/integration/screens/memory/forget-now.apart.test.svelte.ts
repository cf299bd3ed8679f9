import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { turnsMarked } from '#core/log/marks.ts';
import { marksOf } from '#db/log/turns.ts';
import { AppState, provideAppState } from '#state/app.svelte.ts';
import ForgetNow from '../../../../src/routes/frame/ForgetNow.svelte';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { all, clear, click, show } from '../../kit/kit-page.ts';

/** What is said when something was forgotten and other messages were deleted with it. */

vi.mock('$app/navigation', () => ({ goto: vi.fn() }));
vi.mock('$app/state', () => ({ page: { params: {} } }));

let app: TestApp;
const exchanges = someExchanges(3);
const turnId = (seq: number) => exchanges[seq]?.turn.turnId ?? '';

withApp((own) => (app = own));
beforeEach(async () => {
	await storeSession(app.db, aSession(), exchanges);
});
afterEach(async () => {
	vi.restoreAllMocks();
	await clear();
});

const deleted = async () => [...turnsMarked(await marksOf(app.db, 's1'), 'deleted')];

/** A line is forgotten with the first two messages, which say the same. */
async function forgotten(unreached: readonly string[], salvaged: readonly string[] = []) {
	const elsewhere = [0, 1].map((seq) => ({
		sessionId: 's1',
		turnId: turnId(seq),
		title: 'A walk',
		said: `I live in Porto, ${String(seq)}`,
		question: '',
		at: 0
	}));
	const found = {
		kind: 'line' as const,
		summaries: [],
		lines: [],
		elsewhere,
		damaged: [],
		hosts: []
	};
	const run = vi.spyOn(app.workshop, 'run').mockResolvedValue({ status: 'weighed', found });
	const keepsake = new AppState(app);
	const { forgetting } = keepsake;
	vi.spyOn(forgetting, 'forget').mockImplementation(async () => {
		// What is ticked is deleted by then: summaries were judged without it.
		expect(await deleted()).not.toEqual([]);
		forgetting.close();
		return { status: 'forgotten', unreached, salvaged, waits: false };
	});
	show((...asked: Parameters<typeof ForgetNow>) => {
		provideAppState(keepsake);
		return ForgetNow(...asked);
	}, {});
	await forgetting.ask({ kind: 'line', line: 'Lives in Porto' });
	flushSync();
	for (const box of document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) click(box);
	expect(run.mock.lastCall?.[1]).toMatchObject({ also: [turnId(0), turnId(1)] });
	await eventually(() => expect(forgetting.isBusy).toBe(false));
	flushSync();
	click(all('button').find((one) => one.textContent.trim() === 'Forget'));
	await eventually(() => expect(keepsake.notices.current).toBeDefined());
	return keepsake.notices;
}

it('what could not be reached is said in one breath with what was deleted, and that can be brought back', async () => {
	const notices = await forgotten(['old.jsonl.gz']);
	expect(notices.current).toMatchObject({
		isFailure: true,
		text: 'Forgotten, but these archives are damaged and could not be rewritten: old.jsonl.gz. The 2 messages you ticked are deleted.',
		action: { label: 'Bring back' }
	});
	expect(await deleted()).toHaveLength(2);
	notices.current?.action?.onpress();
	await eventually(async () => expect(await deleted()).toEqual([]));
	await eventually(() => expect(notices.current?.text).toBe('It is back.'));
});

it('where a later message could not be deleted, those that were are named and can be brought back', async () => {
	const put = app.db.marks.put.bind(app.db.marks);
	vi.spyOn(app.db.marks, 'put').mockImplementation((...[mark, key]: Parameters<typeof put>) =>
		mark.turnId === turnId(1) ? (Promise.reject(new Error('disk full')) as never) : put(mark, key)
	);
	const notices = await forgotten([]);
	expect(notices.current).toMatchObject({ isFailure: true, action: { label: 'Bring back' } });
	expect(notices.current?.text).toMatch(/^Forgotten\. The message you ticked is deleted\. ./);
	expect(await deleted()).toEqual([turnId(0)]);
	notices.current?.action?.onpress();
	await eventually(async () => expect(await deleted()).toEqual([]));
});

it('of what only a part could be read of is said that the rest went', async () => {
	const notices = await forgotten([], ['old.jsonl.gz']);
	expect(notices.current).toMatchObject({
		isFailure: true,
		text: 'Forgotten. These archives were damaged and held it, so of each only what could be read is left: old.jsonl.gz. The 2 messages you ticked are deleted.'
	});
});
