/** Words of where a conversation meets its limits: what takes the room, and what can be done. */
import type { PartWeight } from '#core/prompt/weight/part-weight.ts';
import * as format from '../../format.ts';

export const limits = {
	region: 'What takes up the room',
	/** Both in tokens. */
	part: ({ source, tokens }: PartWeight) => `${format.apart(source)}: ${format.tokens(tokens)}`,
	leaveOut: (source: string) => `Leave out ${format.apart(source)}`,
	open: (path: string) => `Open ${format.apart(path)}`,
	edit: 'Shorten the message',
	split: 'Send the first part',
	without: 'Send without attachments',
	/** Of a message of nothing else. */
	change: 'Change the attachments',
	takenBack: 'The message is deleted. Its attachments are in the composer.',
	splitDone: 'The first part was sent. The rest is in the composer.',
	cannotSplit: 'This message cannot be cut so that its beginning fits.',
	more: (tokens: number) => `${format.tokens(tokens)} more have to go before it fits.`,
	enough: 'That is enough: the message fits now.',
	send: 'Send it now',
	reminder: {
		label: 'Room in this conversation',
		threshold:
			'This conversation has passed the limit at which its preset would summarise earlier messages. Automatic compaction is off, so nothing happens by itself.',
		emergency:
			'This conversation has nearly run out of room: its preset would summarise at once. Automatic compaction is off; without a summary the next messages may not fit.',
		compact: 'Compact now',
		dismiss: 'Dismiss'
	}
} as const;
