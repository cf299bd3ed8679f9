import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { attachLimits } from '#core/asking/attached.ts';
import type { Looked } from '#core/offers/first-call.ts';
import { attachedOf, putAttached } from '#db/scratch/unsent.ts';
import { AppState } from '#state/app.svelte.ts';
import type { Attachment } from '#state/composer/attachments.svelte.ts';
import { takeOff } from '../../../../src/routes/chat/acts/take-off.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';

/** A file is taken off the composer, and Undo puts it back. */

let app: TestApp;
withApp((own) => (app = own));

const aFile = (name: string): Attachment => ({
	name,
	block: {
		type: 'document',
		title: name,
		source: { type: 'text', media_type: 'text/plain', data: `What stands in ${name}` }
	}
});
const looked = { settings: undefined, answerer: 'm' } as unknown as Looked;
const names = (items: readonly Attachment[]) => items.map(({ name }) => name);

const stored = (...files: readonly string[]) =>
	eventually(async () => expect(names(await attachedOf(app.scratch, 'a'))).toEqual(files));

/** A session whose first file was taken off. */
async function takenOff(...files: readonly string[]) {
	const sessionId = 'a';
	await putAttached(app.scratch, { sessionId, items: files.map(aFile) });
	const keepsake = new AppState(app);
	const { attachments } = keepsake.views.of(sessionId);
	await eventually(() => expect(attachments.items).toHaveLength(files.length));
	takeOff(attachments.items[0]!, keepsake.views.of(sessionId), looked, keepsake);
	flushSync();
	expect(names(attachments.items)).toEqual(files.slice(1));
	await stored(...files.slice(1));
	const { notices, views } = keepsake;
	return { notices, views, undo: () => notices.current?.action?.onpress() };
}

it('Undo puts it back where it stood, also after a look at another session', async () => {
	const { views, undo } = await takenOff('one.txt', 'two.txt');
	views.of('b');
	const { attachments } = views.of('a');
	await eventually(() => expect(attachments.items).toHaveLength(1));
	await undo();
	expect(names(attachments.items)).toEqual(['one.txt', 'two.txt']);
	await stored('one.txt', 'two.txt');
});

it('Undo keeps it for its own session while another is looked at, whose reply may be under way', async () => {
	const { views, undo } = await takenOff('one.txt');
	const other = views.of('b');
	await undo();
	await stored('one.txt');
	expect(views.of('b')).toBe(other);
	await eventually(() => expect(names(views.of('a').attachments.items)).toEqual(['one.txt']));
});

it('Undo says so where others have taken the room meanwhile, and is offered again', async () => {
	const many = Array.from({ length: attachLimits.files }, (_, at) => `${String(at)}.txt`);
	const { notices, views, undo } = await takenOff(...many);
	const { attachments } = views.of('a');
	attachments.put(aFile('new.txt'));
	await undo();
	const now = [...many.slice(1), 'new.txt'];
	expect(names(attachments.items)).toEqual(now);
	expect(notices.current).toMatchObject({ isFailure: true, action: { label: 'Undo' } });
	expect(notices.current?.text).toBe(
		'0.txt was not attached: a message takes at most 20 files. Send the rest with the next one.'
	);
	await stored(...now);
	attachments.remove(attachments.items.at(-1)!);
	await undo();
	expect(names(attachments.items)).toEqual(many);
	await stored(...many);
});
