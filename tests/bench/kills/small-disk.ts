/** A disk of its own that can be filled to its last bytes and emptied again. Linux, as root. */
import { statfsSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './power.ts';

export interface SmallDisk {
	/** Where the profile lies. */
	readonly folder: string;
	/** Leave at most so many bytes, and take what becomes free, like another program that writes without end. */
	fill(left: number): void;
	/** Give back all that `fill` took. */
	empty(): void;
	remove(): Promise<void>;
}

/** How often what became free is taken, ms. */
const pace = 100;

/** @param size bytes of the whole disk */
export async function smallDisk(size: number): Promise<SmallDisk> {
	const place = await mkdtemp(path.join(tmpdir(), 'keepsake-disk-'));
	const image = path.join(place, 'disk.img');
	const disk = path.join(place, 'disk');
	await mkdir(disk);
	run('truncate', '-s', String(size), image);
	run('mkfs.ext4', '-q', '-F', '-m', '0', image);
	run('mount', '-o', 'loop', image, disk);
	const folder = path.join(disk, 'profile');
	await mkdir(folder);
	const filler = path.join(disk, 'filler');
	let filling: ReturnType<typeof setInterval> | undefined;

	function take(left: number): void {
		const { bavail, bsize } = statfsSync(disk);
		const bytes = bavail * bsize - left;
		if (bytes <= 0) return;
		try {
			writeFileSync(filler, new Uint8Array(bytes), { flag: 'a' });
		} catch (error) {
			// Somebody else was quicker: it is full as well.
			if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
		}
	}

	return {
		folder,
		fill: (left) => {
			clearInterval(filling);
			take(left);
			filling = setInterval(() => take(left), pace);
		},
		empty: () => {
			clearInterval(filling);
			writeFileSync(filler, '');
		},
		remove: async () => {
			clearInterval(filling);
			run('umount', '--lazy', disk);
			await rm(place, { recursive: true, force: true });
		}
	};
}
