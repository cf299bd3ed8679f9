import { titleOfArchive } from '#state/data/archives.ts';
import { checked, keepsake } from '../../keepsake.ts';
import type { PageLoad } from './$types';

/** What a page is called when it comes is all that a screen reader tells of it. */
export const load: PageLoad = async ({ params }) => ({
	title: (await checked)?.status === 'well' ? await titleOfArchive(keepsake.app, params.id) : null
});
