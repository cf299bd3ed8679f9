import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildWhereNeeded } from '../../../scripts/build-where-needed.js';

/** The folder of a build that is to be measured. That of this project is made anew where its sources are younger. */
export function aBuild(folder = 'build'): string {
	if (folder === 'build' && !buildWhereNeeded()) throw new Error('The app could not be built.');
	const place = path.resolve(folder);
	if (!existsSync(path.join(place, 'index.html')))
		throw new Error(`There is no build in ${place}.`);
	return place;
}
