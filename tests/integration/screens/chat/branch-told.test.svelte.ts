import { expect, it } from 'vitest';
import { AppState } from '#state/app.svelte.ts';
import { branchActions } from '../../../../src/routes/chat/acts/turn/branch-actions.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { onScreen } from '../../../support/on-screen.svelte.ts';

/** What is said of a new branch. */

let app: TestApp;
withApp((own) => (app = own));

it.each([
	[1, 'A new branch that ends here. What came after is kept in the old one.'],
	[3, 'A new branch that goes on from here. The old one stays as it is.']
])('behind turn %i, of turns 0 to 3, is that: %s', async (at, text) => {
	const said = someExchanges(4);
	await storeSession(app.db, aSession(), said);
	const keepsake = new AppState(app);
	const view = keepsake.views.of('s1');
	const { leave } = await onScreen(view);
	await branchActions(keepsake, view).branch(said[at]?.turn.turnId ?? '');
	expect(keepsake.notices.current?.text).toBe(text);
	leave();
});
