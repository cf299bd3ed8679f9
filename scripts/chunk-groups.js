/** Which code is put together in one file: what is needed at the same moment, so that nobody waits for forty small ones. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What each file begins with; it holds all that this imports statically and no file before it does. */
const files = {
	/** The frame, the composer and what they stand on: needed on every page. */
	first: [
		'+layout.svelte',
		'+layout.ts',
		'+error.svelte',
		'+page.svelte',
		'+page.ts',
		'chat/[id]/+page.svelte'
	],
	/** What is fetched as soon as the composer is on screen: the list of sessions beside it, and the conversation above it. */
	list: ['frame/Sidebar.svelte'],
	conversation: ['chat/ChatTranscript.svelte']
};

const routes = fileURLToPath(new URL('../src/routes', import.meta.url));

/**
 * A group for each file, as the bundler wants them; the rest is divided as the bundler likes. Since a file takes along
 * all that its modules import, none of them imports from one that comes behind it.
 *
 * @returns {import('vite').Rolldown.CodeSplittingGroup[]}
 */
export function chunkGroups() {
	/** @type {Map<string, string>} */
	const fileOf = new Map();
	/** @type {(context: import('vite').Rolldown.ChunkingContext) => void} */
	const fill = (context) => {
		/** @type {(file: string, id: string) => void} */
		const follow = (file, id) => {
			const module = context.getModuleInfo(id);
			if (!module || fileOf.has(id)) return;
			fileOf.set(id, file);
			for (const next of module.importedIds) follow(file, next);
		};
		for (const [file, begins] of Object.entries(files))
			for (const begin of begins) {
				const id = path.join(routes, begin);
				follow(file, id);
				if (!fileOf.has(id)) throw new Error(`There is no ${begin} that the app could begin with.`);
			}
	};
	return Object.keys(files).map((file, at, all) => ({
		name: (id, context) => {
			if (fileOf.size === 0) fill(context);
			return fileOf.get(id) === file ? file : null;
		},
		// The bundler would take along what modules of a group import, also what belongs to an earlier one.
		priority: all.length - at
	}));
}
