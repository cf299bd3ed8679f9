/** Words of backups as files. */
import * as format from '../../../format.ts';

export const backups = {
	title: 'Backups',
	help: 'A backup is a file with everything but the key. Kept outside the browser, it survives what the browser does not.',
	never: 'There is no backup yet.',
	last: ({ at, name }: { readonly at: number; readonly name: string }) =>
		`Last backup: ${format.dateTime(at)}, ${format.apart(name)}, read back and compared.`,
	downloaded: ({ at, name }: { readonly at: number; readonly name: string }) =>
		`Downloaded: ${format.dateTime(at)}, ${format.apart(name)}. Keepsake cannot look into your downloads; keep the file where you will find it again.`,
	damaged: (archives: number) =>
		`${format.count(archives, { one: 'archive', other: 'archives' })} in it ${archives === 1 ? 'is' : 'are'} damaged, because ${archives === 1 ? 'it is' : 'they are'} here. Keep older backups: they may still hold what was said there.`,
	/** As long as there is no place for them. */
	remind: {
		label: 'Remind me to back up',
		values: {
			never: 'Never',
			daily: 'Every day',
			weekly: 'Every week',
			monthly: 'Every month'
		}
	},
	folder: (name: string) =>
		`Backups go into the folder ${format.quoted(name)}. The newest five of this device stay; no other file there is touched, and other devices may use it too.`,
	file: (name: string) => `Each backup replaces the file ${format.quoted(name)}.`,
	chooseFolder: 'Choose a folder for backups',
	chooseFile: 'Choose one file instead',
	now: 'Back up now',
	stop: 'Stop using this place',
	working: 'Backing up…',
	done: 'Backed up, read back and compared.',
	notAllowed:
		'The browser does not allow writing there now. Press “Back up now” and allow it (on every visit, where the browser offers that), or choose another place.',
	less: (isFile: boolean) =>
		`There is far less here than in the last backup, so none was made. ${isFile ? 'Press “Back up now” once more to replace the file anyway.' : 'Press “Back up now” once more to make one anyway; the earlier ones are then kept for good.'}`,
	unusable: (name: string) =>
		`No backup was made: ${format.quoted(name)} was moved or removed, or something else is using it. Try again, or choose another place.`,
	unsupported:
		'This browser cannot write to a folder by itself. Keepsake reminds you; “Export everything” makes the file.',
	due: 'A backup is due.',
	dueWithLess:
		'A backup is due, and there is far less here than in the last one. That one was left as it is: bring back what is missing from it, or make a new one.',
	toBackups: 'Go to backups'
} as const;
