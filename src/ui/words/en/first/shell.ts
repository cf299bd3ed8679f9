/** Words of the frame around every screen, of installing and of updating. */
import * as format from '../../format.ts';

export const shell = {
	name: 'Keepsake',
	skip: 'Skip to content',
	openSessions: 'Open sessions',
	closeSessions: 'Close sessions',
	sidebar: 'Sidebar',
	memory: 'Memory',
	review: (waiting: number) => (waiting === 0 ? 'Review' : `Review (${format.number(waiting)})`),
	archive: 'Archive',
	search: 'Search',
	settings: 'Settings',
	install: 'Install app',
	installed: 'Keepsake is installed.',
	newVersion: 'A new version is ready.',
	reloadToUpdate: 'Reload to update',
	newerData:
		'What is stored here was written by a newer version of Keepsake. Nothing is lost, and nothing is written until you reload to get that version. If you see this again, close all other tabs of Keepsake first, and check that you are online.',
	unanswered:
		'The browser has not opened what is stored here yet. Close other tabs of Keepsake, unless one is writing an answer; if that does not help, restart the browser.',
	updateWaits: 'The new version starts as soon as what is running here is done.',
	framed: 'Keepsake does not run inside other pages. Open it in its own tab.',
	offlineNow: 'You are offline. Everything but asking a model works.',
	notFound: 'There is nothing at this address',
	notFoundHelp: 'It may have been deleted, or the link may be cut short.',
	toStart: 'Go to the latest session',
	notLoaded: 'This page could not be loaded',
	broken: 'Something broke on this page',
	brokenHelp: 'Your data is stored. Reload the page to go on.',
	reload: 'Reload'
} as const;
