import { expect, test, vi } from 'vitest';
import { Truth } from '#db/schema.ts';
import { lookAtStart } from '#flows/copies/canary.ts';
import { aVault } from '../../support/builders/a-vault.ts';
import { withCopies } from '../../support/apps/with-copies.ts';

const copied = withCopies();

/** Chromium, which has found the databases of this address damaged and begins them anew. */
function afterDeleting() {
	const open: IDBFactory['open'] = indexedDB.open.bind(indexedDB);
	return vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
		const opening = open(name, version);
		opening.addEventListener('upgradeneeded', (event) => {
			Object.assign(event, { dataLoss: 'total' });
		});
		return opening;
	});
}

test('databases that the browser has deleted are no new profile, and no loss where the canary knows of none', async () => {
	const anew = new Truth(`${copied.db.name}-anew`);
	expect(await lookAtStart(anew, aVault())).toEqual({ status: 'well' });
	await anew.delete({ disableAutoOpen: false });
	const browser = afterDeleting();
	expect(await lookAtStart(anew, aVault())).toEqual({ status: 'deleted' });
	browser.mockRestore();
	await copied.canary();
	expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
	await copied.wipe();
	expect(await lookAtStart(copied.db, copied.vault)).toMatchObject({ status: 'lost' });
	await anew.delete();
});
