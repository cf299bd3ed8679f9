/** Words of pins: what always goes word for word. */
import * as format from '../../format.ts';

export const pins = {
	list: 'Pins',
	see: 'See the pins',
	selected: 'Selected text',
	/** Before the words, where more is selected. */
	ofOneMessage: 'Of one message:',
	pinSelection: 'Pin selection',
	rememberSelection: 'Remember selection',
	unpin: (text: string) => `Unpin ${format.quoted(text)}`,
	unpinShort: 'Unpin',
	source: 'Go to the message',
	help: 'Pins are sent word for word with every message of this session, whatever is summarised.',
	/** Of one that was pinned, and why it is not sent all the same. */
	pinnedBut: (why: string) => `Pinned. ${why}`,
	/** Of one that is not sent. */
	absent: {
		'left-out': 'Not sent: its message is left out or deleted.',
		elsewhere: 'Not sent: its message is on another branch.'
	},
	room: {
		fits: (share: number | null) =>
			share === null ? '' : `They take ${format.percent(share)} of what fits.`,
		crowds: (share: number | null) =>
			`They take ${format.percent(share ?? 0)} of what fits, so less of the session is sent, and summaries come sooner.`,
		fills: (share: number | null) =>
			`They take ${format.percent(share ?? 0)} of what fits. Pins are never shortened: when they leave no room for the session, a message is held back and says so, until you unpin some.`
	}
} as const;
