/** Words of files that leave and enter, and of the archive. */
import * as format from '../format.ts';

export const files = {
	exportMemory: 'Export memory',
	exportEverything: 'Export everything',
	passphrase: 'Backup passphrase (optional)',
	passphraseHint:
		'With a passphrase the backup is encrypted. Whoever loses the passphrase cannot open it.',
	exporting: 'Writing the file…',
	exported: (name: string) => `Exported ${name}.`,
	import: 'Import',
	importFile: 'Import file',
	importHelp:
		'Backups of Keepsake, memory files, and conversations of other apps. Nothing is stored before you have seen the preview.',
	preview: 'Import preview',
	importNow: 'Import now',
	cancel: 'Cancel',
	reading: 'Reading the file…',
	isNew: 'New',
	already: 'Already there',
	unreadable: 'Unreadable',
	difference: 'Difference',
	newCount: (value: number) => `${format.number(value)} new`,
	alreadyCount: (value: number) => `${format.number(value)} already there`,
	unreadableCount: (value: number) => `${format.number(value)} unreadable`,
	skippedLines: (value: number) =>
		`${format.count(value, { one: 'line', other: 'lines' })} skipped`,
	/** `what` is a list such as “3 sessions and 2 memory files”. */
	imported: ({ what, skipped }: { readonly what: string; readonly skipped: number }) =>
		`Imported ${what}${skipped === 0 ? '.' : `; ${format.count(skipped, { one: 'line', other: 'lines' })} skipped.`}`,
	importedNothing: 'Imported nothing new: everything was already there.',
	couldNotImport: (reason: string) => `Could not import: ${reason}`,
	passphraseNeeded: 'Backup passphrase',
	passphraseWrong: 'This passphrase does not open the file.',
	openBackup: 'Open backup',
	importing: ({ done, of }: { readonly done: number; readonly of: number }) =>
		of === 0 ? 'Importing…' : `Importing… ${format.number(done)}/${format.number(of)}`,
	nothingNew: 'nothing new',
	added: 'Added: ',
	removed: 'Removed: ',
	states: { new: 'New', there: 'Already there', changed: 'Differs', unreadable: 'Unreadable' },
	reasons: {
		missing: 'it is listed in the backup but not in it.',
		damaged: 'it is damaged: it does not match its checksum.',
		'not-expected': 'a file of this name has no place in a backup.',
		encoding: 'it is not UTF-8 text. Save it as UTF-8 and try again.',
		'no-session': 'it does not say which session it is of.',
		'newer-version': 'it was made by a newer version of Keepsake. Update the app first.',
		'too-large': 'it unpacks to more than this app will read.',
		'passphrase-needed': 'it is sealed with a passphrase.',
		'wrong-passphrase': 'the passphrase does not open it.',
		'manifest.json': 'this zip is not a backup of Keepsake.',
		unknown: 'this is no format that Keepsake knows. Nothing was changed.'
	},
	turns: (value: number) => format.count(value, { one: 'turn', other: 'turns' })
} as const;
