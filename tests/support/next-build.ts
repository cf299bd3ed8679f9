import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Puts another version of the app into `folder`, in the place of the one that is there: `build` with its code changed by `change`, every file under a name of its own. */
export async function putBuild(
	build: string,
	folder: string,
	{ mark, change }: { readonly mark: string; readonly change: (code: string) => string }
): Promise<void> {
	const nextName = (file: string) => path.basename(file).replace(/(\.\w+)$/, `${mark}$1`);
	await rm(folder, { recursive: true, force: true });
	await cp(build, folder, { recursive: true });
	const code = path.join(folder, '_app/immutable');
	const files = (await readdir(code, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name));
	const renamed = new Map(files.map((file) => [path.basename(file), nextName(file)]));
	const names = new RegExp(
		[...renamed.keys()].map((name) => name.replaceAll('.', String.raw`\.`)).join('|'),
		'g'
	);
	const follow = (text: string) => text.replace(names, (name) => renamed.get(name) ?? name);
	for (const file of files) {
		if (/\.(js|css)$/.test(file))
			await writeFile(file, follow(change(await readFile(file, 'utf8'))));
		await rename(file, path.join(path.dirname(file), nextName(file)));
	}
	for (const name of ['index.html', 'service-worker.js']) {
		const file = path.join(folder, name);
		const before = await readFile(file, 'utf8');
		await writeFile(file, allowed(before, follow(before)));
	}
}

/** The policy of the page names each script and style that stands in it by its hash. */
function allowed(before: string, after: string): string {
	const hashes = (page: string) =>
		[...page.matchAll(/<(?:script|style)[^>]*>([^]*?)<\/(?:script|style)>/g)].map(([, code = '']) =>
			createHash('sha256').update(code).digest('base64')
		);
	const now = hashes(after);
	return hashes(before).reduce((page, hash, at) => page.replaceAll(hash, now[at] ?? ''), after);
}
