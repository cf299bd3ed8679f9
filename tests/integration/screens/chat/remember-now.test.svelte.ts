import { afterEach, expect, it, vi } from 'vitest';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { memoryFile } from '#db/memory/files.ts';
import { rememberText } from '#flows/memory/memory-files.ts';
import { rememberNow } from '../../../../src/routes/chat/acts/remember-now.ts';
import { anotherTab, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';

/** `/remember`, where it cannot be written as it was asked. */

let app: TestApp;
withApp((own) => (app = own));
afterEach(() => {
	vi.restoreAllMocks();
});

it('gives the words back that were typed for it where the disk is full; words of a turn stand there anyway', async () => {
	const keepsake = new AppState(app);
	const putBefore = vi.fn();
	const session = { kind: 'main', offRecord: false };
	const view = { id: 's1', session, marks: {}, unsent: { putBefore } } as unknown as SessionView;
	const full = new DOMException('no room', 'QuotaExceededError');
	vi.spyOn(app.db.memoryFiles, 'put').mockRejectedValue(full);
	await rememberNow(keepsake, view, { text: 'Likes tea', turnId: 't1' }, vi.fn());
	expect(putBefore).not.toHaveBeenCalled();
	await rememberNow(keepsake, view, { text: 'Likes tea', turnId: null }, vi.fn());
	expect(keepsake.notices.current?.text).toContain('no room left');
	expect(putBefore).toHaveBeenCalledWith({ text: '/remember Likes tea', pasted: [] });
});

it('writes nothing of what is longer than a line may be, says so and gives the words back', async () => {
	const keepsake = new AppState(app);
	const putBefore = vi.fn();
	const session = { kind: 'main', offRecord: false };
	const view = { id: 's1', session, marks: {}, unsent: { putBefore } } as unknown as SessionView;
	const text = 'I like tea. '.repeat(50).trim();
	await rememberNow(keepsake, view, { text, turnId: null }, vi.fn());
	expect(await memoryFile(app.db, 'MEMORY.md')).toBeUndefined();
	expect(keepsake.notices.current?.text).toContain('500 characters');
	expect(putBefore).toHaveBeenCalledWith({ text: `/remember ${text}`, pasted: [] });
});

it('offers the line to be written in the composer where a whole answer is too long for one', async () => {
	const keepsake = new AppState(app);
	const session = { kind: 'main', offRecord: false };
	const unsent = { text: '', putBefore: vi.fn() };
	const view = { id: 's1', session, marks: {}, unsent } as unknown as SessionView;
	const compose = vi.fn();
	const whole = { text: 'I like tea. '.repeat(50), turnId: 't1' };
	await rememberNow(keepsake, view, whole, compose);
	const { text, action } = keepsake.notices.current ?? {};
	expect([text?.includes('500 characters'), action?.label]).toEqual([true, 'Write the line']);
	action?.onpress();
	expect(unsent.putBefore).toHaveBeenCalledExactlyOnceWith({ text: '/remember ', pasted: [] });
	expect(compose).toHaveBeenCalledOnce();
	unsent.text = 'A message of its own';
	await rememberNow(keepsake, view, whole, compose);
	expect(keepsake.notices.current?.action).toBeUndefined();
});

it('writes both lines where two tabs are asked at once', async () => {
	const fact = (text: string) => ({ text, sessionId: null, guest: false });
	const both = await Promise.all([
		rememberText(app, fact('Likes tea')),
		rememberText(anotherTab(app), fact('Likes rain'))
	]);
	expect(both.map(({ status }) => status)).toEqual(['remembered', 'remembered']);
	expect((await memoryFile(app.db, 'MEMORY.md'))?.text).toBe('- Likes tea\n- Likes rain\n');
});
