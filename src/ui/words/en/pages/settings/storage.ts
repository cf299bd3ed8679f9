/** Words of the room that is taken, and of making some. */
import * as format from '../../../format.ts';

export const storage = {
	unkept:
		'The browser cannot keep what is half written: a crash would lose it. Messages are sent and stored as before.',
	notInstalled: 'Keepsake is not installed as an app.',
	sevenDays:
		'Safari removes what a website has stored when you use the browser on seven days without visiting the site. An app on the home screen or in the Dock is exempt: install Keepsake, or keep backups.',
	byKind: 'What takes up the room',
	kinds: {
		conversations: 'Sessions',
		archives: 'Archives',
		requests: 'Requests as they were sent',
		memory: 'Memory and its history',
		index: 'Search index',
		copies: 'Copies on this device'
	},
	size: (bytes: number) => format.bytes(bytes),
	measure: 'Show what takes up the room',
	free: 'Free up space',
	freeNow: 'Free up now',
	freeCool: (turns: number) =>
		`Keep ${format.count(turns, { one: 'turn', other: 'turns' })} in archives only. They stay readable and searchable as before.`,
	freeRequests: (requests: number) =>
		`Forget ${format.count(requests, { one: 'request', other: 'requests' })} sent more than a week ago, with their content. The sessions stay.`,
	freeAside: ({
		asideCopies,
		asideBytes
	}: {
		readonly asideCopies: number;
		readonly asideBytes: number;
	}) =>
		`Remove ${format.count(asideCopies, { one: 'copy', other: 'copies' })} set aside after a loss or a restore (${format.bytes(asideBytes)}). They cannot be brought back.`,
	freeIndex: (bytes: number) =>
		`Remove the search index (${format.bytes(bytes)}). It is made again at the next search, which then takes longer.`,
	nothingToFree: 'There is nothing that could be removed without loss.'
} as const;
