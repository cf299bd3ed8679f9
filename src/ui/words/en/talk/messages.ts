/** Words of the conversation above the composer: its messages, their buttons, and what is offered among them. */
import * as format from '../../format.ts';

/** At the end of a sentence. */
const andSays = (says: string): string => (says === '' ? '' : `, and says: ${format.quoted(says)}`);

export const messages = {
	/** Of a message that was kept back without a network, now that there is one. */
	wasOffline:
		'You were offline, so the message was stored and not sent. The network is back: send it now, or answer on this device.',
	showAll: 'Show all',
	showLess: 'Show less',
	transcript: 'Conversation',
	you: 'You',
	assistant: 'Assistant',
	/** Announced by the hidden status. */
	answering: 'Answering',
	complete: 'Answer complete',
	stopped: 'Stopped',
	failed: 'Failed',
	/** Labels in the article of a broken or stopped reply. */
	interrupted: 'Interrupted',
	cutOff: 'Cut off',
	retry: 'Retry',
	continue: 'Continue',
	/** Of a reply that has come, and that the browser could not write. */
	unstored: 'Not stored yet',
	unstoredHelp:
		'This answer could not be stored. It stays here while this tab is open, and storing it is tried again by itself.',
	store: 'Store it now',
	interruptedHelp: 'The connection ended before the answer did. What came is kept.',
	/** An endpoint does not take a file or a message; `says`: its own words, which may be none. */
	refused: {
		file: (
			name: string | undefined,
			{ askedAt, says }: { readonly askedAt: number; readonly says: string }
		) =>
			`The endpoint does not accept ${name === undefined ? 'what is' : `${format.apart(name)},`} attached to your message of ${format.dateTime(askedAt)}${andSays(says)}. Retry sends the rest.`,
		heavy: (
			name: string | undefined,
			{ askedAt, more }: { readonly askedAt: number; readonly more: number }
		) =>
			`The request is larger than the endpoint accepts. Retry leaves out ${name === undefined ? 'what is' : `${format.apart(name)},`} attached to your message of ${format.dateTime(askedAt)}${more === 0 ? '' : `, and ${format.count(more, { one: 'picture or file', other: 'pictures and files' })} after it`}.`,
		message: (askedAt: number, says: string) =>
			`The endpoint does not accept your message of ${format.dateTime(askedAt)}, or its answer${andSays(says)}. Leave it out of the prompt or delete it, then retry.`
	},
	showRefused: 'Show it',
	leftOpenHelp: 'Its tools answered, but it did not go on. Retry continues from what they said.',
	cutOffHelp: 'The model reached its limit for one answer.',
	pausedHelp: 'The model has paused several times without finishing. Continue lets it go on.',
	/** A reason that came after this version was written, or none at all. */
	unknownEndHelp: (reason: string) =>
		`The model ended here${reason === '' ? ' without a reason' : ` for a reason this app does not know (${reason})`}. What came is kept; it may not be whole.`,
	windowFullHelp:
		'The window of the model was full before the answer ended. Continue makes room first, with a summary of earlier messages.',
	actions: {
		copy: 'Copy',
		edit: 'Edit',
		regenerate: 'Regenerate',
		more: 'More actions',
		branch: 'Branch',
		pin: 'Pin',
		remember: 'Remember',
		leaveOut: 'Leave out of prompt',
		offRecord: 'Off the record',
		delete: 'Delete turn',
		seen: 'What the model saw'
	},
	editMessage: 'Edit message',
	penMoved:
		'A copy without the message that you were editing was restored. Your words are in the composer.',
	penAside: 'What you were writing is with the other version of the message.',
	seePen: 'Show it',
	saveAndSend: 'Save and send',
	sendWhenOnline: 'Send when online',
	answerOnDevice: 'Answer on this device',
	waitingForNetwork: 'Will be sent when you are online and this session is open.',
	notSentYet: 'Not sent: the endpoint was out of reach.',
	latest: 'Go to the latest message',
	branches: ({ at, of }: { readonly at: number; readonly of: number }) =>
		`Branch ${format.number(at)} of ${format.number(of)}`,
	previousBranch: 'Previous branch',
	nextBranch: 'Next branch',
	thinking: 'Thinking',
	thoughtHidden: 'Thinking that the provider keeps hidden',
	/** `said`: with which words it was called. */
	tool: (name: string, said = '') =>
		`Tool: ${format.apart(name)}${said === '' ? '' : ` ${format.quoted(said)}`}`,
	/** What each is called with may be empty while the call is still being written. */
	ownTools: {
		recall: (query: string) => (query === '' ? 'Recall' : `Recall: ${format.quoted(query)}`),
		saveMemory: (text: string) =>
			text === '' ? 'Save memory' : `Save memory: ${format.quoted(text)}`,
		readMemory: (path: string) =>
			path === '' ? 'Read memory' : `Read memory: ${format.apart(path)}`,
		editMemory: (path: string) =>
			path === '' ? 'Edit memory' : `Edit memory: ${format.apart(path)}`,
		openTurns: (turns: { readonly from: number; readonly to: number } | null) =>
			turns === null ? 'Open turns' : `Open ${format.turns(turns.from, turns.to)}`
	},
	toolInput: 'Input',
	toolResult: 'Result',
	toDesk: 'Decide about it at the desk',
	toolRunning: 'Running',
	toolFailed: 'Failed',
	/** Many calls of one tool in a row. */
	toolRun: (tool: string, calls: number) => `${tool}: ${format.number(calls)} calls`,
	someFailed: (calls: number) => `Failed: ${format.number(calls)}`,
	empty: 'What shall we think about?',
	emptyHelp:
		'Keepsake is a private assistant. What you write stays in this browser, and nothing reaches a model that you could not read first. Long talks are summarised, never lost; it remembers only what you have accepted.',
	ways: {
		now: 'Now, without a key',
		nowHere: 'Now, on this device',
		nowHelp:
			'It answers with what it finds in your own sessions, notes and imports, on this device. Say “remember that …”, and it puts the line up for your review.',
		withKey: 'With a key of your own',
		withKeyHelp:
			'You talk to a model of your choice. The key stays on this device and goes to its provider and nowhere else.'
	},
	keyWays: { add: 'Add a key', refused: 'Check the key', 'no-model': 'Open Settings' },
	keyWrong: {
		refused: 'The endpoint does not accept the key that is set. Check it, or enter a new one.',
		'no-model':
			'A key is set, but no model is chosen. Test the connection under Settings, or choose a model there.'
	},
	bringIn: 'Bring in chats from ChatGPT, Claude …',
	needsReview:
		'Your message waits. The messages before it need the summary above; read it, then send.',
	useAndSend: 'Use it and send',
	withoutOldest: 'The oldest stay out of this request only; nothing is deleted.',
	sendWithoutOldest: (turns: number) =>
		`Send without the oldest ${format.count(turns, { one: 'turn', other: 'turns' })}`,
	tryNow: 'Try now',
	retryIn: (ms: number) => `Trying again in ${format.duration(ms)}.`,
	turnDeleted: 'Deleted a turn.',
	turnRestored: 'The turn is back.',
	pinned: 'Pinned: it is always sent word for word.',
	unpinned: 'No longer pinned.',
	leftOut: 'Left out of the prompt.',
	takenIn: 'Back in the prompt.',
	/** After what was said to be done: the message itself is not sent any more, but what stands for it is. */
	stillInSummary: (done: string) =>
		`${done} The summary in use stands for it and may still tell of it.`,
	seeSummary: 'Show the summary',
	nowOffRecord: 'Off the record: nothing from it will be remembered.',
	/** `lines`: so many were learnt from it before and stand in memory; what waited has left the desk. */
	offRecordLearnt: (lines: number) =>
		`Off the record: nothing more from it will be remembered. ${format.count(lines, { one: 'line', other: 'lines' })} learnt from it before ${lines === 1 ? 'is' : 'are'} in memory.`,
	seeLearnt: 'Show in memory',
	nowOnRecord: 'On the record again.',
	copied: 'Copied.',
	/** Of a whole reply, tokens. */
	written: (tokens: number) => `${format.tokens(tokens)} written`,
	cost: (dollars: number | null) => `Cost ${format.money(dollars)}`,
	/** What is said of a message, beside its name. */
	isPinned: 'Pinned',
	isLeftOut: 'Not in the prompt',
	isOffRecord: 'Off the record',
	forgotten: 'This message was deleted.',
	unanswered: 'Not answered yet.',
	/** What `/undo` has taken back; `name` is a round, a path or a title. */
	undone: {
		compaction: (name: string) => `Undone: the compaction of round ${format.apart(name)}.`,
		'summary-edit': (name: string) =>
			`Undone: the edit of the summary of round ${format.apart(name)}.`,
		discard: () => 'Undone: the discarded draft waits again.',
		'delete-summary': (name: string) =>
			`Undone: the summary of round ${format.apart(name)} is back.`,
		'delete-turn': () => 'Undone: the deleted turn is back.',
		reset: () => 'Undone: the reset. The session is back.',
		memory: (name: string) => `Undone: the last change of ${format.apart(name)}.`,
		accepted: () => 'Undone: what was accepted waits again.'
	},
	background: ({ model, dollars }: { readonly model: string; readonly dollars: number | null }) =>
		dollars === null
			? `The session is getting long. May summaries be prepared in the background, with calls to ${model} of unknown price?`
			: `The session is getting long. May summaries be prepared in the background, with calls to ${model} of about ${format.money(dollars)} each?`,
	backgroundYes: 'Prepare them',
	backgroundNo: 'Only when one is needed',
	backgroundSet: {
		yes: 'Summaries are prepared before the limit. Change it under Settings, Policy.',
		no: 'No summaries before the limit. Change it under Settings, Policy.',
		undone: 'Undone: you will be asked again when a session gets long.'
	},
	usingTools: 'Using a tool…',
	thinkingOf: 'Waiting for the first words…',
	turnMissing: (turn: number) =>
		`Message ${format.number(turn)} is missing: its archive and the copy of it are damaged on this device. A backup file may still hold it; import it under Settings, Data.`,
	/** Its archive is not known to be damaged. */
	turnUnread: (turn: number) => `Message ${format.number(turn)} could not be read just now.`,
	readAgain: 'Try again',
	earlierLoading: 'Reading…',
	/** From a footnote. */
	noteBack: 'Back to the text',
	/** Titles of quotes that begin with `[!NOTE]` and its like. */
	alerts: {
		note: 'Note',
		tip: 'Tip',
		important: 'Important',
		warning: 'Warning',
		caution: 'Caution'
	},
	/** The title of what an answer folds away without one. */
	folded: 'Details',
	/** Said while all of a long conversation is drawn for paper. */
	printing: 'Preparing all messages for printing…',
	printedPart:
		'The newest messages of this conversation. “Export as HTML”, among the actions of its session, writes a page with all of them.',
	branched: 'A new branch that ends here. What came after is kept in the old one.',
	/** Of the newest message. */
	branchedAtEnd: 'A new branch that goes on from here. The old one stays as it is.',
	backToBranch: 'Back on the previous branch.',
	openSettings: 'Open Settings',
	busy: 'The answer is still being written. Stop it first, or wait.',
	needsReviewShort: 'This message waits',
	needsSummary: 'Your message waits. The messages before it need a summary first.',
	turnsReview: 'Your message waits. After this many turns the preset wants a summary first.',
	roomMade: 'Your message waits. A summary has been put to use since, so it may fit now.',
	sendAsItIs: 'Send as it is',
	prepareSummary: 'Prepare a summary',
	dontSend: 'Do not send it now'
} as const;
