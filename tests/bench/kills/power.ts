/** A disk whose power can be cut: an ext4 image that forgets what nobody had flushed. Linux, as root. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Disk {
	/** Where the profile lies. */
	readonly folder: string;
	/** Have everything that was written so far reach the disk, as a quiet minute does. */
	settle(): Promise<void>;
	/** End the browser with `kill`; resolves with the moment of the end, Unix ms. */
	cut(kill: () => Promise<number>): Promise<number>;
	remove(): Promise<void>;
}

/** A command of the system, of which only what goes wrong is told. */
export const run = (command: string, ...args: string[]): void =>
	void execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** `EXT4_IOC_SHUTDOWN` with `EXT4_GOING_FLAGS_NOLOGFLUSH`: from now on nothing reaches the disk, the journal neither. */
const shutdown = [
	'import fcntl, os, struct, sys',
	'place = os.open(sys.argv[1], os.O_RDONLY)',
	'fcntl.ioctl(place, 0x8004587D, struct.pack("I", 2))'
].join('\n');

export async function powerSupply(): Promise<Disk> {
	const place = await mkdtemp(path.join(tmpdir(), 'keepsake-power-'));
	const image = path.join(place, 'disk.img');
	const mountPoint = path.join(place, 'disk');
	await mkdir(mountPoint);
	run('truncate', '-s', '1G', image);
	run('mkfs.ext4', '-q', '-F', image);
	const mount = () => run('mount', '-o', 'loop', image, mountPoint);
	mount();
	const folder = path.join(mountPoint, 'profile');
	await mkdir(folder);
	return {
		folder,
		settle: () => {
			run('sync', '-f', mountPoint);
			return Promise.resolve();
		},
		cut: async (kill) => {
			const at = Date.now();
			run('python3', '-c', shutdown, mountPoint);
			await kill();
			run('umount', mountPoint);
			mount();
			return at;
		},
		remove: async () => {
			run('umount', mountPoint);
			await rm(place, { recursive: true, force: true });
		}
	};
}
