/** Words of the settings that are a choice or a whole number, by the name of the setting. */
import type { WholeSetting } from '#core/setting-bounds.ts';
import type { ChoiceSetting, Settings } from '#core/settings.ts';

interface Label {
	readonly label: string;
	readonly hint?: string;
}

type Labels = Readonly<Record<WholeSetting, Label>> & {
	/** What a person reads for each word, in the order they stand in. */
	readonly [Name in ChoiceSetting]: Label & {
		readonly values: Readonly<Record<Settings[Name], string>>;
	};
};

export const fields: Labels = {
	authHeader: {
		label: 'Send the key as',
		hint: 'Older gateways know only x-api-key.',
		values: { bearer: 'Authorization: Bearer', 'x-api-key': 'x-api-key' }
	},
	thinking: {
		label: 'Thinking',
		values: { adaptive: 'When the answer needs it', off: 'Off' }
	},
	cacheLifetime: {
		label: 'Prompt cache',
		hint: 'How long the provider keeps what was sent at hand, so that the next message costs less. After that the session is read at full price again. An hour costs more to begin with. Never: for servers that refuse the request for it.',
		values: { '5m': 'Five minutes', '1h': 'An hour', never: 'Never' }
	},
	theme: {
		label: 'Appearance',
		values: { system: 'Same as the system', light: 'Light', dark: 'Dark' }
	},
	reviewSummaries: {
		label: 'Review summaries',
		values: {
			ask: 'Ask before a summary is used',
			notify: 'Show it, and use it when the limit demands it',
			auto: 'Use it when it is ready'
		}
	},
	reviewMemories: {
		label: 'Review memories',
		values: {
			ask: 'Everything waits for me',
			own: 'My own words pass',
			untainted: 'All pass except tools, web and imports'
		}
	},
	backgroundDrafts: {
		label: 'Prepare summaries in the background',
		hint: 'Costs a call before you need it, and saves the wait when you do. This includes notes before an automatic reset.',
		values: {
			'not-asked': 'Not decided: nothing is prepared',
			yes: 'Yes',
			no: 'No: at the limit only'
		}
	},
	resetPolicy: {
		label: 'Reset policy',
		hint: 'A reset archives the session, notes what should be remembered, and starts afresh. An automatic one asks a model for these notes only where summaries may be prepared in the background, and only for the latest session or one used within the week; otherwise your own sentences are searched, at no cost.',
		values: { manual: 'Only by hand', daily: 'Every day', idle: 'After a pause' }
	},
	resetHour: { label: 'Reset hour', hint: 'Local time, 0 to 23. For “Every day”.' },
	idleMinutes: { label: 'Idle minutes', hint: 'For “After a pause”.' },
	noteDays: {
		label: 'Earlier daily notes in the prompt',
		hint: 'Today’s note is sent, and those of this many days before it.'
	},
	noteKinds: {
		label: 'Daily notes go to',
		hint: 'MEMORY.md goes to your own sessions only, never to a guest.',
		values: {
			all: 'All sessions',
			main: 'Your sessions, no guests',
			guest: 'Guest sessions only',
			none: 'No session'
		}
	},
	memoryBudget: {
		label: 'Memory file budget (tokens)',
		hint: 'When a file weighs more, a clean-up is offered. Nothing is cut automatically.'
	},
	ledgerDays: {
		label: 'Keep sent requests (days)',
		hint: 'The list of what was sent, with its content. Older entries are removed.'
	},
	forgetAfterHours: {
		label: 'Forget deleted things after (hours)',
		hint: '0 forgets them within a minute.'
	},
	coolAfterDays: {
		label: 'Keep summarised messages at hand (days)',
		hint: 'After that they are kept only in a checked archive, about a third of the size; you read and search them as before. 0: always at hand.'
	},
	backupEvery: {
		label: 'Back up',
		values: {
			never: 'Only by hand',
			daily: 'Every day',
			weekly: 'Every week',
			monthly: 'Every month'
		}
	}
};
