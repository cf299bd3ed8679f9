/** Words of the fields of a preset: a name, and a sentence that explains it. */

interface Label {
	readonly label: string;
	readonly help: string;
}

/** By path, as core names the fields. */
export const fields: Readonly<Record<string, Label>> = {
	'threshold.kind': {
		label: 'Limit',
		help: 'How the point is found at which earlier messages are summarised.'
	},
	'threshold.draft': {
		label: 'Draft at',
		help: 'From this share of usable on, a summary is prepared in the background.'
	},
	'threshold.apply': {
		label: 'Summary needed at',
		help: 'At this share of usable a summary is needed before the next message goes out.'
	},
	'threshold.reserve': {
		label: 'Reserve (tokens)',
		help: 'This much of the window stays free for the answer and what tools return.'
	},
	'threshold.idle': {
		label: 'While you are away, above',
		help: 'Above this share of the window a session is compacted while nobody uses it.'
	},
	'threshold.emergency': {
		label: 'Emergency above',
		help: 'Above this share of the window it is compacted at once, although somebody is waiting.'
	},
	'threshold.minutes': {
		label: 'Idle after (minutes)',
		help: 'Without a message for this long, a session counts as idle.'
	},
	'threshold.system': {
		label: 'Reserve for the system text (tokens)',
		help: 'Taken off the window before the share is computed.'
	},
	'threshold.output': {
		label: 'Reserve for the answer (tokens)',
		help: 'Taken off the window before the share is computed.'
	},
	'threshold.safety': {
		label: 'Safety margin (tokens)',
		help: 'Taken off the window before the share is computed, because counting is not exact.'
	},
	'threshold.share': {
		label: 'Needed at, of what is left',
		help: 'A summary is needed when the prompt fills this share of what the three reserves leave.'
	},
	'threshold.tokens': {
		label: 'Limit (tokens)',
		help: 'A summary is needed at this size, whatever the window; 0 switches it off, so that only turns count.'
	},
	afterTurns: {
		label: 'Or after (turns)',
		help: 'Once you have sent this many messages since the last summary, the next one needs a summary too, however little they weigh. What stays word for word is not touched. Empty: only the size counts.'
	},
	comparison: {
		label: 'The limit counts',
		help: 'Whether a prompt of exactly that size is compacted already.'
	},
	counter: {
		label: 'Counting',
		help: 'How the size is found that is compared with the limit.'
	},
	target: {
		label: 'Aim at',
		help: 'After a compaction the prompt takes at most this share of usable; it must stay well below the limit.'
	},
	'guard.kind': {
		label: 'Nothing to do',
		help: 'When a session is left alone although its limit is reached.'
	},
	'guard.atMost': {
		label: 'At most this many messages',
		help: 'A session with no more messages than this is left alone.'
	},
	recount: {
		label: 'Weighing afterwards',
		help: 'How the prompt is weighed once a summary is in it.'
	},
	madeFor: {
		label: 'Made for a window of (tokens)',
		help: 'Reserves and other fixed sizes larger than a tenth of the window are scaled from this one.'
	},
	'keep.kind': {
		label: 'Stays word for word',
		help: 'What of the newest messages no summary replaces. The newest message of yours always stays.'
	},
	'keep.messages': { label: 'Messages', help: 'This many of the newest messages stay.' },
	'keep.share': {
		label: 'Share',
		help: 'The newest messages up to this share stay, where that is more.'
	},
	'keep.atMost': {
		label: 'At most',
		help: 'Never more than this share of usable, however many messages that leaves.'
	},
	'keep.tokens': { label: 'Tokens', help: 'The newest messages stay, up to this size.' },
	'keep.turns': {
		label: 'Answered turns',
		help: 'This many of the newest answers stay, with their questions.'
	},
	reading: {
		label: 'Read as',
		help: 'Inside the session its model reads what its provider holds in its cache, at a fraction of the price. Turns off the record, and what does not fit, are read as a transcript.'
	},
	summariser: {
		label: 'Written by',
		help: 'Which model writes the summary from a transcript. The cheap one is the newest listed Haiku.'
	},
	'asked.form': {
		label: 'Form of the summary',
		help: 'Which sections are asked for; an answer without them is not accepted.'
	},
	'asked.words': {
		label: 'Instructions of your own',
		help: 'They go to the model in place of ours, and sections are then not checked. Empty: ours, which can be changed under Privacy.'
	},
	'asked.budget': {
		label: 'Length (tokens)',
		help: 'How long the summary should be. Empty: 4 % of usable, 400 to 3,000.'
	},
	'asked.maxTokens': {
		label: 'Room for the answer (tokens)',
		help: 'The most a call may write. A model that thinks first does so within this: it gets 3,000 more, and never less than that and the length. Empty: the length, memory lines and some thinking.'
	},
	'asked.temperature': {
		label: 'Temperature',
		help: 'Sent only to models that still take it. Empty: left out.'
	},
	'chunks.kind': {
		label: 'Reading',
		help: 'Whether the messages are read in one piece or in parts, each knowing the summary so far.'
	},
	'chunks.share': {
		label: 'Part, as a share',
		help: 'One part takes at most this share of the window of the model that writes.'
	},
	'chunks.tokens': {
		label: 'Part (tokens)',
		help: 'One part is at most this long. Empty: only the share counts.'
	},
	ladder: {
		label: 'When it fails',
		help: 'What is tried, from top to bottom. After the last the session stays as it is.'
	},
	'form.role': {
		label: 'Said by',
		help: 'In whose name the summary is in the prompt. The endpoint allows no system text in the middle: it is sent as yours.'
	},
	'form.mark': {
		label: 'First line',
		help: 'Goes above the summary, which then has no first request beside it. Empty: your first request is there word for word. A fence says in both cases that it is for reference, and the newest message decides.'
	},
	'form.lastRequest': {
		label: 'Last request',
		help: 'Whether “Last request from user was: …” follows the summary.'
	},
	anchors: {
		label: 'List of names',
		help: 'Names, paths, numbers and dates from the summarised messages go beside the summary, collected without a model.'
	},
	memory: {
		label: 'Memory lines',
		help: 'When lasting facts are looked for. They wait at the review desk.'
	},
	flush: {
		label: 'Ask what to remember first',
		help: 'Shortly before the limit the model of the session is asked once to save what should last. A paid call.'
	},
	'flush.distance': {
		label: 'This long before the limit (tokens)',
		help: 'The question comes when the prompt is this close to the limit.'
	},
	'flush.silentWord': {
		label: 'Silent word',
		help: 'A reply of exactly this word says that there is nothing to add; anything else is noted under Activity.'
	},
	'pruning.kind': {
		label: 'Old tool results',
		help: 'What happens to long results of tools in later requests. What is stored stays whole, and recall finds it.'
	},
	'pruning.keepLast': {
		label: 'Stay whole (answers)',
		help: 'Results that belong to this many of the newest answers are not touched.'
	},
	'pruning.over': {
		label: 'Longer than (characters)',
		help: 'Only longer results are shortened.'
	},
	'pruning.head': { label: 'Beginning (characters)', help: 'This much of the beginning stays.' },
	'pruning.tail': { label: 'End (characters)', help: 'This much of the end stays.' },
	'pruning.clearAfter': {
		label: 'Cleared after (answers)',
		help: 'Results older than this many answers are left out altogether.'
	},
	'pruning.when': {
		label: 'Shortened',
		help: 'Changing what was sent before costs the provider’s cache, while it is warm.'
	}
};

/** Of fields that are chosen, by path and value. */
export const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'threshold.kind': {
		'of-usable': 'By size: one point to prepare a summary, one that needs it',
		'window-minus': 'When only a reserve of the window is left',
		'of-window': 'By size: one point while you are away, one for an emergency',
		'of-rest': 'When most of the window behind three reserves is full',
		absolute: 'At a fixed number of tokens'
	},
	reading: {
		transcript: 'A transcript, in a request of its own',
		'inside-when-warm': 'Inside the session while the cache is warm, else a transcript',
		inside: 'Inside the session'
	},
	comparison: { '>=': 'when it is reached', '>': 'when it is exceeded' },
	counter: {
		calibrated: 'As exactly as possible: the provider’s count, then our estimate',
		'reported-or-json': 'The provider’s count; without one, a generous guess from the length',
		'quarter-rounded-up': 'A rough guess: four characters a token, and 2 tokens a message',
		'quarter-rounded-down': 'A rough guess: four characters a token'
	},
	'guard.kind': {
		gain: 'when a summary would free nothing',
		messages: 'while there are only a few messages'
	},
	recount: {
		'count-tokens': 'The provider counts, at no cost',
		'next-usage': 'The next answer tells',
		estimate: 'Our estimate'
	},
	'keep.kind': {
		'messages-or-usable': 'Messages or a share of usable, whichever is more',
		'messages-or-window': 'Messages or a share of the window, whichever is more',
		tokens: 'The newest tokens',
		messages: 'A number of messages',
		'assistant-turns': 'A number of answered turns',
		nothing: 'Nothing but the newest message'
	},
	'asked.form': {
		recommended: 'Seven sections, requests with their status, and memories',
		gsv: 'A narrative, and memories',
		'two-phase': 'A narrative',
		rounds: 'Six sections with a round number',
		'spec-008': 'Four groups of bullets',
		'single-shot': 'Seven sections'
	},
	'chunks.kind': { one: 'In one piece', rolling: 'In parts' },
	'form.role': { user: 'You', assistant: 'The assistant', system: 'The system' },
	'form.lastRequest': {
		always: 'always',
		unanswered: 'while it is unanswered',
		never: 'never'
	},
	memory: {
		'same-call': 'With the summary, in one call',
		before: 'In a call of its own, before the summary',
		flush: 'By the question before it',
		none: 'Not at all'
	},
	'pruning.kind': {
		none: 'Stay as they are',
		trim: 'Beginning and end stay, later they are cleared',
		mask: 'Replaced by a note'
	},
	'pruning.when': {
		always: 'with every request',
		epoch: 'once the cache is cold, or lost anyway'
	},
	ladder: {
		full: 'The whole stretch',
		'smaller-chunks': 'The same model, in smaller parts',
		'cheaper-model': 'Another model, in smaller parts',
		partial: 'What was read so far',
		extractive: 'Your own words, picked by code',
		placeholder: 'A note that something was there'
	}
};
