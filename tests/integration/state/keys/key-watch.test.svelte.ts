import { afterEach, expect, it } from 'vitest';
import { writeSetting } from '#db/settings.ts';
import { KeyRing } from '#state/keys/key-ring.svelte.ts';
import { KeyWatch } from '#state/keys/key-watch.svelte.ts';
import { anApp } from '../../../support/apps/an-app.ts';
import { withTelephones } from '../../../support/apps/with-telephones.ts';
import { eventually } from '../../../support/eventually.ts';

/** What the page says of a key that the telephone alone has. */

const { server, workers, aTelephone, setKey } = await withTelephones();
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

it('a key that is kept until the tab closes and went with its telephone is said to be set no more', async () => {
	const app = await anApp();
	await writeSetting(app.db, 'endpoint', server.url);
	const telephone = aTelephone();
	const key = new KeyWatch({ ...app, telephone });
	stops.push(key.start());
	await eventually(() => expect(key.status?.state).toBe('none'));
	key.learn(await telephone.setKey({ key: server.key, keep: 'until-closed', passphrase: null }));
	expect(key.status?.state).toBe('set');
	workers[0]?.worker.vanish();
	await eventually(() => expect(key.status?.state).toBe('none'));
	await app.close();
});

it('a key that is locked or forgotten in one window is not said to be set in another that stands beside it', async () => {
	const app = await anApp();
	await writeSetting(app.db, 'endpoint', server.url);
	await setKey(aTelephone());
	const [here, there] = [0, 1].map(() => {
		const tab = { ...app, telephone: aTelephone() };
		const key = new KeyWatch(tab);
		stops.push(key.start());
		return { key, ring: new KeyRing({ app: tab, key }) };
	});
	await eventually(() => expect(here?.key.status?.state).toBe('set'));
	await eventually(() => expect(there?.key.status?.state).toBe('set'));
	await here?.ring.keep('passphrase', 'harbour');
	await eventually(() => expect(there?.key.status?.state).toBe('locked'));
	await here?.ring.forget();
	await eventually(() => expect(there?.key.status?.state).toBe('none'));
	await app.close();
});
