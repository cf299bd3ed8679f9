/** Words of files that leave and enter, and of the archive. */
import * as format from '../../../format.ts';

export const files = {
	exportMemory: 'Export memory',
	exportMemoryHelp:
		'Memory exported alone names no session a line came from: brought in elsewhere, its lines count as imported. “Export everything” under Settings keeps their sources.',
	exportEverything: 'Export everything',
	exportVault: 'Export sessions as Markdown',
	exportVaultHelp:
		'The Markdown holds memory and every session as it is on screen, guest and off-the-record ones too. Pictures and other branches are only in “Export everything”.',
	exportPam: 'Export as PAM JSON',
	copyList: 'Copy as a list',
	listCopied: (value: number) =>
		`Copied ${format.count(value, { one: 'line', other: 'lines' })}, without headings and code. Paste ${value === 1 ? 'it' : 'them'} where another assistant takes memories.`,
	/** Nothing was copied, and no file written. */
	noLines: 'Nothing to pass on: no memory file has a line.',
	/** Before anything is restored. `read`: files. */
	salvage: (read: number) =>
		`This looks like a Keepsake backup that is cut off: ${format.count(read, { one: 'file', other: 'files' })} could be read, and what is in ${read === 1 ? 'it' : 'them'} can be restored; everything else is missing. If you have a whole copy of this backup, use that one.`,
	/** In place of the records. */
	salvageRecords:
		'The part that says where memory lines came from, and what was proposed, refused or sent, is missing. Memory lines will count as imported.',
	missingTurns: (value: number) =>
		`${format.count(value, { one: 'turn', other: 'turns' })} missing from the file`,
	/** After what was imported. */
	unfinished: (value: number) =>
		`${format.count(value, { one: 'answer was', other: 'answers were' })} being written when the backup was made: ${value === 1 ? 'it is' : 'they are'} here as interrupted.`,
	branchesMended: (value: number) =>
		`${format.count(value, { one: 'branch', other: 'branches' })} damaged: the turn before ${value === 1 ? 'it' : 'them'} was searched for`,
	/** `sessions` is a list such as “12 of “A walk””. */
	branchesNotKept: ({ sessions, most }: { readonly sessions: string; readonly most: number }) =>
		`Branches left out, because a session keeps ${format.number(most)}: ${sessions}.`,
	branchesOf: ({ value, title }: { readonly value: number; readonly title: string }) =>
		`${format.number(value)} of ${format.quoted(title)}`,
	moreConversations: (value: number) =>
		format.count(value, { one: 'more session', other: 'more sessions' }),
	/** After what was imported. */
	salvaged: 'The backup was cut off: what is missing from it is not here.',
	safetyCopy: 'A safety copy of what is here is made first.',
	passphrase: 'Backup passphrase (optional)',
	passphraseHint:
		'With a passphrase the backup is encrypted. Without the passphrase nobody can open it. The passphrase also opens an encrypted backup that you import.',
	exporting: 'Writing the file…',
	exportStopped: 'Stopped. No file was written.',
	exported: (name: string) => `Exported ${format.apart(name)}.`,
	/** `titles`: of the sessions. */
	damagedArchives: (titles: readonly string[]) =>
		`Damaged here, and so in this file: ${titles.length === 1 ? 'the archive' : 'the archives'} of ${format.listed(titles.map((title) => format.quoted(title)))}. Keep older backups: they may still hold what was said there.`,
	import: 'Import',
	importFile: 'Import file',
	importFolder: 'Import folder',
	importHelp:
		'Backups of Keepsake, memory files and Markdown folders, and sessions of ChatGPT, Claude, Claude Code, pi, Open WebUI, LibreChat, llama.cpp, NextChat, Chatbox and big-AGI: as a zip or as the files in it. Nothing is stored before you have seen the preview.',
	paste: 'Paste memories from another assistant',
	pasteLabel: 'Memories',
	pasteHelp:
		'One to a line, with a date in front or without. Ask the other assistant to list all it remembers about you. Each line waits at the desk for you to decide.',
	pasteRead: 'Show what is in it',
	/** Stands where the name of a file would. */
	pasted: 'Pasted list',
	preview: 'Import preview',
	importNow: 'Import now',
	/** Of a memory file that differs. */
	takesPlace: 'The file replaces the one here, which stays in its history.',
	noneNew: 'Nothing in it is new: an import changes nothing.',
	reading: 'Reading…',
	unreadable: 'Unreadable',
	difference: 'Difference',
	newCount: (value: number) => `${format.number(value)} new`,
	alreadyCount: (value: number) => `${format.number(value)} already there`,
	unreadableCount: (value: number) => `${format.number(value)} unreadable`,
	/** After what was imported. */
	unreadableLeft: (value: number) =>
		`${format.count(value, { one: 'item', other: 'items' })} could not be read, so ${value === 1 ? 'it was' : 'they were'} left out.`,
	/** More than a few. */
	emptyCount: (value: number) =>
		`${format.number(value)} sessions are left alone, because nothing was said in them.`,
	skippedLines: (value: number) =>
		`${format.count(value, { one: 'line', other: 'lines' })} skipped`,
	beyondProposals: ({ most, beyond }: { readonly most: number; readonly beyond: number }) =>
		`At most ${format.number(most)} lines come to the review desk at once. The other ${format.number(beyond)} come when you import the file again.`,
	/** `what` is a list such as “3 sessions and 2 memory files”. */
	imported: ({ what, skipped }: { readonly what: string; readonly skipped: number }) =>
		`Imported ${what}${skipped === 0 ? '.' : `; ${format.count(skipped, { one: 'line', other: 'lines' })} skipped.`}`,
	/** Ways on to what was imported. */
	noKey: 'No file brings a key, and none is set here yet.',
	enterKey: 'Enter your key',
	importedGroup: 'Imported',
	openImported: (sessions: number) => (sessions === 1 ? 'Open it' : 'Open the first of them'),
	openDesk: 'Open review desk',
	writtenSince: (value: number) =>
		`${format.count(value, { one: 'memory file was', other: 'memory files were' })} changed here after the preview and ${value === 1 ? 'stays as it is' : 'stay as they are'}. Import again to see the difference.`,
	missingPictures: (value: number) =>
		`${format.count(value, { one: 'picture is', other: 'pictures are' })} missing: in no file that was chosen, unreadable, or too large.`,
	goneMeanwhile: (value: number) =>
		`${format.count(value, { one: 'file was', other: 'files were' })} changed, moved or taken away meanwhile and could not be read. Choose ${value === 1 ? 'it' : 'them'} again.`,
	importedNothing: 'Imported nothing new: everything was already there.',
	importedNone: 'Imported nothing: nothing in it was chosen.',
	/** Begins as `couldNotImport` does. */
	noSafetyCopy: (reason: string) =>
		`Could not import: a safety copy of what is here could not be made first, so nothing was changed: ${reason}`,
	couldNotImport: (reason: string) => `Could not import: ${reason}`,
	/** The same, where it is the file: it was not begun. */
	couldNotRead: (reason: string) => `Could not import: ${reason} Nothing was changed.`,
	showPassphrase: 'Show passphrase',
	passphraseNeeded: 'Backup passphrase',
	passphraseWrong: 'This passphrase does not open the file.',
	/** Heard where the list comes: other words than stand in it, which are found once. */
	previewReady: 'The file was read. Choose what to import.',
	/** Heard where the field for it comes. */
	sealed: 'The file needs its passphrase.',
	openBackup: 'Open backup',
	importing: 'Importing…',
	/** When something else is chosen meanwhile. */
	importingFirst: 'Importing… The other file was not read: choose it again afterwards.',
	importCutOff:
		'An import did not finish. What it had brought stays; importing the file again brings the rest.',
	importEnded: 'It did not finish; the rest has come since.',
	restLater: 'What it had brought before that stays; importing the file again brings the rest.',
	importStopped: 'You stopped it; what is imported stays. Importing the file again continues.',
	nothingNew: 'nothing new',
	added: 'Added: ',
	removed: 'Removed: ',
	states: {
		new: 'New',
		there: 'Already there',
		changed: 'Differs',
		grown: 'Has gone on',
		forgotten: 'You deleted it',
		unreadable: 'Unreadable',
		'left-alone': 'Left alone'
	},
	/** Leads to what was deleted and is still there. */
	canComeBack: 'It can be brought back under “Recently deleted”.',
	/** Beside a memory file that differs and that nobody has chosen yet. */
	staysUnlessChosen: 'what is here stays unless you tick this',
	/** Of a conversation in a file that is not believed. */
	rulesLeftOut: 'its own rules and pins are left out',
	/** Of a memory file. */
	goneHere: 'deleted or renamed here',
	/** Among the records. */
	refusals: (value: number) =>
		`with ${format.count(value, { one: 'line', other: 'lines' })} not to be remembered`,
	/** Of a conversation that has gone on. */
	reopens: 'archived here, and open again with it',
	/** Of one that is archived in the file, where the archives of the file are left out. */
	openAlone: 'archived in the file, and open here without its archive',
	/** Of a conversation that brings something all the same. */
	staysOut: 'went on differently here: what the file has beyond that is left out',
	/** After what was imported: what goes beyond the words of somebody who went on here. */
	heldBack: (value: number) =>
		`${format.count(value, { one: 'session', other: 'sessions' })} went on differently here: what the file has beyond that was left out.`,
	/** Of a conversation that went on here too. */
	comesBeside: 'went on here too: it comes as a branch beside what is on screen',
	/** After what was imported. */
	beside: (value: number) =>
		`${format.count(value, { one: 'session', other: 'sessions' })} went on here too: what came is a branch beside what is on screen.`,
	reopened: (value: number) =>
		`${format.count(value, { one: 'archived session has', other: 'archived sessions have' })} gone on, and ${value === 1 ? 'is' : 'are'} open again.`,
	formats: {
		'keepsake-backup': 'A backup of Keepsake',
		archive: 'Archives of Keepsake',
		markdown: 'Markdown files',
		memories: 'Memories',
		several: 'Files of several kinds',
		chatgpt: 'Sessions of ChatGPT',
		'claude-ai': 'Sessions of Claude',
		'claude-code': 'Sessions of Claude Code',
		pi: 'Sessions of pi',
		'open-webui': 'Sessions of Open WebUI',
		librechat: 'Sessions of LibreChat',
		'llama-ui': 'Sessions of llama.cpp',
		nextchat: 'Sessions of NextChat',
		chatbox: 'Sessions of Chatbox',
		'big-agi': 'Sessions of big-AGI',
		'markdown-chat': 'Sessions in Markdown'
	},
	reasons: {
		missing: 'it is listed in the backup but not in it.',
		damaged: 'it is damaged. What could be read before the damage is listed.',
		locked:
			'it is locked with a password, or packed in a way this app does not know. Unpack it, and bring in what was in it.',
		gone: 'it was changed, moved or taken away after it was chosen. Choose it again.',
		unusable: 'it is damaged, and none of it can be read. Download or export it once more.',
		'not-expected': 'a file of this name has no place in a backup.',
		encoding: 'it is not UTF-8 text. Save it as UTF-8 and try again.',
		'no-session': 'it does not say which session it belongs to.',
		'newer-version': 'it was made by a newer version of Keepsake. Update the app first.',
		'too-large':
			'it unpacks to more than this app will read. Unpack it, and bring in its parts one by one.',
		'too-large-inside':
			'it is too large to be read inside another zip. Unpack the outer one, and import this file by itself.',
		'too-deep': 'it nests deeper than this app will read.',
		'cut-off':
			'the file ends in the middle. What came before is listed; download it again for the rest.',
		'not-json':
			'it is not valid JSON, perhaps cut off on the way. Download or export it once more.',
		'bad-rows':
			'these rows are not in the form a backup has. They are left out, and the rest is restored.',
		account: 'name and address of the account. None of it is kept here.',
		feedback: 'ratings of answers, which have no place here.',
		shared: 'a list of links you shared. The sessions themselves are read from their own file.',
		empty: 'nothing was said in it.',
		'went-on': 'it went on differently here, and stays as it is here.',
		'older-backup': 'an older backup. The newest of those you chose is restored.',
		'other-kind':
			'no sessions and no memory are read from files of this kind. If one holds something you want here, save it as text (.md or .txt) and import that.',
		'unknown-item': 'it is in no form that Keepsake knows, and is left out.',
		'unknown-items': 'these parts are in no form that Keepsake knows.',
		'nothing-inside': 'there is nothing in it that Keepsake can read.',
		'no-lines': 'no line in it says anything. Put each memory on a line of its own.',
		'sealed-for-key':
			'it is sealed for a key, which no passphrase opens. Open it with the program that sealed it, and import what was in it.',
		'passphrase-needed': 'it is sealed with a passphrase.',
		'wrong-passphrase': 'the passphrase does not open it. Try another one.',
		unknown: 'this is not a format that Keepsake knows.'
	},
	files: (value: number) => format.count(value, { one: 'file', other: 'files' }),
	parts: (value: number) => format.count(value, { one: 'part', other: 'parts' }),
	missingImages: (value: number) =>
		`${format.count(value, { one: 'picture', other: 'pictures' })} missing`,
	branchesLeftOut: ({ value, most }: { readonly value: number; readonly most: number }) =>
		`${format.count(value, { one: 'branch', other: 'branches' })} left out (the first ${format.number(most)} are kept)`,
	hiddenSigns: (value: number) =>
		`${format.count(value, { one: 'hidden character', other: 'hidden characters' })} left out`,
	forgottenLines: (value: number) =>
		`${format.count(value, { one: 'forgotten line', other: 'forgotten lines' })} left out`,
	lines: (value: number) => format.count(value, { one: 'line', other: 'lines' }),
	newTurns: (value: number) =>
		value === 0
			? 'its name, settings, pins, marks or summaries'
			: format.count(value, { one: 'new turn', other: 'new turns' }),
	rows: (value: number) => format.count(value, { one: 'row', other: 'rows' }),
	conversations: { one: 'session', other: 'sessions' },
	grownConversations: {
		one: 'session that has gone on',
		other: 'sessions that have gone on'
	},
	turnWords: { one: 'turn', other: 'turns' },
	memoryFiles: { one: 'memory file', other: 'memory files' },
	proposals: { one: 'line for the review desk', other: 'lines for the review desk' },
	memoriesOf: (name: string) => `Memories in ${format.apart(name)}`,
	archives: 'Archives',
	archiveCount: (value: number) => format.count(value, { one: 'archive', other: 'archives' }),
	records: 'Origins and history of memory, requests as they were sent, and what happened',
	proposedLines: 'Lines for the review desk',
	settingsIn: 'Settings in the file',
	decisions: {
		title: 'Settings that decide what is sent and what passes unread',
		refused: 'Not taken over',
		taken:
			'This profile is restored from the file, so these become yours. Untick them if somebody else made the file.',
		notTaken:
			'The file is not a copy of what is here, so anybody may have written it. Your own settings stay.',
		endpoint: (url: string) => `Messages and memory are sent to ${url}`,
		authHeader: (header: string) => `The key is sent as ${header}`,
		systemText: (text: string) => `The model is told: ${format.quoted(text)}`,
		prompts: (ids: string) => `Prompts of Keepsake’s own requests are rewritten: ${ids}`,
		reviewMemories: {
			ask: 'Every memory line waits for you',
			own: 'Memory lines in your own words pass without review',
			untainted: 'Memory lines pass without review, except those from tools, the web and imports'
		},
		reviewSummaries: {
			ask: 'A summary is used when you say so',
			notify: 'Summaries are used when the limit demands it, without asking',
			auto: 'Summaries are used without asking'
		},
		backgroundDrafts: 'Summaries may be prepared with paid calls nobody pressed a button for',
		agreedModels: (ids: string) => `These models may be paid for without asking: ${ids}`,
		customPresets: (ids: string) => `Compaction presets with instructions of their own: ${ids}`,
		models: (ids: string) => `Windows and prices of models: ${ids}`,
		other: ({ key, value }: { readonly key: string; readonly value: string }) => `${key}: ${value}`
	},
	untitled: 'Untitled',
	chooseAll: 'Choose all',
	chooseNone: 'Choose none',
	turns: (value: number) => format.count(value, { one: 'turn', other: 'turns' })
} as const;
