/** Words of the copies on this device, and of the screen that offers them when something is missing. */
import * as format from '../../../format.ts';

interface Held {
	readonly sessions: number;
	readonly turns: number;
	readonly memoryFiles: number;
}

const held = ({ sessions, turns, memoryFiles }: Held): string =>
	format.listed(
		[
			sessions === 0
				? ''
				: `${format.count(sessions, { one: 'session', other: 'sessions' })} with ${format.count(turns, { one: 'turn', other: 'turns' })}`,
			memoryFiles === 0
				? ''
				: format.count(memoryFiles, { one: 'memory file', other: 'memory files' })
		].filter((part) => part !== '')
	) || 'nothing';

export const copies = {
	recovery: 'Some stored data is missing',
	checking: 'Looking at what is stored…',
	lostAll: (before: Held) =>
		`This browser held ${held(before)}, and now holds none of it. Browsers remove data when a disk is full or damaged, or when site data is cleared.`,
	lostPart: ({ before, now }: { readonly before: Held; readonly now: Held }) =>
		`This browser held ${held(before)}; now there are ${held(now)}.`,
	lostReplies:
		'This browser has lost some of the replies it held; your own messages are all there.',
	broken:
		'A session is damaged: messages in it are missing or changed. The earlier copies are set aside; restore one of them, or export them first.',
	toCopies: 'See the copies',
	unreadable:
		'The browser cannot open the database it keeps for Keepsake. Restart the browser and come back before you do anything else: often that is all it needs. Otherwise the database may be damaged.',
	deleted:
		'The browser found its databases damaged and deleted them, as it may after a power cut or when a disk fails. Nothing left on this device says what they held.',
	denied: 'This browser lets Keepsake store nothing',
	deniedHelp:
		'Cookies and site data are blocked for this address, or for all. Keepsake keeps everything in this browser, so it cannot start without them: allow them in the settings of the browser, and open Keepsake again. What it stored before is still there.',
	newer: 'A newer version of Keepsake is needed',
	full: 'There is no room to open what is stored',
	fullHelp:
		'The disk is full, or the part of it that the browser may use. Your data is still there: free up space, then reload.',
	'not-upgraded': 'This version could not take over what is stored',
	notUpgradedHelp:
		'Something went wrong when Keepsake brought your data into the form this version needs. All of it is still there, as the previous version left it, and nothing was changed. Reload to try again. If this happens again, export everything: the file can be imported once that is fixed, or after you have removed the data of this site in the settings of the browser.',
	whenRefused:
		'If the browser refuses both, download a copy, remove the data of this site in the settings of the browser, open Keepsake again, and import the file.',
	halfRestored:
		'A copy was not fully restored. It is still whole, and is put back before anything else: each start tries it, and so does the button below.',
	finish: 'Put the copy back',
	nothingWritten: 'Nothing has been written since this was noticed. Choose how to go on.',
	seenAt: (at: number) => `Last seen whole: ${format.dateTime(at)}.`,
	list: 'Copies on this device',
	none: 'There is no copy on this device.',
	ofNewer: (count: number) =>
		`A newer version of Keepsake made ${format.count(count, { one: 'copy', other: 'copies' })} that only that version can read. They are left as they are.`,
	show: (count: number) => `Show ${format.count(count, { one: 'copy', other: 'copies' })}`,
	unsupported:
		'This browser offers no place for copies (a private window, or an old version). Keep backups as files.',
	made: (at: number) => format.dateTime(at),
	holds: held,
	size: (bytes: number) => format.bytes(bytes),
	reasons: {
		regular: '',
		safety: 'made before a restore',
		forgotten: 'made after something was forgotten'
	},
	setAside: 'set aside',
	restore: 'Restore this copy',
	restoreAsk: 'Restore this copy?',
	restoreHelp: (at: number) =>
		`Everything here becomes as it was on ${format.dateTime(at)}. What is here now is kept first, as a copy of its own, so you can come back.`,
	restoreInPlace: (at: number) =>
		`Everything here becomes as it was on ${format.dateTime(at)}. What is here now cannot be used, and is removed.`,
	restoring: 'Restoring…',
	restored: 'A copy was restored: everything is as it was when the copy was made.',
	toActivity: 'See Activity',
	download: 'Download this copy',
	exportRest: 'Export what is left',
	importHelp:
		'To bring in a backup file, start afresh and choose Settings → Data → Import. The copies on this device stay until you remove them.',
	goOn: 'Go on with what is here',
	startAfresh: 'Start afresh',
	startAsk: 'Start afresh?',
	startHelp:
		'Keepsake begins empty. The copies above are set aside: they are not overwritten, and you find them under Settings → Data.',
	startInPlace: 'The database that cannot be opened is removed.',
	keepNow: 'Make a copy now',
	kept: 'Copied and checked.',
	refused: 'There is far less here than in the last copy, so the copy was not replaced.',
	remove: 'Remove this copy',
	removed: 'The copy is removed.',
	last: ({ at, now }: { readonly at: number; readonly now: number }) =>
		`Last copy ${format.ago(at, { now })}, read back and compared.`,
	help: 'Keepsake keeps checked copies of everything beside the database, in another part of the browser’s storage. They help when the database is damaged; when the browser removes all data of this site, only a backup file does.'
} as const;
