import { beforeEach, expect, test } from 'vitest';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { text } from '../../support/builders/a-turn.ts';

/** Which daily notes go along, by the clock on the wall: midnight, time zones, days of 23 and 25 hours. */

let app: TestApp;
withApp((own) => (app = own));
beforeEach(async () => {
	for (const day of [
		'2026-03-28',
		'2026-03-29',
		'2026-03-30',
		'2026-10-24',
		'2026-10-25',
		'2026-10-26',
		'2026-11-19',
		'2026-11-20',
		'2026-11-21'
	])
		await saveMemoryFile(app, {
			path: `memory/${day}.md`,
			text: `- of ${day}\n`,
			expectedRev: null
		});
});

/** Days of the notes that would be sent with a message at a moment (UTC) in a zone. */
async function notesAt(
	moment: string,
	zone: string,
	kind: 'main' | 'guest' = 'main'
): Promise<string[]> {
	app.clock.at = Date.parse(moment);
	app.clock.zone = () => zone;
	const session = newSession(app, { kind, offRecord: false });
	const { segments, body } = await previewPrompt(app, { session, unsent: [text('Hello')] });
	const days = segments.flatMap(({ source, on }) =>
		on && source.startsWith('memory/') ? [source.slice(7, 17)] : []
	);
	for (const day of days) expect(JSON.stringify(body.system)).toContain(`- of ${day}`);
	return days;
}

test.each([
	// The last minute of a day, and the first of the next.
	['2026-11-20T22:59:59Z', 'Europe/Berlin', ['2026-11-19', '2026-11-20']],
	['2026-11-20T23:00:00Z', 'Europe/Berlin', ['2026-11-20', '2026-11-21']],
	// One moment, three local days.
	['2026-11-20T10:30:00Z', 'Pacific/Kiritimati', ['2026-11-20', '2026-11-21']],
	['2026-11-20T10:30:00Z', 'America/New_York', ['2026-11-19', '2026-11-20']],
	['2026-11-20T10:30:00Z', 'Pacific/Pago_Pago', ['2026-11-19']],
	// Half hours and quarters.
	['2026-11-20T18:29:00Z', 'Asia/Kolkata', ['2026-11-19', '2026-11-20']],
	['2026-11-20T18:30:00Z', 'Asia/Kolkata', ['2026-11-20', '2026-11-21']],
	['2026-11-20T18:15:00Z', 'Asia/Kathmandu', ['2026-11-20', '2026-11-21']],
	// The day the clocks go forward has 23 hours, the one they go back 25: yesterday is still one day ago.
	['2026-03-29T21:59:00Z', 'Europe/Berlin', ['2026-03-28', '2026-03-29']],
	['2026-03-29T22:30:00Z', 'Europe/Berlin', ['2026-03-29', '2026-03-30']],
	['2026-10-24T22:30:00Z', 'Europe/Berlin', ['2026-10-24', '2026-10-25']],
	['2026-10-25T22:59:00Z', 'Europe/Berlin', ['2026-10-24', '2026-10-25']],
	['2026-10-25T23:30:00Z', 'Europe/Berlin', ['2026-10-25', '2026-10-26']]
])('#174 at %s in %s the notes of %j go along', async (moment, zone, days) => {
	expect(await notesAt(moment, zone)).toEqual(days);
});

test('#174 yesterday’s and today’s note go along in a guest session as well, as long as nothing is set', async () => {
	expect(await notesAt('2026-11-21T12:00:00Z', 'UTC', 'guest')).toEqual([
		'2026-11-20',
		'2026-11-21'
	]);
});

test('#174 as many days as are set go along, in the sessions they are set for', async () => {
	const now = '2026-11-21T12:00:00Z';
	const set = (key: string, value: unknown) => app.db.settings.put({ key, value });
	await set('noteDays', 2);
	expect(await notesAt(now, 'UTC')).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
	await set('noteDays', 0);
	expect(await notesAt(now, 'UTC')).toEqual(['2026-11-21']);
	await set('noteKinds', 'main');
	expect(await notesAt(now, 'UTC', 'guest')).toEqual([]);
	expect(await notesAt(now, 'UTC', 'main')).toEqual(['2026-11-21']);
	await set('noteKinds', 'guest');
	expect(await notesAt(now, 'UTC', 'guest')).toEqual(['2026-11-21']);
	expect(await notesAt(now, 'UTC', 'main')).toEqual([]);
	await set('noteKinds', 'none');
	expect(await notesAt(now, 'UTC', 'main')).toEqual([]);
});
