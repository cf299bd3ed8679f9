/** Words of the base widgets and of text from outside. */
import * as format from '../../format.ts';

export const kit = {
	close: 'Close',
	dismiss: 'Dismiss',
	progress: 'Progress',
	cancel: 'Cancel',
	undo: 'Undo',
	redo: 'Redo',
	forgetNow: 'Forget now',
	notLoaded:
		'Keepsake could not load a part of itself: you are offline, or there is a newer version. Try again when you are online, or reload the page.',
	copyFailed: 'Could not copy. Select the text and copy it by hand.',
	/** Not “Copy …”: that name belongs to the button of the whole message, which stands in the same article. */
	copyCode: 'To clipboard',
	codeCopied: 'Code copied',
	plainCode: 'Text',
	showMore: 'Show more',
	showAll: (rows: number) => `Show all ${format.number(rows)}`,
	newestOnly: 'Show the newest only',
	/** `left`: characters not shown yet. */
	moreLeft: (left: number) => `Show more (${format.bytes(left)} left)`,
	remoteImage: (alternative: string) => (alternative ? `Image: ${alternative}` : 'Image'),
	leaveTitle: (place: string) => `Open ${place}?`,
	leaveHelp:
		'The words of the link did not show this address. It may carry text from this session.',
	leave: 'Open in a new tab',
	unknown: 'unknown',
	loading: 'Loading…'
} as const;
