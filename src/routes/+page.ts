import { redirect } from '@sveltejs/kit';
import type { PageLoad } from './$types';
import { checked, keepsake } from './keepsake.ts';

/** The start goes on to the session with the latest activity, or to an empty one; `/?new` always to an empty one. */
export const load: PageLoad = async ({ url }) => {
	// Asked for while it is still looked at whether the database holds what it held; a failure is met below.
	const ahead = keepsake.views.latest();
	ahead.catch(() => undefined);
	// What is wrong, or that nothing was opened, is shown by the layout.
	if ((await checked)?.status !== 'well') return;
	// Where that fails the session is gone on in as it stands; housekeeping tries again, and says why it cannot.
	const mayHaveEnded = await keepsake.resetFirst().catch(() => true);
	const latest = async () => (mayHaveEnded ? keepsake.views.latest() : ahead);
	const id =
		(url.searchParams.has('new') ? null : await latest()) ?? (await keepsake.views.begin());
	redirect(307, `/chat/${id}`);
};
