/** Words inside the messages of a conversation, behind those that are there from the beginning. */

export const messages = {
	showAll: 'Show all',
	showLess: 'Show less'
} as const;
