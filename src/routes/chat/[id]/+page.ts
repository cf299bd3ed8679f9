import { error } from '@sveltejs/kit';
import type { PageLoad } from './$types';

/** An id becomes the name of a file in every backup: what could not be read back from there is no address of a session. */
export const load: PageLoad = ({ params }) => {
	if (!/^[\w-]{1,64}$/.test(params.id)) error(404);
};
