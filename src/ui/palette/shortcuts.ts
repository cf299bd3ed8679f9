import { isApple } from '../kit/letter-of.ts';
import { words } from '../words/all-words.ts';
import type { Shortcut } from './shortcut-of.ts';

/** The keys of the app as a table: what the dialog shows. */

/** How the Mod key is named here. */
export const modLabel = isApple() ? '⌘' : 'Ctrl';

interface ShortcutLine {
	readonly keys: readonly string[];
	readonly does: string;
}

interface ShortcutGroup {
	readonly title: string;
	/** Single letters, which can be switched off. */
	readonly isSingle: boolean;
	readonly keys: readonly ShortcutLine[];
}

const { shortcuts: keys } = words;

/** Those that the frame takes, and the browser's own for printing. */
const everywhere: Readonly<Record<Shortcut | 'print', ShortcutLine>> = {
	'new-chat': { keys: ['Mod', 'Shift', 'O'], does: keys.newChat },
	palette: { keys: ['Mod', 'K'], does: keys.palette },
	'focus-composer': { keys: ['Shift', 'Esc'], does: keys.focusComposer },
	shortcuts: { keys: ['Mod', '/'], does: keys.shortcuts },
	print: { keys: ['Mod', 'P'], does: keys.print },
	escape: { keys: ['Esc'], does: keys.escape }
};

/** @param enterSends Enter in the composer sends, and does not break the line. */
export const shortcutsWhere = ({
	enterSends
}: {
	readonly enterSends: boolean;
}): readonly ShortcutGroup[] => [
	{
		title: keys.groups.everywhere,
		isSingle: false,
		keys: Object.values(everywhere)
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
