import { words } from '../words/all-words.ts';

/** The keys of the app as a table: what the dialog shows. */

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How the Mod key is named here. */
export const modLabel = isApple ? '⌘' : 'Ctrl';

export interface ShortcutGroup {
	readonly title: string;
	/** Single letters, which can be switched off. */
	readonly isSingle: boolean;
	readonly keys: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

const { shortcuts: keys } = words;

/** @param enterSends Enter in the composer sends, and does not break the line. */
export const shortcutsWhere = ({
	enterSends
}: {
	readonly enterSends: boolean;
}): readonly ShortcutGroup[] => [
	{
		title: keys.groups.everywhere,
		isSingle: false,
		keys: [
			{ keys: ['Mod', 'Shift', 'O'], does: keys.newChat },
			{ keys: ['Mod', 'K'], does: keys.palette },
			{ keys: ['Shift', 'Esc'], does: keys.focusComposer },
			{ keys: ['Mod', '/'], does: keys.shortcuts },
			{ keys: ['Mod', 'P'], does: keys.print },
			{ keys: ['Esc'], does: keys.escape }
		]
	},
	{
		title: keys.groups.composer,
		isSingle: false,
		keys: [
			{ keys: enterSends ? ['Enter'] : ['Mod', 'Enter'], does: keys.send },
			{ keys: enterSends ? ['Shift', 'Enter'] : ['Enter'], does: keys.lineBreak },
			{ keys: ['↑'], does: keys.editLast }
		]
	},
	{
		title: keys.groups.desk,
		isSingle: true,
		keys: [
			{ keys: ['j'], does: keys.deskNext },
			{ keys: ['k'], does: keys.deskPrevious },
			{ keys: ['a'], does: keys.deskAccept },
			{ keys: ['e'], does: keys.deskEdit },
			{ keys: ['x'], does: keys.deskReject },
			{ keys: ['s'], does: keys.deskSelect },
			{ keys: ['u'], does: keys.deskUndo }
		]
	}
];
