/** Words of the folder that memory is written into. */
import * as format from '../../../format.ts';

export const memoryFolder = {
	title: 'Memory in a folder',
	help: 'Keepsake can write the memory files into a folder you choose, now and whenever they change: for your notebook, your editor or your backup. Files there that you change yourself are never overwritten without asking.',
	choose: 'Choose a folder for memory',
	chosen: (name: string) => `The memory files are written into the folder ${format.quoted(name)}.`,
	at: (at: number) => `Last written ${format.dateTime(at)}.`,
	now: 'Write now',
	stop: 'Stop writing there',
	lost: 'Changes to memory do not reach your folder.',
	toFolder: 'Go to the folder',
	notAllowed: (name: string) =>
		`The browser does not allow writing into ${format.quoted(name)} now, so changes since then are not there. If you allow it on every visit, it need not be asked again after the next start.`,
	failed: (name: string, paths: readonly string[], isFull: boolean) => {
		const more = paths.length > 3 ? [`${format.number(paths.length - 3)} more`] : [];
		const which = paths.length > 0 ? format.listed([...paths.slice(0, 3), ...more]) : 'Memory';
		const why = isFull
			? 'there is no room on its disk'
			: 'the folder may have been moved, deleted or unplugged, a file may be open elsewhere, or the disk does not accept its name';
		return `${which} could not be brought up to date in ${format.quoted(name)}: ${why}. It is tried again every hour, and whenever memory changes.`;
	},
	allow: 'Allow writing again',
	conflict: (path: string) =>
		`${format.apart(path)} was changed in the folder. It is left as it is until you decide.`,
	read: (path: string) => `Look at ${format.apart(path)} and take it over`,
	over: (path: string) => `Overwrite ${format.apart(path)}`,
	cannotRead: (path: string) => `${format.apart(path)} cannot be read in the folder just now.`,
	unsupported:
		'This browser cannot write to a folder by itself. “Export memory” makes a zip of the same files.'
} as const;
