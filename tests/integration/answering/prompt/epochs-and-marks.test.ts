/** What goes out again of earlier replies: thinking within its epoch, and turns as they are marked. */
import { describe, expect, it } from 'vitest';
import { memoryFile } from '#db/memory/files.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { sendWords } from '../../../support/apps/an-app.ts';
import { call, text, thought } from '../../../support/builders/a-turn.ts';
import { answer, break_, say } from '../../../support/scripted/scripted-model.ts';
import { app, withRoom } from '../../../support/apps/room.ts';

withRoom();

describe('thinking and epochs', () => {
	const thinks = (signature: string, words: string) => answer([thought(signature), text(words)]);
	const sent = () => JSON.stringify(app.model.bodies.at(-1)?.messages);

	it('keeps thinking within an epoch, in the tool loop too, and drops it when memory is edited', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(
			answer([thought('sig-1'), call('a', 'recall', { query: 'x' })]),
			thinks('sig-2', 'One'),
			thinks('sig-3', 'Two'),
			thinks('sig-4', 'Three')
		);
		await sendWords(app, session, 'First');
		expect(sent()).toContain('sig-1');
		await sendWords(app, session, 'Second');
		expect(sent()).toContain('sig-1');
		expect(sent()).toContain('sig-2');
		expect((await sessionOf(app.db, session.id))?.epoch).toBe(0);
		await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Likes tea\n', expectedRev: null });
		await sendWords(app, session, 'Third');
		expect(sent()).not.toContain('sig-');
		expect((await sessionOf(app.db, session.id))?.epoch).toBe(1);
		app.model.next(say('Four'));
		await sendWords(app, session, 'Fourth');
		expect(sent()).toContain('sig-4');
		expect(sent()).not.toContain('sig-3');
	});

	it.each([
		['a full disk is no reason to break it off', 'QuotaExceededError'],
		['an error that nobody expected is told when it is stored', 'DataError']
	])('an answer does not wait for its epoch to be stored: %s', async (_, name) => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(thinks('sig-1', 'One'), thinks('sig-2', 'Two'));
		const refuse = (changes: object) => {
			if ('epochKey' in changes) throw new DOMException('no', name);
		};
		app.db.sessions.hook('updating', refuse);
		const first = sendWords(app, session, 'First').then(
			({ status }) => status,
			(bug: unknown) => (bug instanceof Error ? bug.name : bug)
		);
		expect(await first).toBe(name === 'QuotaExceededError' ? 'answered' : name);
		app.db.sessions.hook('updating').unsubscribe(refuse);
		expect((await sessionOf(app.db, session.id))?.epochKey).toBe(session.epochKey);
		expect(await app.db.steps.count()).toBe(1);
		// The next message enters it, under the same number: what was thought in it still goes along.
		expect((await sendWords(app, session, 'Second')).status).toBe('answered');
		expect(sent()).toContain('sig-1');
		const stored = await sessionOf(app.db, session.id);
		expect(stored?.epoch).toBe(0);
		expect(stored?.epochKey).not.toBe(session.epochKey);
	});

	it('INV-24 has an edit of memory in the very next request, and what was deleted is gone from the one after', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), say('Two'), say('Three'));
		const system = () => JSON.stringify(app.model.bodies.at(-1)?.system);
		const path = 'MEMORY.md';
		await sendWords(app, session, 'First');
		expect(system()).not.toContain('Likes juniper tea');
		await saveMemoryFile(app, { path, text: '- Likes juniper tea\n', expectedRev: null });
		await sendWords(app, session, 'Second');
		expect(system()).toContain('Likes juniper tea');
		const rev = (await memoryFile(app.db, path))?.rev ?? null;
		await saveMemoryFile(app, { path, text: '', expectedRev: rev });
		await sendWords(app, session, 'Third');
		expect(app.model.bodies).toHaveLength(3);
		expect(JSON.stringify(app.model.bodies.at(-1))).not.toContain('Likes juniper tea');
	});

	it('drops thinking with another key', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(thinks('sig-1', 'One'), say('Two'));
		await sendWords(app, session, 'First');
		app.key = { ...app.key, fingerprint: 'key-2' };
		await sendWords(app, session, 'Second');
		expect(sent()).toContain('Second');
		expect(sent()).not.toContain('sig-1');
	});

	it('never sends the thinking of a reply that broke', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(break_({ kind: 'interrupted' }, [thought(''), text('Half')]), say('Two'));
		await sendWords(app, session, 'First');
		await sendWords(app, session, 'Second');
		expect(sent()).toContain('Half');
		expect(sent()).not.toContain('thinking');
	});
});

describe('marks', () => {
	it('leave a turn out of the prompt, and pin it word for word', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('Plum'), say('Two'), say('Three'), say('Four'));
		const { turnId } = await sendWords(app, session, 'The word is');
		const place = { sessionId: session.id, turnId: turnId ?? '' };
		await setMark(app, { ...place, kind: 'left-out', on: true });
		await sendWords(app, session, 'Second');
		expect(JSON.stringify(app.model.bodies[1])).not.toContain('Plum');
		await setMark(app, { ...place, kind: 'pinned', on: true });
		await sendWords(app, session, 'Third');
		expect(JSON.stringify(app.model.bodies[2])).toContain('User: The word is\\nAssistant: Plum');
		await setMark(app, { ...place, kind: 'pinned', on: false });
		await sendWords(app, session, 'Fourth');
		expect(JSON.stringify(app.model.bodies[3])).not.toContain('Plum');
	});
});
