import { expect, test } from 'vitest';
import { onDevice } from '#core/models/model-card.ts';
import { barTo, mayPrepareAhead } from '#core/compaction/bar.ts';
import { urgentTrigger, type CompactionTrigger } from '#core/compaction/trigger.ts';
import { builtInPresets, recommended } from '#core/presets/built-in.ts';
import { defaultSettings, type Settings } from '#core/settings.ts';
import { aSession } from '../../support/builders/a-session.ts';

/** Which summaries may be made without anybody asking for them, and which of those that were begun may go on. */

const twoPhase = builtInPresets.find(({ id }) => id === 'two-phase') ?? recommended;
const paid = { model: 'claude-test-5', automatic: true, preset: recommended };

test('a draft is made ahead of its need where the user has allowed the call, or this device makes it', () => {
	const allows = (backgroundDrafts: Settings['backgroundDrafts'], over = {}) =>
		mayPrepareAhead({ ...paid, ...over }, { backgroundDrafts });
	expect(allows('yes')).toBe(true);
	expect(allows('no')).toBe(false);
	expect(allows('not-asked')).toBe(false);
	expect(allows('no', { model: onDevice })).toBe(true);
	expect(allows('yes', { automatic: false })).toBe(false);
});

test('in two phases the first draft is for when nobody is there, and not behind an answer', () => {
	expect(mayPrepareAhead({ ...paid, preset: twoPhase }, { backgroundDrafts: 'yes' })).toBe(false);
	expect(urgentTrigger(twoPhase)).toBe('emergency');
	expect(urgentTrigger(recommended)).toBe('hard');
});

const settings: Settings = { ...defaultSettings, backgroundDrafts: 'yes' };
const { endpoint } = settings;
const bar = (trigger: CompactionTrigger, now: { session?: object; settings?: object } = {}) =>
	barTo(
		{ trigger, answerer: 'claude-test-5', endpoint },
		{
			session: aSession(now.session),
			settings: { ...settings, ...now.settings }
		}
	);

test('a summary that was begun goes on while its session, its endpoint and its switch are as they were', () => {
	for (const trigger of ['soft', 'idle', 'hard', 'manual'] as const) {
		expect(bar(trigger)).toBeNull();
		expect(bar(trigger, { session: { deletedAt: 5 } })).toBe('session-deleted');
		expect(bar(trigger, { session: { endedAt: 5 } })).toBe('session-ended');
		expect(bar(trigger, { settings: { endpoint: 'http://localhost:11434' } })).toBe('endpoint');
	}
	expect(
		barTo({ trigger: 'hard', answerer: onDevice, endpoint: null }, { session: undefined, settings })
	).toBe('replaced');
	// What this device writes itself is sent to no endpoint.
	const here = { answerer: onDevice, endpoint: 'http://localhost:11434' };
	expect(barTo({ trigger: 'hard', ...here }, { session: aSession(), settings })).toBeNull();
});

test('what was asked for by hand goes on when summaries are switched off, and the rest does not', () => {
	const off = { settings: { automaticCompaction: false } };
	expect(bar('manual', off)).toBeNull();
	expect(bar('again', off)).toBeNull();
	expect(bar('hard', off)).toBe('switched-off');
	const unpaid = { settings: { backgroundDrafts: 'no' } };
	expect(bar('soft', unpaid)).toBe('switched-off');
	expect(bar('idle', unpaid)).toBe('switched-off');
	expect(bar('hard', unpaid)).toBeNull();
});
