import { expect, it, vi } from 'vitest';
import { Connection } from '#state/keys/connection.svelte.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';

/** Whether the endpoint answers, as it is asked by hand. */

let app: TestApp;
withApp((own) => (app = own));

it('a key that cannot be read ends the question: nothing is being asked any more, and it can be asked anew', async () => {
	const connection = new Connection(app);
	const unread = vi.spyOn(app.telephone, 'keyStatus').mockRejectedValueOnce(new Error('not read'));
	await expect(connection.test()).rejects.toThrow('not read');
	expect(connection.stage).toEqual({ at: 'rest' });
	unread.mockRestore();
	await connection.test();
	expect(connection.stage.at).not.toBe('asking');
});
