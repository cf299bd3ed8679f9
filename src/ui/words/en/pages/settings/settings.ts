/** Words of the settings page: headings, fields, values. */
import type { Erasable } from '#core/erased.ts';
import * as format from '../../../format.ts';
import { fields } from './fields.ts';
import { policy } from './policy.ts';

const erasable: Readonly<Record<Erasable, string>> = {
	sessions: 'sessions, memory, archives and settings',
	key: 'the key',
	unsent: 'unsent text',
	index: 'the search index',
	copies: 'copies on this device',
	app: 'the app itself'
};

export const settings = {
	title: 'Settings',
	contents: 'On this page',
	saving: 'Saving…',
	saved: 'Saved',
	notSaved: (why: string) =>
		`Not saved, but kept here while Keepsake is open; it is tried again when you leave the field. ${why}`,
	notStored: 'Not saved',
	backToSaved: 'Back to what is saved',
	headings: {
		provider: 'Provider',
		key: 'Key',
		display: 'Display and keyboard',
		policy: 'Policy',
		privacy: 'Privacy',
		data: 'Data',
		activity: 'Activity'
	},
	fields,
	/** Other words by which the palette finds a part. */
	known: {
		provider: 'model server gateway',
		key: 'api token login',
		display: 'theme dark mode shortcuts enter',
		policy: 'summary compaction memory',
		'system-text': 'system prompt instructions persona',
		data: 'delete erase import export storage',
		backups: 'copy folder restore'
	},
	endpoint: 'API endpoint',
	endpointHint: 'Any server that speaks the Messages API. A change clears the key.',
	endpointProblem: 'This is not an address of a server. It begins with https:// or http://.',
	endpointSecret:
		'Leave user name and password out of the address; the key has a field of its own.',
	endpointQuery:
		'What follows the question mark is not sent. Leave it out, or put a gateway in between that adds it.',
	endpointNumber: (name: string | null) =>
		`An IPv6 address cannot be called from here: browsers have no rule that lets this app reach that one address and nothing else. Write ${name ?? 'the name of the server or its IPv4 address'} instead.`,
	endpointReset: 'Back to Anthropic',
	key: 'API key',
	keyHint: (host: string) =>
		`Goes to ${host} and nowhere else. Use one with a spending limit of its own.`,
	getKey: 'Get one at platform.claude.com',
	toChat: 'Back to the chat',
	keySet: 'Key set',
	noKey: 'No key',
	keyLocked: 'Key locked',
	keep: 'Keep the key',
	keepValues: {
		'until-closed': 'Until this tab closes',
		unprotected: 'On this device, not protected',
		passphrase: 'On this device, with a passphrase'
	},
	keepHints: {
		'until-closed': 'Held in memory only. Best on a device that others use too.',
		unprotected: 'Anyone who can read the files of this browser can get at it.',
		passphrase:
			'Asked for after each start, after each lock, and after a quarter of an hour without a call. As strong as the passphrase is.'
	},
	passphrase: 'Passphrase',
	passphraseShort: 'Use at least twelve characters.',
	lockedKeyStays:
		'A key is locked here. Unlock it with its passphrase; or press Forget key first, then enter the new one.',
	keyNeedsHttps:
		'This page was not loaded over https, so no key can be sealed and none was taken. Open Keepsake over https or at localhost.',
	passphraseNew: 'Nobody can recover it. If you lose it, forget the key here and enter it again.',
	passphraseWaits: 'Until there is a passphrase, the key is kept as before.',
	opensHere: 'Your key is locked. Its passphrase opens it, and the model can answer.',
	unlock: 'Unlock',
	unlocking: 'Unlocking…',
	wrongPassphrase: 'This passphrase does not open the key.',
	forgetKey: 'Forget key',
	keyForgotten: 'The key is forgotten.',
	lockNow: 'Lock now',
	locked: 'Locked.',
	test: 'Test connection',
	testing: 'Asking the endpoint…',
	/** A browser does not tell a server that is away from one that does not let pages call it (CORS), nor from one it does not let a page call. */
	unreached: ({ host, endpoint, origin }: Record<'host' | 'endpoint' | 'origin', string>) =>
		`Keepsake cannot reach ${host}. Check the address above, and that the server is running. ${origin.startsWith('https:') && /^http:\/\/(?!localhost\b|127\.|\[::1])/.test(endpoint) ? 'This page was loaded over https: a browser lets it call http:// addresses of other devices only where you allow it to reach the local network, and some never do. An https:// address works everywhere. ' : ''}If it runs, it may not let this page call it (CORS): it has to allow the origin ${origin} (for Ollama: OLLAMA_ORIGINS) with the headers authorization or x-api-key, and content-type. If it accepts only x-api-key, choose that above.`,
	/** Behind what is said of an address that is no Messages API. */
	otherApi:
		'It has to accept messages as Anthropic’s API does (/v1/messages); one that speaks only OpenAI’s cannot answer.',
	testWorks: ({
		host,
		models,
		withKey
	}: {
		readonly host: string;
		readonly models: readonly string[];
		readonly withKey: boolean;
	}) =>
		models.length === 0
			? `${host} answers. It lists no models: type the id of the one you want under Model.`
			: `${host} answers${withKey ? ' and accepts the key' : ''}. It lists ${format.count(models.length, { one: 'model', other: 'models' })}.`,
	model: 'Model',
	modelHint: 'The default of all sessions that have none of their own. Any id may be typed.',
	modelNone: 'While this is empty, Keepsake answers on this device, from your own words.',
	limitsOf: (name: string) => `Limits and prices of ${format.apart(name)}`,
	onDeviceLimits: 'These belong to On-device recall and cannot be changed.',
	window: 'Context window (tokens)',
	maxOutput: 'Maximum output (tokens)',
	by: {
		api: 'As the endpoint says',
		user: 'Entered by you',
		unknown: 'Unknown: the endpoint does not say'
	},
	prices:
		'Dollars per million tokens. What is left empty counts as unknown, never as free; reading from the cache and writing to it (unless for an hour) then count as input.',
	price: {
		input: 'Input price',
		output: 'Output price',
		cacheRead: 'Cache read price',
		cacheWrite: 'Cache write price',
		cacheWriteHour: 'Cache write price for an hour'
	},
	priceStep: 'Price step (tokens)',
	priceStepHint: 'Above this prompt size the provider charges more. Keepsake stays below it.',
	dayLimit: 'Spend at most (US dollars a day)',
	dayLimitHint:
		'Over all models, from midnight on. At the limit nothing more is sent; a call that has begun is finished. Calls whose price is unknown are not counted, and servers on this device or in its network are never held back. Empty: no limit.',
	notWhole: 'Enter a whole number.',
	notNumber: 'Enter a number, 0 or more.',
	atLeast: (least: number) => `Enter at least ${format.number(least)}.`,
	between: ({ least, most }: { readonly least: number; readonly most: number }) =>
		`Enter a number from ${format.number(least)} to ${format.number(most)}.`,
	...policy,
	contextCap: 'Context cap (tokens)',
	contextCapHint: 'No prompt grows beyond this, whatever the window. Empty: no cap.',
	thinkingAlways: (model: string) =>
		`${model} cannot work without thinking: “Off” changes nothing for it.`,
	systemText: 'System text',
	systemTextHint: 'The first thing in each chat request. Memory and pins follow it.',
	back: 'Back to the original',
	ownText: 'changed by you',
	leaving: 'What leaves this device',
	leavingHosts: (host: string) =>
		`Chat requests go to ${host}, straight from this browser. Each holds what the prompt inspector lists: system text, memory files, pins, the summary, recent messages and what you send.`,
	leavingOwn:
		'Summaries, notes before a reset and questions about the models of the endpoint go to the same place. Every request that holds anything of yours is listed below, under Activity.',
	leavingNothing:
		'There is no server of ours, no account and no statistics. Everything else stays in this browser until you export it.',
	leavingDevice: {
		none: 'Right now nothing leaves: Keepsake answers on this device until a key and a model are set.',
		'own-model':
			'New sessions are answered on this device and nothing of them leaves. A session with a model of its own sends to that.'
	},
	enterSends: 'Enter sends the message',
	enterSendsHelp: (mod: string) => `Off: Enter starts a new line, and ${mod}+Enter sends.`,
	singleKeys: 'Single-letter keys on the review desk',
	workerPolicy: {
		header: 'The browser confines the worker that talks to the endpoint to that one address.',
		wrapper:
			'The part that talks to the endpoint calls that one address only. Reload once, and the browser enforces it too.'
	},
	files: 'Files',
	stop: 'Stop',
	storage: 'Storage',
	used: ({ used, quota }: { readonly used: number; readonly quota: number | null }) =>
		quota === null
			? `${format.bytes(used)} in use.`
			: `${format.bytes(used)} in use, of ${format.bytes(quota)} the browser allows.`,
	persisted: 'The browser keeps this until you delete it.',
	notPersisted: 'The browser may delete this when space is short.',
	keepUntold:
		'This browser does not say whether it may delete this when space is short: keep backups.',
	persist: 'Ask the browser to keep it',
	persistRefused:
		'The browser did not agree. Installing the app, or using it for some days, helps.',
	installTitle: 'App',
	installHow:
		'To install Keepsake, choose “Install” or “Add to Home Screen” in the menu of your browser.',
	installSafari:
		'On an iPhone or iPad: open the share menu and choose “Add to Home Screen”. In Safari on a Mac: “Add to Dock” in the File menu. Install first and enter the key afterwards, because the installed app has storage of its own. What is already here comes along if you export everything here and import it there.',
	erase: 'Erase everything',
	eraseHelp:
		'Removes all sessions, memory, archives, settings and the key from this browser. Exports you made are not touched.',
	eraseAsk: 'Erase everything?',
	eraseLast:
		'This cannot be undone. What the browser has written to disk may be readable there for a while; only encryption of the disk protects against that.',
	eraseNow: 'Erase now',
	eraseBusy:
		'A copy is being made or restored, so nothing is erased yet. Close other tabs of Keepsake, then try again.',
	eraseLeft: (left: readonly Erasable[]) =>
		`The browser has removed everything but ${format.listed(left.map((what) => erasable[what]))}. Close other tabs of Keepsake and try again; if that does not help, reload this page and erase again.`,
	version: (name: string) => `Version ${format.apart(name)}`
} as const;
