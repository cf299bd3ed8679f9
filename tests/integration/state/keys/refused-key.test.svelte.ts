import { expect, it } from 'vitest';
import { keptValue } from '#db/scratch/kept-values.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { noteAccepted, noteRefused } from '#state/keys/refused-key.ts';
import { Sending } from '../../../../src/routes/chat/sending.svelte.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';

/** What is known of the key that is set: an endpoint that refused it once may take it after all. */

let app: TestApp;
withApp((own) => (app = own));

const known = () => keptValue(app.scratch, 'refused key');

async function answeredBy(model: string, outcome: SendOutcome): Promise<void> {
	const keepsake = new AppState(app);
	const view = { answering: { by: model } } as unknown as SessionView;
	const sending = new Sending(keepsake, view, () => undefined);
	await sending.settle(Promise.resolve(outcome));
}

const answered = { status: 'answered', turnId: 't0' } as const;
const refused = {
	status: 'failed',
	turnId: 't0',
	failure: { kind: 'key-refused' }
} as const;

it('a key that was refused is known as such until the endpoint answers to it', async () => {
	await answeredBy('claude-test-5', refused);
	await eventually(async () => expect(await known()).toBe('key-1'));
	await answeredBy('claude-test-5', answered);
	await eventually(async () => expect(await known()).toBeNull());
});

it('an answer of this device says nothing of the key', async () => {
	await noteRefused(app, 'key-1');
	await answeredBy('on-device', answered);
	await answeredBy('claude-test-5', { status: 'stopped', turnId: 't0' });
	expect(await known()).toBe('key-1');
});

it('that one key is taken says nothing of another one', async () => {
	await noteRefused(app, 'key-2');
	await noteAccepted(app, 'key-1');
	expect(await known()).toBe('key-2');
});
