/** How much memory the process of a page takes: resident, as the system counts it. Linux only. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Bench } from './browser.ts';
import { running } from './rest.ts';

const commandOf = (id: number): string => {
	try {
		return readFileSync(`/proc/${id}/cmdline`, 'utf8');
	} catch {
		// It has ended meanwhile.
		return '';
	}
};

/** The processes of this browser that show pages. */
function renderersOf({ folder }: Bench): number[] {
	const all = running();
	const browsers = new Set(
		[...all.keys()].filter((id) => {
			const command = commandOf(id);
			return command.includes(folder) && !command.includes('--type=');
		})
	);
	const isBelow = (id: number): boolean => {
		const parent = all.get(id)?.parent;
		return parent !== undefined && (browsers.has(parent) || isBelow(parent));
	};
	return [...all.keys()].filter((id) => commandOf(id).includes('--type=renderer') && isBelow(id));
}

/** Megabytes of the line `name` in the status of a process. */
function megabytes(id: number, name: 'VmRSS' | 'VmHWM'): number {
	try {
		const found = new RegExp(`${name}:\\s+(\\d+) kB`).exec(
			readFileSync(`/proc/${id}/status`, 'utf8')
		);
		return Number(found?.[1] ?? 0) / 1000;
	} catch {
		return 0;
	}
}

/** From here on: what the largest page held at first, and at most when asked; MB. */
export function watchMemory(bench: Bench): {
	readonly before: number;
	readonly peak: () => number;
} {
	const all = renderersOf(bench);
	// Sets the highest mark back to what is held now.
	for (const id of all) writeFileSync(`/proc/${id}/clear_refs`, '5');
	return {
		before: Math.max(...all.map((id) => megabytes(id, 'VmRSS'))),
		peak: () => Math.max(...renderersOf(bench).map((id) => megabytes(id, 'VmHWM')))
	};
}
