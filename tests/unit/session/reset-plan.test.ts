import { expect, test } from 'vitest';
import { planReset } from '#core/session/reset-plan.ts';
import { defaultSettings } from '#core/settings.ts';
import { dayMs } from '#core/time/day-ms.ts';
import { aSession } from '../../support/builders/a-session.ts';

const now = Date.UTC(2026, 10, 20);
const paying = { ...defaultSettings, backgroundDrafts: 'yes' } as const;
const justSaid = { isNewest: false, said: now, now };
const longAgo = { isNewest: false, said: now - 30 * dayMs, now };

test('#177 whoever asks for a reset has a model look for memories, the clock only where it may pay', () => {
	const extraction = (settings: typeof defaultSettings, by: 'user' | 'away' | 'daily' | 'idle') =>
		planReset(settings, aSession(), { ...justSaid, by }).extraction;
	const free = { ...defaultSettings, backgroundDrafts: 'no' } as const;
	expect(extraction(free, 'user')).toBe('model');
	expect(extraction(free, 'away')).toBe('model');
	expect(extraction(free, 'daily')).toBe('code');
	expect(extraction(paying, 'idle')).toBe('model');
});

test('#177 in a session left long ago code looks, whatever may be paid, but for the newest', () => {
	const by = 'daily';
	expect(planReset(paying, aSession(), { ...longAgo, by }).extraction).toBe('code');
	expect(planReset(paying, aSession(), { ...longAgo, by, isNewest: true }).extraction).toBe(
		'model'
	);
});

test('#177 nobody looks off the record, or where the preset has no memory', () => {
	const plain = { ...defaultSettings, preset: 'single-shot' };
	expect(planReset(plain, aSession(), { ...justSaid, by: 'user' }).extraction).toBeNull();
	const hidden = aSession({ offRecord: true });
	expect(planReset(paying, hidden, { ...justSaid, by: 'user' }).extraction).toBeNull();
});

test('a session is followed by another where somebody would look for it', () => {
	const isFollowed = (
		by: 'user' | 'away' | 'daily',
		when: typeof justSaid,
		session = aSession()
	): boolean => planReset(defaultSettings, session, { ...when, by }).isFollowed;
	expect(isFollowed('user', longAgo)).toBe(true);
	expect(isFollowed('away', justSaid)).toBe(false);
	expect(isFollowed('daily', justSaid)).toBe(true);
	expect(isFollowed('daily', longAgo)).toBe(false);
	expect(isFollowed('daily', { ...longAgo, isNewest: true })).toBe(true);
	expect(isFollowed('daily', longAgo, aSession({ pinned: true }))).toBe(true);
	const ownPolicy = aSession({ resetPolicy: { kind: 'idle', minutes: 60 } });
	expect(isFollowed('daily', longAgo, ownPolicy)).toBe(true);
});
