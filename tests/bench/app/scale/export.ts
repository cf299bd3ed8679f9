/** Everything as a file: from the press of the button to the whole file on the disk, and the memory that takes. */
import { readFile } from 'node:fs/promises';
import { settle, type Bench } from '../../driven/browser.ts';
import { watchMemory } from '../../driven/memory.ts';

export interface Exported {
	readonly took: number;
	/** MB. */
	readonly file: number;
	/** MB beyond what the page held before. */
	readonly memory: number;
}

/** The page with the button must be on screen. */
export async function exportOnce(bench: Bench): Promise<Exported> {
	const { page, cdp } = bench;
	await settle(bench);
	await cdp.send('HeapProfiler.collectGarbage');
	const memory = watchMemory(bench);
	const began = performance.now();
	const downloading = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export everything', exact: true }).click();
	const download = await downloading;
	const file = await readFile(await download.path());
	const took = performance.now() - began;
	await download.delete();
	return { took, file: file.length / 1e6, memory: memory.peak() - memory.before };
}
