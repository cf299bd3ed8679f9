/** Words of the base widgets and of text from outside. */
import * as format from '../format.ts';

export const kit = {
	close: 'Close',
	dismiss: 'Dismiss',
	cancel: 'Cancel',
	save: 'Save',
	undo: 'Undo',
	redo: 'Redo',
	copy: 'Copy',
	copied: 'Copied',
	copyFailed: 'Could not copy. Select the text and copy it by hand.',
	copyCode: 'Copy code',
	codeCopied: 'Code copied',
	plainCode: 'Text',
	showMore: 'Show more',
	/** `left`: characters not shown yet. */
	moreLeft: (left: number) => `Show more (${format.bytes(left)} left)`,
	remoteImage: (alternative: string) => (alternative ? `Image: ${alternative}` : 'Image'),
	unknown: 'unknown',
	loading: 'Loading…',
	taskDone: 'Done',
	taskOpen: 'Not done'
} as const;
