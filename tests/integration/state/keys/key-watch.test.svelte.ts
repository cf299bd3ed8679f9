import { afterEach, expect, it } from 'vitest';
import { writeSetting } from '#db/settings.ts';
import { KeyWatch } from '#state/keys/key-watch.svelte.ts';
import { anApp } from '../../../support/apps/an-app.ts';
import { withTelephones } from '../../../support/apps/with-telephones.ts';
import { eventually } from '../../../support/eventually.ts';

/** What the page says of a key that the telephone alone has. */

const { server, workers, aTelephone } = await withTelephones();
let stop: () => void = () => undefined;
afterEach(() => stop());

it('a key that is kept until the tab closes and went with its telephone is said to be set no more', async () => {
	const app = await anApp();
	await writeSetting(app.db, 'endpoint', server.url);
	const telephone = aTelephone();
	const key = new KeyWatch({ ...app, telephone });
	stop = key.start();
	await eventually(() => expect(key.status?.state).toBe('none'));
	key.learn(await telephone.setKey({ key: server.key, keep: 'until-closed', passphrase: null }));
	expect(key.status?.state).toBe('set');
	workers[0]?.worker.vanish();
	await eventually(() => expect(key.status?.state).toBe('none'));
	await app.close();
});
