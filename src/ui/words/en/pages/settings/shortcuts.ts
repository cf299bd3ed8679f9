/** Words of the dialog of keyboard shortcuts. */

export const shortcuts = {
	title: 'Keyboard shortcuts',
	groups: { everywhere: 'Everywhere', composer: 'Composer', desk: 'Review desk' },
	send: 'Send',
	lineBreak: 'New line',
	newChat: 'New chat',
	palette: 'Search and commands',
	focusComposer: 'Go to the composer',
	shortcuts: 'Keyboard shortcuts',
	print: 'Print the whole conversation',
	escape: 'Close what is open, else stop the answer',
	editLast: 'Edit the last message (in an empty composer)',
	deskNext: 'Next item',
	deskPrevious: 'Previous item',
	deskAccept: 'Accept',
	deskEdit: 'Edit',
	deskReject: 'Reject',
	deskSelect: 'Select',
	deskUndo: 'Undo',
	singleOff: 'Single letters are switched off under Settings.'
} as const;
