/** Words of the settings page: headings, fields, values. */
import * as format from '../format.ts';

export const settings = {
	title: 'Settings',
	saved: 'Saved',
	headings: {
		provider: 'Provider',
		key: 'Key',
		policy: 'Policy',
		privacy: 'Privacy',
		data: 'Data',
		activity: 'Activity'
	},
	endpoint: 'API endpoint',
	endpointHint: 'Any server that speaks the Messages API. A change clears the key.',
	endpointProblem: 'This is not an address of a server. It begins with https:// or http://.',
	endpointChanged: 'Endpoint changed. The key of the old one was cleared.',
	authHeader: 'Key header',
	key: 'API key',
	keySet: 'Key set',
	noKey: 'No key',
	keyLocked: 'Key locked',
	keyGoesTo: (origin: string) => `Goes to ${origin} and nowhere else.`,
	keep: 'Keep the key',
	keepValues: {
		tab: 'Until this tab closes',
		device: 'On this device, not protected',
		passphrase: 'On this device, with a passphrase'
	},
	keepHints: {
		tab: 'Held in memory only.',
		device: 'Anyone who can read the files of this browser can read the key.',
		passphrase: 'Asked for once after each start and after each lock.'
	},
	passphrase: 'Passphrase',
	passphraseShort: 'Take at least twelve characters.',
	unlock: 'Unlock',
	wrongPassphrase: 'This passphrase does not open the key.',
	forgetKey: 'Forget key',
	keyForgotten: 'The key is forgotten.',
	lockNow: 'Lock now',
	locked: 'Locked.',
	test: 'Test connection',
	testing: 'Asking the endpoint…',
	testWorks: (host: string) => `${host} answers and accepts the key.`,
	model: 'Model',
	modelHint: 'The default of all sessions that have no model of their own.',
	window: 'Context window (tokens)',
	maxOutput: 'Maximum output (tokens)',
	unknown: 'unknown',
	price: 'Price',
	preset: 'Compaction preset',
	presets: {
		recommended: 'Recommended',
		gsv: 'GSV',
		'two-phase': 'Two-phase',
		rounds: 'Rounds',
		'spec-008': 'Spec 008',
		'single-shot': 'Single shot'
	},
	automatic: 'Automatic compaction',
	automaticHint: 'Earlier messages are summarised before the window is full.',
	reviewSummaries: 'Review summaries',
	reviewSummariesValues: {
		ask: 'Ask before a summary is used',
		notify: 'Show it, and use it when the limit demands it',
		auto: 'Use it when it is ready'
	},
	reviewMemories: 'Review memories',
	reviewMemoriesValues: {
		ask: 'Everything waits for me',
		own: 'My own words pass',
		untainted: 'All pass but tools, web and imports'
	},
	resetPolicy: 'Reset policy',
	resetPolicyValues: { manual: 'Only by hand', daily: 'Every day', idle: 'After a pause' },
	resetHour: 'Reset hour',
	idleMinutes: 'Idle minutes',
	backgroundDrafts: 'Prepare summaries in the background',
	contextCap: 'Context cap (tokens)',
	thinking: 'Thinking',
	systemText: 'System text',
	prompts: 'Prompts of our own requests',
	promptReset: 'Back to the original',
	theme: 'Appearance',
	themes: { system: 'Like the system', light: 'Light', dark: 'Dark' },
	singleKeys: 'Single-letter keys on the review desk',
	ledgerDays: 'Keep sent requests (days)',
	ledger: 'Sent requests',
	storage: 'Storage',
	used: ({ used, quota }: { readonly used: number; readonly quota: number | null }) =>
		quota === null ? format.bytes(used) : `${format.bytes(used)} of ${format.bytes(quota)}`,
	persisted: 'The browser keeps this data until you delete it.',
	notPersisted: 'The browser may delete this data when space is short.',
	persist: 'Ask the browser to keep it',
	eraseEverything: 'Erase everything',
	eraseHelp:
		'Removes all sessions, memory, archives, settings and the key from this browser. Exports you made are not touched.',
	workerPolicy: {
		header: 'The worker that talks to the endpoint is confined by the browser.',
		wrapper:
			'The worker that talks to the endpoint confines itself; reload once to add the browser’s own wall.'
	},
	version: (name: string) => `Version ${name}`,
	noActivity: 'Nothing has happened yet.'
} as const;
